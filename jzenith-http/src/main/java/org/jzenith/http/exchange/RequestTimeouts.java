package org.jzenith.http.exchange;

import org.jzenith.core.context.RequestContext;

/**
 * Ends requests that take too long: by their deadline, by the time that a body may take to arrive, and delayed refusals at
 * their time. One for all requests of a listener; the times of a request stand in its context and its body.
 */
final class RequestTimeouts {

    private static final int TIMED_OUT = 408;
    private static final int UNAVAILABLE = 503;

    private final long bodyNanos;
    private final DeadlineLog log = new DeadlineLog();

    RequestTimeouts(final Limits limits) {
        this.bodyNanos = limits.bodyNanos();
    }

    /** Starts the timer of a request that has a deadline of its own. */
    void startTimer(final Exchange exchange) {
        final RequestContext context = exchange.context();
        if (context.isDeadlineLowered() && !exchange.isFinished()) {
            exchange.setDeadlineTimer(new DeadlineTimer(
                    exchange.vertx(),
                    context.deadline().remaining().toNanos(),
                    () -> check(exchange, System.nanoTime())));
        }
    }

    /**
     * Looks at the times of a request in flight. They start at the first look, because most requests have finished by then
     * and need not read the clock. On the event loop of the request.
     *
     * @param now by {@link System#nanoTime}
     */
    void check(final Exchange exchange, final long now) {
        final RequestContext context = exchange.context();
        final ExchangeBody body = exchange.bodyIfAsked();
        final FlowableBody pieces = body == null ? null : body.pieces();
        if (pieces != null && pieces.isAwaited()) {
            context.run(() -> pieces.checkTime(now, bodyNanos));
            if (!context.isDeadlineLowered()) {
                return;
            }
        }
        final boolean passed = context.deadline().isUsedUp();
        final DelayedRefusal refusal = exchange.response().delayedRefusal();
        if (exchange.isAwaitingBody()) {
            checkBody(exchange, now, passed);
        } else if (refusal != null) {
            if (now - refusal.due() >= 0 || passed) {
                exchange.response().sendDelayedRefusal();
            }
        } else if (passed && exchange.isWorking()) {
            dispose(exchange);
        }
    }

    private void checkBody(final Exchange exchange, final long now, final boolean passed) {
        final ExchangeBody body = exchange.body();
        final long elapsed = body.elapsed(now);
        final RequestBody receiving = body.whole();
        if (passed || elapsed >= bodyNanos) {
            if (passed) {
                log.passed(exchange, "body");
            }
            if (receiving != null && receiving.isWaiting()) {
                ErrorResponses.refuse(exchange, UNAVAILABLE, RequestBody.NO_ROOM);
            } else {
                ErrorResponses.refuse(exchange, TIMED_OUT, "The body did not arrive in time.");
            }
        } else if (receiving != null && receiving.blocksOthers(now, elapsed, bodyNanos)) {
            ErrorResponses.refuse(exchange, TIMED_OUT, "The body arrives too slowly while others wait.");
        }
    }

    /** Disposes the work first, so that it can name its stage. */
    private void dispose(final Exchange exchange) {
        exchange.context().end();
        exchange.tell(RequestHandler.Call::deadlinePassed);
        if (exchange.isWorking()) {
            final String stage = exchange.context().stage();
            deadlinePassed(exchange, stage == null ? "resource" : stage);
        }
    }

    /**
     * Logs and answers that the time of a request is used up.
     *
     * @param stage that used it up
     */
    void deadlinePassed(final Exchange exchange, final String stage) {
        log.passed(exchange, stage);
        ErrorResponses.unavailable(
                exchange, "The request took too long. Its time was used up in the stage '" + stage + "'.");
    }
}
