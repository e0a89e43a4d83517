package org.jzenith.security.oidc;

import io.reactivex.Single;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses unsafe requests that another site has made a browser send with its session cookie (cross-site request forgery).
 */
final class SessionGuard implements ListenerGuard {

    private static final Logger LOGGER = LoggerFactory.getLogger(SessionGuard.class);
    private static final int FORBIDDEN = 403;

    private final SessionCookies cookies;
    private final @Nullable EventEmitter<SecurityEvent> events;
    private final boolean allowMissingOrigin;
    private final @Nullable String publicOrigin;

    @Inject
    SessionGuard(final SessionCookies cookies, final Observers observers, final OidcConfiguration configuration) {
        this.cookies = cookies;
        this.events = observers.of(SecurityEvent.class);
        this.allowMissingOrigin = configuration.allowMissingOrigin();
        this.publicOrigin = configuration
                .publicUrl()
                .map(URI::toString)
                .map(SessionGuard::origin)
                .orElse(null);
    }

    @Override
    public String listener() {
        return ALL_LISTENERS;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        if (isAuthenticatedOtherwise(request)) {
            return PASS;
        }
        return isUnsafe(request) && cookies.hasSession(request.headers()) ? checkOrigin(request) : PASS;
    }

    /** Other mechanisms are not concerned: a browser does not send their credentials for another site. */
    private static boolean isAuthenticatedOtherwise(final ServerRequest request) {
        return request.principal() instanceof final Identity identity
                && !identity.mechanism().equals(UserClaims.MECHANISM);
    }

    /** A WebSocket is unsafe, although its method is GET. */
    private static boolean isUnsafe(final ServerRequest request) {
        final HttpMethod method = request.method();
        return !(method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) || method.equals(HttpMethod.OPTIONS))
                || (request.headers().contains("Upgrade") && request.hasToken("Upgrade", "websocket"));
    }

    private Single<GuardDecision> checkOrigin(final ServerRequest request) {
        final List<String> sites = request.headers().getAll("Sec-Fetch-Site");
        final List<String> origins = request.headers().getAll("Origin");
        final boolean allowed;
        if (!sites.isEmpty()) {
            allowed = sites.size() == 1
                    && (sites.get(0).equals("same-origin") || sites.get(0).equals("none"));
        } else if (!origins.isEmpty()) {
            allowed = origins.size() == 1 && isOwn(origin(origins.get(0)), request);
        } else {
            allowed = allowMissingOrigin;
        }
        if (allowed) {
            return PASS;
        }
        final String reason = "An unsafe request with a session cookie comes from another site: Sec-Fetch-Site " + sites
                + ", Origin " + origins + ".";
        LOGGER.info("{}", reason);
        final RequestContext context = RequestContext.current();
        if (events != null && context != null) {
            events.emit(new SecurityEvent.Refused(context, UserClaims.MECHANISM, reason));
        }
        return Single.just(GuardDecision.refuse(FORBIDDEN, "The request comes from another site."));
    }

    private boolean isOwn(final String origin, final ServerRequest request) {
        return origin.equals(publicOrigin) || origin.equals(origin(request.scheme() + "://" + request.authority()));
    }

    private static String origin(final String text) {
        final String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("https://") && lower.endsWith(":443")) {
            return lower.substring(0, lower.length() - ":443".length());
        }
        return lower.startsWith("http://") && lower.endsWith(":80")
                ? lower.substring(0, lower.length() - ":80".length())
                : lower;
    }
}
