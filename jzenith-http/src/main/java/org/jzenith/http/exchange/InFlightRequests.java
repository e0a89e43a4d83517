package org.jzenith.http.exchange;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.accesslog.AccessLog;
import org.jzenith.http.server.HttpListener;

/**
 * The requests of one listener: admits or refuses them, and ends those in flight when the application stops.
 * Safe for use by many threads.
 */
public final class InFlightRequests {

    private final HttpHandler handler;
    private final RequestSettings.@Nullable AdaptiveBounds adaptive;
    private final HttpMounts mounts;
    private final Limits limits;
    private final BodyBudget bodies;
    private final ContextElements contextElements;
    private final RequestReports reports;
    private final RequestTimeouts timeouts;
    private final Map<Executor, AdaptiveLimit> adaptiveLimits = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger blockingWork = new AtomicInteger();
    private final List<AttachedEventLoop> eventLoops = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;
    private volatile boolean draining;
    private volatile @Nullable CompletableSubject empty;

    /**
     * Creates it without servers.
     *
     * @param handler answers the requests
     * @param mounts answer some of them instead
     * @param settings their limits
     * @param contextElements follow each request
     * @param observers are told of each request
     */
    public InFlightRequests(
            final HttpHandler handler,
            final HttpMounts mounts,
            final RequestSettings settings,
            final ContextElements contextElements,
            final Observers observers) {
        this.handler = handler;
        this.adaptive = settings.adaptiveLimit();
        this.mounts = mounts;
        this.limits = settings.limits();
        this.bodies = new BodyBudget(settings.maxBodies());
        this.contextElements = contextElements;
        final EventEmitter<RequestEvent> events = observers.of(RequestEvent.class);
        this.timeouts = new RequestTimeouts(limits);
        this.reports = new RequestReports(
                events == null ? null : new RequestObserver(events, settings.plugin()),
                settings.accessLog() == null ? null : AccessLog.of(settings.accessLog(), settings.plugin()));
    }

    /**
     * The largest body that can be received, whatever the limit of one body is: all bodies have a limit together.
     *
     * @return bytes
     */
    public long largestBody() {
        return bodies.largestBody();
    }

    /**
     * Attaches to a server; called on the server's event loop before it listens.
     *
     * @param server its requests are handled
     * @param vertx what the server belongs to
     * @param tls how the clients of the server are known
     * @param roomForAnswers false while too many bytes wait for clients; then requests are refused
     */
    public void attach(
            final HttpServer server,
            final Vertx vertx,
            final HttpListener.Tls tls,
            final BooleanSupplier roomForAnswers) {
        final AccessLog accessLog = reports.accessLog();
        if (accessLog != null) {
            accessLog.start();
        }
        final EventLoopContext context = EventLoopContext.of(vertx.getOrCreateContext());
        final EventLoopRequests requests =
                new EventLoopRequests(this, vertx, tls, roomForAnswers, adaptiveLimit(vertx, context.eventLoop()));
        eventLoops.add(new AttachedEventLoop(requests, context));
        context.eventLoop().terminationFuture().addListener(ended -> requests.eventLoopTerminated());
        server.requestHandler(requests);
        server.invalidRequestHandler(requests::refuse);
    }

    /** The limit of an event loop, which its servers have together; null if there is none. */
    private @Nullable AdaptiveLimit adaptiveLimit(final Vertx vertx, final Executor eventLoop) {
        final RequestSettings.AdaptiveBounds bounds = adaptive;
        return bounds == null
                ? null
                : adaptiveLimits.computeIfAbsent(eventLoop, first -> {
                    final AdaptiveLimit limit = new AdaptiveLimit(bounds.min(), bounds.max());
                    vertx.setPeriodic(AdaptiveLimit.WINDOW_MILLIS, timer -> limit.check());
                    return limit;
                });
    }

    /** Tells the requests in flight that the application stops, so that those end which wait for their client to leave. */
    public void tellStopping() {
        stopping = true;
        eventLoops.forEach(
                each -> each.context().runUnlessTerminated(() -> each.requests().tellStopping()));
    }

    boolean isStopping() {
        return stopping;
    }

    /**
     * The end of the requests in flight, and of the work that outlasts its request. A
     * request is counted if its first task on the event loop ends without a response; so the tasks of each event loop
     * are awaited before the count.
     *
     * @return completes when there is neither
     */
    public Completable drained() {
        draining = true;
        final CompletableSubject subject = CompletableSubject.create();
        final List<AttachedEventLoop> attached = List.copyOf(eventLoops);
        if (attached.isEmpty()) {
            subject.onComplete();
        }
        final AtomicInteger remaining = new AtomicInteger(attached.size());
        attached.forEach(each -> each.context().afterPendingTasks(() -> {
            each.requests().sendDelayedRefusals();
            if (remaining.decrementAndGet() == 0) {
                empty = subject;
                completeIfEmpty();
            }
        }));
        return subject;
    }

    /**
     * Ends what works beside the requests; called when the servers are closed.
     *
     * @return completes when the last line of the access log is written
     */
    public Completable close() {
        final AccessLog accessLog = reports.accessLog();
        return accessLog == null ? Completable.complete() : accessLog.close();
    }

    /** Disposes the requests in flight and answers 503. */
    public void endRequests() {
        eventLoops.forEach(
                each -> each.context().runUnlessTerminated(() -> each.requests().endAll()));
    }

    /**
     * Whether refusals are delayed for clients that retry before their Retry-After. Those that are delayed count as
     * requests in flight, of which half are for others.
     */
    boolean delaysRefusals() {
        return !draining && handler.refusesMany() && inFlight.get() < limits.maxInFlight() / 2;
    }

    /** Checked before a request begins; those that are answered at once are never counted. */
    boolean hasRoom() {
        return inFlight.get() < limits.maxInFlight();
    }

    void requestStarted() {
        inFlight.incrementAndGet();
    }

    void requestEnded() {
        if (inFlight.decrementAndGet() == 0) {
            completeIfEmpty();
        }
    }

    /**
     * Work that may block is queued for a thread; called while its request is in flight. It outlasts a client that
     * disconnects, so it has a limit of its own.
     *
     * @return false if there is too much work; then nothing has changed
     */
    boolean workQueued() {
        if (blockingWork.incrementAndGet() <= limits.maxInFlight()) {
            return true;
        }
        workEnded();
        return false;
    }

    /** Work that may block has ended, or was not started. */
    void workEnded() {
        if (blockingWork.decrementAndGet() == 0) {
            completeIfEmpty();
        }
    }

    private void completeIfEmpty() {
        final CompletableSubject subject = empty;
        if (subject != null && inFlight.get() == 0 && blockingWork.get() == 0) {
            subject.onComplete();
        }
    }

    RequestReports reports() {
        return reports;
    }

    RequestTimeouts timeouts() {
        return timeouts;
    }

    HttpHandler handler() {
        return handler;
    }

    HttpMounts mounts() {
        return mounts;
    }

    ContextElements contextElements() {
        return contextElements;
    }

    BodyBudget bodies() {
        return bodies;
    }

    /** Null if there is no limit that follows latency. */
    RequestSettings.@Nullable AdaptiveBounds adaptive() {
        return adaptive;
    }

    Limits limits() {
        return limits;
    }

    private record AttachedEventLoop(EventLoopRequests requests, EventLoopContext context) {}
}
