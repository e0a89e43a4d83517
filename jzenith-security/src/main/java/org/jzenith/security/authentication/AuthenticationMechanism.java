package org.jzenith.security.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Maybe;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.ServerRequest;

/**
 * For plugins: identifies the client of a request by one kind of credentials. A plugin adds it in one of its modules:
 *
 * <pre>{@code
 * AuthenticationMechanism.binder(binder()).addBinding().to(TokenAuthentication.class);
 * }</pre>
 *
 * <p>The mechanisms run in the order of {@code withPlugins(..)}; the first that finds its credentials in the request decides. A request
 * without credentials is anonymous. A request gets a 401 if it has two {@code Authorization} headers, or one that no mechanism understands.
 * Safe for use by many threads.
 */
public interface AuthenticationMechanism {

    /**
     * Returns the name of the mechanism. Its identities have the same mechanism name.
     *
     * @return a value such as {@code basic}; unique in the application
     */
    String name();

    /**
     * Authenticates a request. Called on the event loop before the body is read; must not block. The result can arrive on any thread.
     * jZenith disposes it when the client disconnects and at the request's deadline.
     *
     * @param request the head of the request
     * @return the identity; {@code Maybe.empty()} if the request has no credentials for this mechanism; fails with a {@link
     *     WrongCredentialsException} if the credentials are wrong; the client then gets a 401. Any other error is handled like an error of
     *     a guard
     */
    @CheckReturnValue
    Maybe<Identity> authenticate(ServerRequest request);

    /**
     * Returns the challenge in the {@code WWW-Authenticate} field of a 401 (RFC 9110, 11.6.1).
     *
     * @return empty for a mechanism without an HTTP authentication scheme, for example one that reads a cookie
     */
    default Optional<String> challenge() {
        return Optional.empty();
    }

    /**
     * Returns the name of the cookie that contains the credentials, for the OpenAPI document.
     *
     * @return empty for a mechanism that does not read a cookie
     */
    default Optional<String> cookie() {
        return Optional.empty();
    }

    /**
     * Describes where this mechanism's roles come from, for a warning at startup and the log lines of denied requests.
     *
     * @return {@link RoleSource#UNKNOWN} unless the mechanism overrides this
     */
    default RoleSource roleSource() {
        return RoleSource.UNKNOWN;
    }

    /**
     * Returns true if browsers send the credentials automatically, even for a page of another site (cross-site request forgery). An unsafe
     * request then gets a 403 if its headers say that a page of another origin has sent it.
     *
     * @return true if {@link #cookie} names a cookie, unless the mechanism overrides this
     */
    default boolean needsOriginCheck() {
        return cookie().isPresent();
    }

    /**
     * Returns cookies that the response to an authenticated request sets, for example a session cookie after its tokens were refreshed.
     * Called after {@link #authenticate}, on any thread; must not block. The cookies are added to every kind of response: of a resource, a
     * static file, a WebSocket handshake, or a 403.
     *
     * @param context the request, in which {@link #authenticate} can have {@linkplain RequestContext#scoped kept} data
     * @param identity the identity that this mechanism has found
     * @return values of {@code Set-Cookie}; none unless the mechanism overrides this
     */
    default List<String> cookies(final RequestContext context, final Identity identity) {
        return List.of();
    }

    /**
     * Returns the login page for browsers. Called for a request that needs credentials and has none.
     *
     * @param request the head of the request
     * @return the URL to which the browser is redirected; empty to send a 401 instead, for example because a script has sent the request
     */
    default Optional<URI> loginPage(final ServerRequest request) {
        return Optional.empty();
    }

    /**
     * Returns the binder to which a module adds its mechanisms.
     *
     * @param binder the module's binder
     * @return all mechanisms of the application
     */
    static Multibinder<AuthenticationMechanism> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, AuthenticationMechanism.class);
    }
}
