package org.jzenith.http.handler;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.http.internal.request.DeadlineHeader;
import org.jzenith.http.internal.request.RequestTarget;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Dispatches a server's requests to handlers. Refuses requests beyond a limit, reads the target, and responds to
 * requests that need no handler. Then chooses between the listener's own handler and the mounts, and runs the task.
 * Used on the event loop of the server.
 */
final class RequestDispatcher implements Handler<HttpServerRequest> {

    private final EventLoopRequests requests;
    private final RequestSettings settings;
    private final HttpMounts mounts;
    private final BooleanSupplier roomForResponses;

    /** Null if the listener has no guards. */
    private final @Nullable List<ListenerGuard> guards;

    /** Null if the listener has mounts or guards, because the handler is then chosen later. */
    private final @Nullable RequestHandler handlerOfAllRequests;

    RequestDispatcher(
            final EventLoopRequests requests, final HttpMounts mounts, final BooleanSupplier roomForResponses) {
        this.requests = requests;
        this.settings = requests.listener().settings();
        this.mounts = mounts;
        this.roomForResponses = roomForResponses;
        this.guards = mounts.guards().isEmpty() ? null : mounts.guards();
        this.handlerOfAllRequests =
                mounts.isEmpty() && guards == null ? requests.listener().handler() : null;
    }

    @Override
    public void handle(final HttpServerRequest incoming) {
        final boolean responsesFit = roomForResponses.getAsBoolean();
        final boolean admitted = responsesFit && requests.mayAdmit(incoming);
        final Exchange exchange = new Exchange(requests, incoming, admitted ? handlerOfAllRequests : null);
        if (admitted) {
            dispatch(exchange);
        } else {
            final String limit = requests.listener().admission().refused(responsesFit);
            exchange.response().sendProblem(503, MalformedRequestException.overloaded(limit));
        }
    }

    /** Refuses a request that could not be decoded. */
    void refuse(final HttpServerRequest incoming) {
        new Exchange(requests, incoming, handlerOfAllRequests)
                .refuse(incoming.decoderResult().cause());
    }

    private void dispatch(final Exchange exchange) {
        try {
            final ServerRequest request = exchange.request();
            if (request.headers().contains(HttpHeaders.CONTENT_ENCODING)) {
                chooseDecoding(exchange, request.incoming());
            }
            final RequestTarget asked = request.readTarget();
            final RequestTarget relative = asked.below(settings.basePath());
            request.setTarget(settings.basePath(), relative == null ? asked : relative);
            if (!tryRespondByPolicy(exchange, asked) && !refuseIfLate(exchange)) {
                if (guards == null) {
                    routeAndRun(exchange, asked, relative);
                } else {
                    guardListener(exchange, guards, asked, relative);
                }
            }
        } catch (final Throwable e) {
            exchange.failOrRefuse(e);
        }
        if (!exchange.isFinished()) {
            exchange.registerInFlight();
        }
    }

    /** Removes the Content-Encoding of a decoded body, so that the handler does not see it. */
    private void chooseDecoding(final Exchange exchange, final HttpServerRequest incoming) {
        final String coding = requests.listener().bodies().decodedCoding(incoming);
        if (coding != null) {
            exchange.body().decode(coding);
            incoming.headers().remove(HttpHeaders.CONTENT_ENCODING);
        }
    }

    /** Responds to a CORS preflight, and to a request of a refused origin, before the handler sees them. */
    private boolean tryRespondByPolicy(final Exchange exchange, final RequestTarget asked) {
        final ResponsePolicy policy = settings.responsePolicy();
        if (policy == null) {
            return false;
        }
        final ServerRequest request = exchange.request();
        final ServerResponse response = exchange.response();
        final String scheme = asked.scheme();
        response.writer().setSecure(scheme.equals("https"));
        final MultiMap headers = request.headers();
        final boolean preflight = policy.isPreflight(request.method(), headers);
        final String refused =
                preflight ? policy.refusalOfPreflight(headers) : policy.refusal(headers, scheme, asked.authority());
        if (refused != null) {
            response.sendProblem(403, refused);
        } else if (preflight) {
            response.sendPreflight();
        }
        return exchange.isFinished();
    }

    /** Reads the deadline that a trusted proxy has set. If it has passed, responds and returns true. */
    private boolean refuseIfLate(final Exchange exchange) {
        final String header = settings.deadlineHeader();
        if (header == null || !exchange.request().isFromProxy()) {
            return false;
        }
        final RequestDeadline given =
                DeadlineHeader.read(header, exchange.request().headers());
        if (given == null) {
            return false;
        }
        exchange.context().lowerDeadline(given);
        if (given.isUsedUp()) {
            requests.deadlinePassed(exchange, "arrival");
        }
        return exchange.isFinished();
    }

    /** Passes a request to its handler, unless a guard refuses it. */
    private void guardListener(
            final Exchange exchange,
            final List<ListenerGuard> asking,
            final RequestTarget asked,
            final @Nullable RequestTarget relative) {
        final ServerRequest request = exchange.request();
        request.setTarget("", asked);
        exchange.selection().enter(new GuardTask(exchange, ListenerGuard::check, asking, () -> {
            request.setTarget(settings.basePath(), relative == null ? asked : relative);
            routeAndRun(exchange, asked, relative);
        }));
        exchange.context().run(exchange.task());
    }

    /** Enters a mount, if the guards let the request pass. A mount with parts asks the guards about its parts itself. */
    private void enterMount(final Exchange exchange, final HttpMount mount, final RequestTarget asked) {
        final MountPart whole = mount.whole();
        if (guards == null || whole == null) {
            exchange.selection().enter(mount, asked);
            return;
        }
        exchange.request().setTarget("", asked);
        exchange.selection()
                .enter(new GuardTask(exchange, (guard, head) -> guard.check(head, whole, Map.of()), guards, () -> {
                    exchange.selection().enter(mount, asked);
                    exchange.task().run();
                }));
    }

    /** The longest path wins. If a mount has the same path as the listener's own handler, that handler wins. */
    private void routeAndRun(
            final Exchange exchange, final RequestTarget asked, final @Nullable RequestTarget relative) {
        final HttpMount mounted = mounts.isEmpty() ? null : mounts.of(asked);
        final int ownLength = settings.basePath().length();
        if (mounted != null && (relative == null || mounted.path().length() > ownLength)) {
            enterMount(exchange, mounted, asked);
        } else if (relative == null) {
            if (!exchange.tryRefuseUnknownPath()) {
                exchange.response().sendProblem(404, "There is nothing at this path.");
            }
            return;
        } else if (handlerOfAllRequests == null) {
            exchange.selection()
                    .enter(
                            requests.listener().handler(),
                            mounted != null && mounted.path().length() == ownLength
                                    ? () -> enterMount(
                                            exchange,
                                            mounted,
                                            exchange.request().target())
                                    : null);
        }
        exchange.context().run(exchange.task());
    }
}
