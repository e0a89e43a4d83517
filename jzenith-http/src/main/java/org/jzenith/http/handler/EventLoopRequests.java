package org.jzenith.http.handler;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.limit.NanoTime;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.admission.AdaptiveLimit;
import org.jzenith.http.admission.Admission;
import org.jzenith.http.admission.DeadlineLog;
import org.jzenith.http.admission.RequestThreads;
import org.jzenith.http.body.BodyLimits;
import org.jzenith.http.request.RequestId;
import org.jzenith.http.server.HttpListener;

/**
 * The requests in flight of one server of a listener, and what all its requests share. Made and used on the event loop of the
 * server, except where a method says otherwise.
 */
final class EventLoopRequests {

    private static final long SWEEP_MILLIS = 100;

    private final HttpHandler handler;
    private final List<ListenerGuard> guards;
    private final RequestSettings settings;
    private final ContextElements contextElements;
    private final @Nullable RequestReports reports;
    private final DeadlineLog deadlines;
    private final BodyLimits bodies;
    private final Admission admission;
    private final HttpListener.Tls tls;
    private final RequestThreads threads;
    private final long timeoutNanos;
    private final RequestId.Sequence ids = new RequestId.Sequence();

    /** Null if no limit follows latency. */
    private final @Nullable AdaptiveLimit adaptive;

    private @Nullable Exchange first;

    EventLoopRequests(
            final HttpHandler handler,
            final List<ListenerGuard> guards,
            final RequestSettings settings,
            final ContextElements contextElements,
            final @Nullable RequestReports reports,
            final DeadlineLog deadlines,
            final BodyLimits bodies,
            final Admission admission,
            final HttpListener.Tls tls,
            final Vertx vertx) {
        this.handler = handler;
        this.guards = guards;
        this.settings = settings;
        this.contextElements = contextElements;
        this.reports = reports;
        this.deadlines = deadlines;
        this.bodies = bodies;
        this.admission = admission;
        this.tls = tls;
        this.threads = new RequestThreads(vertx);
        this.timeoutNanos = NanoTime.of(settings.requestTimeout());
        this.adaptive = admission.adaptive(EventLoopContext.eventLoopOf(vertx.getOrCreateContext()), vertx);
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    }

    /** Returns true if the limits admit a request. */
    boolean mayAdmit(final HttpServerRequest incoming) {
        return admission.mayAdmit(incoming, adaptive);
    }

    /** Creates the context of a request. */
    RequestContext newContext(final String id, final ThreadLocalAccessor accessor) {
        return contextElements.create(id, timeoutNanos, accessor);
    }

    /** Adds a request that was not answered at once, so that its time-outs are checked. */
    void add(final Exchange exchange) {
        exchange.linkBefore(first);
        first = exchange;
        admission.requestStarted();
        if (adaptive != null
                && !exchange.hasBegunResponse()
                && !exchange.response().isRefusalDelayed()
                && admission.isFollowed(exchange.request().displayPath())) {
            adaptive.begun();
            exchange.startSample();
        }
    }

    void remove(final Exchange exchange) {
        final Exchange next = exchange.unlink();
        if (first == exchange) {
            first = next;
        }
        admission.requestEnded();
    }

    private void sweep() {
        if (first != null) {
            final long now = System.nanoTime();
            forEach(exchange -> exchange.checkTime(now));
        }
    }

    /** Does something with each request in flight; works on a copy, because the list changes when a request ends. */
    void forEach(final Consumer<Exchange> action) {
        final List<Exchange> copy = new ArrayList<>();
        for (Exchange each = first; each != null; each = each.next()) {
            copy.add(each);
        }
        copy.forEach(action);
    }

    /** The event loop has terminated: its requests will never be answered and are no longer counted. */
    void eventLoopTerminated() {
        forEach(exchange -> admission.requestEnded());
        first = null;
    }

    /**
     * Returns true if refusals are delayed for clients that retry before their Retry-After. Delayed refusals count as
     * requests in flight and may use at most half of that limit.
     */
    boolean delaysRefusals() {
        return admission.delaysRefusals() && handler.refusesMany();
    }

    HttpHandler handler() {
        return handler;
    }

    /** Returns the guards of the listener, in the order in which they are asked. */
    List<ListenerGuard> guards() {
        return guards;
    }

    RequestSettings settings() {
        return settings;
    }

    /** Null if nobody observes requests. */
    @Nullable
    RequestReports reports() {
        return reports;
    }

    DeadlineLog deadlines() {
        return deadlines;
    }

    BodyLimits bodies() {
        return bodies;
    }

    Admission admission() {
        return admission;
    }

    /** Null if no limit follows latency. */
    @Nullable
    AdaptiveLimit adaptive() {
        return adaptive;
    }

    /** Returns the TLS mode of the server. */
    HttpListener.Tls tls() {
        return tls;
    }

    RequestThreads threads() {
        return threads;
    }

    RequestId.Sequence ids() {
        return ids;
    }
}
