package org.jzenith.observability.admin;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.TypeLiteral;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.request.Networks;

/**
 * Refuses those who may not operate the application: anonymous clients of a guarded listener, clients of other machines where no guard is,
 * and requests that the page of another site has sent. Safe for use by many threads.
 */
public final class OperatorAccess {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final Networks LOCAL = Networks.of(List.of("127.0.0.0/8", "::1/128", "unix"));
    private static final Key<Set<ListenerGuard>> GUARDS = Key.get(new TypeLiteral<>() {});

    /** The hosts by which a browser addresses its own machine; another one may be a name that leads there (DNS rebinding). */
    private static final Pattern LOCAL_HOST =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private final Provider<Injector> injector;

    /**
     * Creates it.
     *
     * @param injector has the guards
     */
    public OperatorAccess(final Provider<Injector> injector) {
        this.injector = injector;
    }

    /**
     * Refuses a client that is no operator.
     *
     * @param exchange responds to the client
     * @return true if the client was refused
     */
    public boolean tryRefuse(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        if (isGuarded(request.listener())) {
            if (request.principal() == null && exchange.context().identity() == null) {
                exchange.refuseUnauthenticated(
                        GuardDecision.refuse(UNAUTHORIZED, "This is for authenticated operators."));
                return true;
            }
        } else if (!isLocal(request)) {
            exchange.response()
                    .sendProblem(
                            FORBIDDEN,
                            "Without authentication, this is for clients on the same machine that address it as localhost.");
            return true;
        }
        if (isOfOtherSite(request)) {
            exchange.response().sendProblem(FORBIDDEN, "The page of another site has sent this request.");
            return true;
        }
        return false;
    }

    private boolean isGuarded(final String listener) {
        return injector.get().getInstance(GUARDS).stream()
                .map(ListenerGuard::listener)
                .anyMatch(each -> each.equals(listener) || each.equals(ListenerGuard.ALL_LISTENERS));
    }

    /** A request that a proxy has forwarded may come from anywhere. */
    private static boolean isLocal(final ServerRequest request) {
        final MultiMap headers = request.headers();
        return LOCAL.contain(request.clientAddress())
                && !headers.contains("Forwarded")
                && !headers.contains("X-Forwarded-For")
                && LOCAL_HOST.matcher(request.authority()).matches();
    }

    /** Reads what browsers add. Other sites may link to the page, and do nothing else. */
    private static boolean isOfOtherSite(final ServerRequest request) {
        final @Nullable String site = request.headers().get("Sec-Fetch-Site");
        final @Nullable String origin = request.headers().get("Origin");
        final boolean isLink = "navigate".equals(request.headers().get("Sec-Fetch-Mode"))
                && request.method().name().equals("GET");
        return (site != null && !site.equals("same-origin") && !site.equals("none") && !isLink)
                || (origin != null && !origin.equals(request.scheme() + "://" + request.authority()));
    }
}
