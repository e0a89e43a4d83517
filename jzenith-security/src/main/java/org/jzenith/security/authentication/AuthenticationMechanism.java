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
 * For plugins: finds who sends a request, by one kind of credentials. A plugin contributes it in one of its modules:
 *
 * <pre>{@code
 * AuthenticationMechanism.binder(binder()).addBinding().to(TokenAuthentication.class);
 * }</pre>
 *
 * <p>The mechanisms are asked in the order of {@code withPlugins(..)}; the first for which the request has credentials decides. A request
 * without credentials for any of them is anonymous. One that has an {@code Authorization} header which no mechanism understands, or two
 * of them, gets a 401. Safe for use by many threads.
 */
public interface AuthenticationMechanism {

    /**
     * Returns the name of the mechanism, which is that of its identities, too.
     *
     * @return a value such as {@code basic}; unique in the application
     */
    String name();

    /**
     * Authenticates a request. Called on the event loop before the body is read; must not block. The result may come on any thread, and is
     * disposed when the client leaves and at the deadline of the request.
     *
     * @param request the head of the request
     * @return the identity; {@code Maybe.empty()} if the request has no credentials for this mechanism; fails with a {@link
     *     WrongCredentialsException} if it has wrong ones, which is a 401, or with another error, which is handled as the
     *     error of a guard
     */
    @CheckReturnValue
    Maybe<Identity> authenticate(ServerRequest request);

    /**
     * Returns the challenge in the {@code WWW-Authenticate} field of a 401 (RFC 9110, 11.6.1).
     *
     * @return empty for a mechanism without a scheme of HTTP, such as a cookie
     */
    default Optional<String> challenge() {
        return Optional.empty();
    }

    /**
     * Returns the name of the cookie with the credentials, for the description of the API.
     *
     * @return empty for a mechanism that reads them from another place
     */
    default Optional<String> cookie() {
        return Optional.empty();
    }

    /**
     * Describes where the roles of its identities come from, for the log lines of denied requests and a warning at startup.
     *
     * @return {@link RoleSource#UNKNOWN} unless the mechanism overrides this
     */
    default RoleSource roleSource() {
        return RoleSource.UNKNOWN;
    }

    /**
     * Returns true if browsers send the credentials by themselves, also for the page of another site (cross-site request forgery). An unsafe
     * request that they authenticate then gets a 403 if the browser says that a page of another origin has sent it.
     *
     * @return true for cookies unless the mechanism overrides this; false for headers that only a script sets
     */
    default boolean needsOriginCheck() {
        return cookie().isPresent();
    }

    /**
     * Returns cookies that the response to an authenticated request sets, for example that of a session whose tokens were refreshed.
     * Called after {@link #authenticate}, on any thread; must not block. The response may be any: that of a resource, a static file, a
     * WebSocket handshake, or a refusal by the permissions.
     *
     * @param context the request, in which {@link #authenticate} may have {@linkplain RequestContext#scoped kept} what it has found
     * @param identity the identity that this mechanism has found
     * @return values of {@code Set-Cookie}; none unless the mechanism overrides this
     */
    default List<String> cookies(final RequestContext context, final Identity identity) {
        return List.of();
    }

    /**
     * Returns the page at which the user of a browser logs in. Asked for a request without credentials that needs some.
     *
     * @param request the head of the request
     * @return the location of a redirect in place of a 401; empty for a 401, for example because a script has sent the request
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
