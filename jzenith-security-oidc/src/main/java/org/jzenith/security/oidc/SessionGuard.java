package org.jzenith.security.oidc;

import io.reactivex.Single;
import io.vertx.core.MultiMap;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.internal.request.RequestOrigin;
import org.jzenith.security.internal.authentication.RefusalReports;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses unsafe requests that another site causes a browser to send with its session cookie (cross-site request forgery).
 */
final class SessionGuard implements ListenerGuard {

    private static final Logger LOGGER = LoggerFactory.getLogger(SessionGuard.class);
    private static final int FORBIDDEN = 403;

    private final SessionCookies cookies;
    private final RefusalReports refusals;
    private final boolean allowMissingOrigin;
    private final List<String> publicOrigin;

    @Inject
    SessionGuard(final SessionCookies cookies, final Observers observers, final OidcConfiguration configuration) {
        this.cookies = cookies;
        this.refusals = new RefusalReports(observers);
        this.allowMissingOrigin = configuration.allowMissingOrigin();
        this.publicOrigin =
                configuration.publicUrl().map(LoginEndpoints::origin).stream().toList();
    }

    @Override
    public boolean mayNameUsers() {
        return false;
    }

    @Override
    public ListenerName listener() {
        return ListenerName.ALL;
    }

    @Override
    public Single<GuardDecision> check(final ServerRequest request) {
        if (isAuthenticatedOtherwise(request)) {
            return PASS;
        }
        return isUnsafe(request) && cookies.hasSession(request.headers()) ? checkOrigin(request) : PASS;
    }

    /** Returns true if another mechanism has authenticated the client. Such mechanisms have checked the origin if they need to. */
    private static boolean isAuthenticatedOtherwise(final ServerRequest request) {
        return request.principal() instanceof final Identity identity
                && !identity.mechanism().equals(OidcAuthentication.NAME);
    }

    /** Returns true for unsafe methods, and for a WebSocket although its method is GET. */
    private static boolean isUnsafe(final ServerRequest request) {
        return RequestOrigin.isUnsafe(request.method())
                || (request.headers().contains("Upgrade") && request.hasToken("Upgrade", "websocket"));
    }

    private Single<GuardDecision> checkOrigin(final ServerRequest request) {
        final MultiMap headers = request.headers();
        final List<String> own = new ArrayList<>(publicOrigin);
        own.add(request.scheme() + "://" + request.authority());
        final RequestOrigin origin = RequestOrigin.of(headers, own);
        if (origin == RequestOrigin.SAME || (origin == RequestOrigin.UNKNOWN && allowMissingOrigin)) {
            return PASS;
        }
        final String reason = "An unsafe request with a session cookie comes from another site: Sec-Fetch-Site "
                + headers.getAll("Sec-Fetch-Site") + ", Origin " + headers.getAll("Origin") + ".";
        LOGGER.info("{}", reason);
        final RequestContext context = RequestContext.current();
        if (context != null) {
            refusals.refused(context, OidcAuthentication.NAME, reason);
        }
        return Single.just(GuardDecision.refuse(FORBIDDEN, "The request comes from another site."));
    }
}
