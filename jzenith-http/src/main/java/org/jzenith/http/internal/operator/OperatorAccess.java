package org.jzenith.http.internal.operator;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.internal.request.RequestOrigin;
import org.jzenith.http.request.Networks;

/**
 * Protects a handler for operators from all others: from anonymous clients if the listener has a guard, from other machines if it has none,
 * and from the pages of other sites. Pass it to {@link org.jzenith.http.handler.HttpMount#protectedBy}. Immutable and safe for use by many
 * threads.
 */
public final class OperatorAccess implements UnaryOperator<RequestHandler> {

    private static final Networks LOCAL = Networks.of(List.of("127.0.0.0/8", "::1/128", "unix"));

    /** The hosts by which a client addresses its own machine; any other may be a foreign name that resolves to it (DNS rebinding). */
    private static final Pattern LOCAL_HOST =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    /** The headers that proxies add. */
    private static final Pattern BY_PROXY = Pattern.compile("forwarded|x-forwarded-.*|via", Pattern.CASE_INSENSITIVE);

    /** The headers that browsers add. */
    private static final Pattern BY_BROWSER = Pattern.compile("sec-fetch-.*", Pattern.CASE_INSENSITIVE);

    /** The networks of anonymous clients; null if guards, if there are any, must authenticate each client. */
    private final @Nullable Networks anonymous;

    private OperatorAccess(final @Nullable Networks anonymous) {
        this.anonymous = anonymous;
    }

    /**
     * Returns the protection of a page for people.
     *
     * @return a protection that lets in authenticated clients or, without a guard, those on the same machine
     */
    public static OperatorAccess forPeople() {
        return new OperatorAccess(null);
    }

    /**
     * Returns the protection of data that programs collect, such as metrics.
     *
     * @param networks further networks of anonymous clients; these connect directly, not through a proxy
     * @return a protection that also lets in anonymous clients of these networks and of the same machine
     */
    public static OperatorAccess forCollectors(final Networks networks) {
        return new OperatorAccess(networks);
    }

    /**
     * Names a client for the log of what operators have done.
     *
     * @param exchange a request that was let in
     * @return the name of its user, if it has one, and its address
     */
    public static String clientOf(final Exchange exchange) {
        final Identity identity = exchange.context().identity();
        return (identity == null ? "a client" : identity.getName()) + " at "
                + exchange.request().clientAddress();
    }

    @Override
    public RequestHandler apply(final RequestHandler handler) {
        return exchange -> {
            final RequestHandler.Task refusal = refusal(exchange);
            return refusal == null ? handler.task(exchange) : refusal;
        };
    }

    private RequestHandler.@Nullable Task refusal(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        final boolean isKnown = exchange.isGuarded()
                && (request.principal() != null || exchange.context().identity() != null);
        if (!isKnown && !mayBeAnonymous(exchange)) {
            return exchange.isGuarded()
                    ? () -> exchange.refuseUnauthenticated(
                            GuardDecision.refuse(401, "Only authenticated operators may use this."))
                    : forbidden(
                            exchange,
                            "Without authentication, only clients on the same machine may use this, and only with the host localhost.");
        }
        return isOfOtherSite(request) ? forbidden(exchange, "A page of another site sent this request.") : null;
    }

    private static RequestHandler.Task forbidden(final Exchange exchange, final String detail) {
        return () -> exchange.response().sendProblem(403, detail);
    }

    /** A request that a proxy has forwarded may come from anywhere. A browser of a network of collectors may run a page of any site. */
    private boolean mayBeAnonymous(final Exchange exchange) {
        final ServerRequest request = exchange.request();
        final MultiMap headers = request.headers();
        if (headers.names().stream().anyMatch(name -> BY_PROXY.matcher(name).matches())) {
            return false;
        }
        return LOCAL.contain(request.clientAddress())
                ? (anonymous != null || !exchange.isGuarded())
                        && LOCAL_HOST.matcher(request.authority()).matches()
                : anonymous != null
                        && anonymous.contain(request.clientAddress())
                        && headers.names().stream()
                                .noneMatch(name -> BY_BROWSER.matcher(name).matches());
    }

    /** Reads what browsers add. Other sites may link to the page, and do nothing else. */
    private static boolean isOfOtherSite(final ServerRequest request) {
        final MultiMap headers = request.headers();
        final List<String> own = List.of(request.scheme() + "://" + request.authority());
        final boolean isLink = "navigate".equals(headers.get("Sec-Fetch-Mode"))
                && request.method().equals(HttpMethod.GET);
        return (RequestOrigin.of(headers, own) == RequestOrigin.OTHER && !isLink)
                || RequestOrigin.ofOrigin(headers, own) == RequestOrigin.OTHER;
    }
}
