package org.jzenith.http.handler;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.body.BodyLimits;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.internal.admission.AdaptiveLimit;
import org.jzenith.http.internal.admission.Admission;
import org.jzenith.http.internal.admission.RequestThreads;
import org.jzenith.http.internal.request.RequestId;
import org.jzenith.http.internal.server.HttpListener;

/**
 * The requests in flight of one server of a listener, and the objects that they share. Created and used on the event loop of
 * the server, except where a method says otherwise.
 */
final class EventLoopRequests {

    private static final long SWEEP_MILLIS = 100;

    /**
     * The parts that all servers of a listener share.
     *
     * @param reports reports the requests; null if no observer needs reports
     */
    record Listener(
            HttpHandler handler,
            ListenerGuards guards,
            RequestSettings settings,
            ContextElements contextElements,
            @Nullable RequestReports reports,
            CountedWarning deadlines,
            BodyLimits bodies,
            Admission admission) {}

    private final Listener listener;
    private final HttpListener.Tls tls;
    private final RequestThreads threads;
    private final long timeoutNanos;
    private final RequestId.Sequence ids = new RequestId.Sequence();

    /** Null if the adaptive limit is off. */
    private final @Nullable AdaptiveLimit adaptive;

    private final Set<Exchange> inFlight = new LinkedHashSet<>();

    EventLoopRequests(final Listener listener, final HttpListener.Tls tls, final Vertx vertx) {
        this.listener = listener;
        this.tls = tls;
        this.threads = new RequestThreads(vertx);
        this.timeoutNanos = NanoTime.of(listener.settings().requestTimeout());
        this.adaptive = listener.admission().adaptive(EventLoopContext.eventLoopOf(vertx.getOrCreateContext()), vertx);
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    }

    /** Returns true if the limits admit a request. */
    boolean mayAdmit(final HttpServerRequest incoming) {
        return listener.admission().mayAdmit(incoming, adaptive);
    }

    /** Creates the context of a request. */
    RequestContext newContext(final String id, final ThreadLocalAccessor accessor) {
        return listener.contextElements().create(id, timeoutNanos, accessor);
    }

    /** Adds a request that has no response yet, so that its time-outs are checked. */
    void add(final Exchange exchange) {
        inFlight.add(exchange);
        listener.admission().requestStarted();
        if (adaptive != null
                && !exchange.hasBegunResponse()
                && !exchange.response().isRefusalDelayed()
                && listener.admission().isFollowed(exchange.request().displayPath())) {
            exchange.startSample(adaptive);
        }
    }

    void remove(final Exchange exchange) {
        inFlight.remove(exchange);
        listener.admission().requestEnded();
    }

    private void sweep() {
        if (!inFlight.isEmpty()) {
            final long now = System.nanoTime();
            forEach(exchange -> checkTime(exchange, now));
        }
    }

    /**
     * Ends a request that takes too long or whose body does, and sends a delayed refusal when it is due. The time starts at
     * the first call: most requests have finished before and never read the clock.
     *
     * @param now the current {@link System#nanoTime}
     */
    void checkTime(final Exchange exchange, final long now) {
        final ExchangeBody body = exchange.bodyIfMade();
        final RequestContext context = exchange.context();
        if (body != null && body.checkPieces(now) && !context.isDeadlineLowered()) {
            return;
        }
        final boolean passed = context.deadline().isUsedUp();
        if (body != null && body.isAwaited()) {
            if (passed) {
                countDeadline(exchange, "body");
            }
            body.checkTime(now, passed);
        } else if (exchange.response().isRefusalDelayed()) {
            exchange.response().sendDelayedRefusal(now, passed);
        } else if (passed && exchange.isWorking()) {
            dispose(exchange);
        }
    }

    /** Disposes the work before the refusal, so that the work can name its stage. */
    private void dispose(final Exchange exchange) {
        exchange.context().end();
        exchange.tell(RequestHandler.Task::deadlinePassed);
        if (exchange.isWorking()) {
            deadlinePassed(
                    exchange, Objects.requireNonNullElse(exchange.context().stage(), "resource"));
        }
    }

    /** Logs that the time of a request is used up, and responds with 503. */
    void deadlinePassed(final Exchange exchange, final String stage) {
        countDeadline(exchange, stage);
        exchange.unavailable("The request took too long. Its time was used up in the stage '" + stage + "'.");
    }

    private void countDeadline(final Exchange exchange, final String stage) {
        listener.deadlines()
                .add(
                        stage,
                        () -> "It was in the stage '" + stage + "': " + exchange.description() + ", request "
                                + exchange.context().id() + ".");
    }

    /** Calls an action with each request in flight. Iterates over a copy, because the set changes when a request ends. */
    void forEach(final Consumer<Exchange> action) {
        List.copyOf(inFlight).forEach(action);
    }

    /** Stops counting the requests of a terminated event loop, because they will never get a response. */
    void eventLoopTerminated() {
        forEach(exchange -> listener.admission().requestEnded());
        inFlight.clear();
    }

    /**
     * Returns true if jZenith delays the refusals of clients that retry before their Retry-After. Delayed refusals
     * count as requests in flight. They may use at most half of the limit on requests in flight.
     */
    boolean delaysRefusals() {
        return listener.admission().delaysRefusals() && listener.handler().refusesMany();
    }

    /** Returns the parts that all servers of the listener share. */
    Listener listener() {
        return listener;
    }

    /** Returns the TLS mode of the server. */
    HttpListener.Tls tls() {
        return tls;
    }

    RequestThreads threads() {
        return threads;
    }

    String newId(final MultiMap headers) {
        return listener.settings().traceIds() ? RequestId.ofTrace(headers) : RequestId.of(headers, ids);
    }
}
