package org.jzenith.http.exchange;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.http.response.ResponseFeatures;

/**
 * Takes a request that is admitted to the handler that answers it: reads its target, answers what needs no handler,
 * chooses between the listener's own handler and the mounts, and runs the call. One for all requests of an event loop; what
 * it knows of a request stands in the {@link Exchange}.
 */
final class RequestDispatcher {

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final HttpHandler handler;
    private final HttpMounts mounts;
    private final Limits limits;
    private final RequestTimeouts timeouts;

    RequestDispatcher(final ListenerRequests listener) {
        this.handler = listener.handler();
        this.mounts = listener.mounts();
        this.limits = listener.limits();
        this.timeouts = listener.timeouts();
    }

    /** Answers the request, or begins the work for it. */
    void dispatch(final Exchange exchange) {
        try {
            final ServerRequest request = exchange.request();
            chooseDecoding(exchange, request.incoming());
            final RequestTarget asked = request.readTarget();
            final RequestTarget relative = asked.below(limits.basePath());
            request.setTarget(relative == null ? asked : relative);
            if (!isAnsweredByFeatures(exchange, asked) && hasTimeLeft(exchange)) {
                callHandler(exchange, asked, relative);
            }
        } catch (final MalformedRequestException e) {
            exchange.response().refuse(e);
        } catch (final Throwable e) {
            exchange.fail(e);
        }
        if (!exchange.isFinished()) {
            exchange.await();
        }
    }

    /** What is decoded here has no coding for those behind. */
    private void chooseDecoding(final Exchange exchange, final HttpServerRequest incoming) {
        final BodyDecoding decoding = limits.decoding();
        if (decoding != null && incoming.headers().contains(HttpHeaders.CONTENT_ENCODING)) {
            final String coding = decoding.of(incoming);
            if (coding != null) {
                exchange.body().decode(coding);
                incoming.headers().remove(HttpHeaders.CONTENT_ENCODING);
            }
        }
    }

    /** Answers a preflight of CORS, and a request of an origin that is refused, before the handler sees them. */
    private boolean isAnsweredByFeatures(final Exchange exchange, final RequestTarget asked) {
        final ResponseFeatures features = limits.features();
        if (features == null) {
            return false;
        }
        final ServerRequest request = exchange.request();
        final ServerResponse response = exchange.response();
        final String scheme = asked.scheme();
        response.writer().setSecure(scheme.equals("https"));
        final MultiMap headers = request.headers();
        final boolean preflight = features.isPreflight(request.method(), headers);
        final String refused =
                preflight ? features.refusalOfPreflight(headers) : features.refusal(headers, scheme, asked.authority());
        if (refused != null) {
            response.answer(FORBIDDEN, refused);
        } else if (preflight) {
            response.sendPreflight();
        }
        return exchange.isFinished();
    }

    /** Reads the time that a trusted peer gives the request; answers if there is none left. */
    private boolean hasTimeLeft(final Exchange exchange) {
        final String header = limits.deadlineHeader();
        if (header == null || !exchange.request().isFromProxy()) {
            return true;
        }
        final RequestDeadline given =
                DeadlineHeader.read(header, exchange.request().headers());
        if (given == null) {
            return true;
        }
        exchange.context().lowerDeadline(given);
        if (given.isUsedUp()) {
            timeouts.deadlinePassed(exchange, "arrival");
        }
        return !exchange.isFinished();
    }

    /** The longest path wins; of two that are the same, that of the listener's own handler. */
    private void callHandler(
            final Exchange exchange, final RequestTarget asked, final @Nullable RequestTarget relative) {
        final HttpMount mounted = mounts.isEmpty() ? null : mounts.of(asked);
        final int ownLength = limits.basePath().length();
        if (mounted != null && (relative == null || mounted.path().length() > ownLength)) {
            enter(exchange, mounted, asked);
        } else if (relative == null) {
            exchange.response().answer(NOT_FOUND, "There is nothing at this path.");
            return;
        } else if (!mounts.isEmpty()) {
            exchange.enter(handler, mounted != null && mounted.path().length() == ownLength ? mounted : null);
        }
        exchange.context().run(exchange.call());
    }

    private static void enter(final Exchange exchange, final HttpMount mount, final RequestTarget asked) {
        exchange.request().setMount(mount, asked.below(mount.path()));
        exchange.enter(mount.handler(), null);
        exchange.matched(mount.route(), mount.name());
    }

    /** Passes a request to the mount at the path of the handler that has it; false if that cannot be. */
    static boolean passToNext(final Exchange exchange, final @Nullable HttpMount next) {
        final ExchangeBody body = exchange.bodyIfAsked();
        if (next == null
                || !exchange.isWorking()
                || exchange.response().delayedRefusal() != null
                || (body != null && body.isAskedFor())) {
            return false;
        }
        exchange.call().finished(exchange.context(), !exchange.isInFlight());
        try {
            enter(exchange, next, exchange.request().target());
            exchange.call().run();
        } catch (final MalformedRequestException e) {
            exchange.response().refuse(e);
        } catch (final Throwable e) {
            exchange.fail(e);
        }
        return true;
    }
}
