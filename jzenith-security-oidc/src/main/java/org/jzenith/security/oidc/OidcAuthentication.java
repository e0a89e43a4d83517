package org.jzenith.security.oidc;

import io.reactivex.Maybe;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.oidc.Sessions.RefreshRefusedException;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;

/**
 * Authenticates requests by the session cookie. A request with an expired or unreadable cookie is anonymous; a 401 would lock the browser
 * out.
 */
final class OidcAuthentication implements AuthenticationMechanism {

    static final String NAME = "oidc";

    /** The key of the request context under which a session with a new cookie is kept. */
    private static final Object RENEWED = Sessions.Active.class;

    private final Sessions sessions;
    private final SessionCookies cookies;
    private final String loginPath;
    private final String logoutPath;
    private final String cookieName;
    private final RoleSource roles;

    @Inject
    OidcAuthentication(final Sessions sessions, final SessionCookies cookies, final OidcConfiguration configuration) {
        this.sessions = sessions;
        this.cookies = cookies;
        this.loginPath = configuration.loginPath();
        this.logoutPath = configuration.logoutPath();
        this.cookieName = configuration.session().cookie();
        this.roles = RoleSource.ofClaims(
                "oidc.role-claim", configuration.roleClaim().stream().toList());
    }

    @Override
    public RoleSource roleSource() {
        return roles;
    }

    @Override
    public Optional<String> cookie() {
        return Optional.of(cookieName);
    }

    /**
     * Returns false, because {@link SessionGuard} checks the origin of requests with a session cookie. It is stricter: it also refuses
     * requests that name no origin.
     */
    @Override
    public boolean needsOriginCheck() {
        return false;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final String cookie = cookies.session(request.headers());
        if (cookie == null || cookie.equals(SessionCookies.UNREADABLE)) {
            return Maybe.empty();
        }
        final String authority = request.authority();
        final Maybe<Identity> known = sessions.findFast(cookie, authority);
        if (known != null) {
            return known;
        }
        final RequestContext context = RequestContext.current();
        if (request.path().equals(logoutPath)) {
            return sessions.findUnrefreshed(cookie, authority).map(Sessions.Active::identity);
        }
        return sessions.find(cookie, authority)
                .onErrorComplete(error ->
                        error instanceof final RefreshRefusedException refused && isAnonymous(request, refused))
                .map(active -> {
                    if (context != null && active.newCookie() != null) {
                        context.scoped(RENEWED, () -> active);
                    }
                    return active.identity();
                });
    }

    /** Returns true for the login page, and for a page that a user opens after a break, so that the user is sent to the login. */
    private boolean isAnonymous(final ServerRequest request, final RefreshRefusedException refused) {
        return request.path().equals(loginPath) || (refused.isAfterBreak() && isNavigation(request));
    }

    /** Sets a new cookie if the session's tokens were refreshed since the browser got the old one. */
    @Override
    public List<String> cookies(final RequestContext context, final Identity identity) {
        return context.scopedIfPresent(RENEWED) instanceof final Sessions.Active active && active.newCookie() != null
                ? cookies.set(active.newCookie(), active.session().secondsLeft())
                : List.of();
    }

    @Override
    public Optional<URI> loginPage(final ServerRequest request) {
        return isNavigation(request)
                ? Optional.of(URI.create(
                        loginPath + "?return=" + URLEncoder.encode(request.pathAndQuery(), StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    /** Returns true if a user has opened a page; false if a script has sent the request. */
    static boolean isNavigation(final ServerRequest request) {
        if (!request.method().equals(HttpMethod.GET)) {
            return false;
        }
        final MultiMap headers = request.headers();
        final String mode = headers.get("Sec-Fetch-Mode");
        if (mode != null) {
            return mode.equals("navigate");
        }
        return HeaderList.accepts(headers, "Accept", "text/html") && !headers.contains("X-Requested-With");
    }
}
