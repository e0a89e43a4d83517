package org.jzenith.http.exchange;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.warning.CountedWarning;
import org.jzenith.http.accesslog.AccessLog;
import org.jzenith.http.server.HttpListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the requests of one listener share: who answers them, their limits, time-outs and reports, and the phases of the stop.
 * Each server of the listener has its {@link EventLoopRequests}, and {@link InFlightCount} counts the requests of all.
 * Safe for use by many threads.
 */
public final class ListenerRequests {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerRequests.class);

    private final HttpHandler handler;
    private final HttpMounts mounts;
    private final String plugin;
    private final Limits limits;
    private final BodyBudget bodies;
    private final BodyBudget values;
    private final ContextElements contextElements;
    private final RequestReports reports;
    private final RequestTimeouts timeouts;
    private final PathPrefixes priorityPaths;
    private final AdaptiveLimits adaptiveLimits;
    private final InFlightCount count;
    private final List<AttachedEventLoop> eventLoops = new CopyOnWriteArrayList<>();
    private final CountedWarning tooMany;
    private final CountedWarning tooSlow;
    private final CountedWarning unreadAnswers;
    private volatile boolean stopping;
    private volatile boolean draining;

    /**
     * Creates it without servers.
     *
     * @param handler answers the requests
     * @param mounts answer some of them instead
     * @param settings their limits
     * @param contextElements follow each request
     * @param observers are told of each request
     */
    public ListenerRequests(
            final HttpHandler handler,
            final HttpMounts mounts,
            final RequestSettings settings,
            final ContextElements contextElements,
            final Observers observers) {
        this.handler = handler;
        this.mounts = mounts;
        this.plugin = settings.plugin();
        this.limits = settings.limits();
        this.count = new InFlightCount(limits.maxInFlight());
        this.tooMany = new CountedWarning(
                LOGGER,
                "Requests are answered 503 at once: " + plugin + ".max-requests-in-flight is " + limits.maxInFlight()
                        + ", and as many are in flight.");
        this.tooSlow = new CountedWarning(
                LOGGER,
                "Requests are answered 503 at once: latency has grown, and " + plugin + ".adaptive-limit has no room.");
        this.unreadAnswers = new CountedWarning(
                LOGGER,
                "Requests are answered 503 at once: the answers that wait for clients fill " + plugin
                        + ".max-buffered-responses.");
        this.priorityPaths = new PathPrefixes(settings.priorityPaths());
        this.adaptiveLimits = new AdaptiveLimits(settings.adaptiveLimit());
        this.bodies = new BodyBudget(settings.maxBodies());
        this.values = new BodyBudget(settings.maxParsedBodies());
        this.contextElements = contextElements;
        final EventEmitter<RequestEvent> events = observers.of(RequestEvent.class);
        this.timeouts = new RequestTimeouts(limits);
        this.reports = new RequestReports(
                events == null ? null : new RequestObserver(events, settings.plugin()),
                settings.accessLog() == null ? null : AccessLog.of(settings.accessLog(), settings.plugin()));
    }

    /**
     * Logs that a request was answered 503 at once.
     *
     * @param roomForAnswers whether fewer answers wait for clients than may
     * @param roomInFlight whether fewer requests are in flight than may be
     */
    void warnOfRefusal(final boolean roomForAnswers, final boolean roomInFlight) {
        (!roomForAnswers ? unreadAnswers : roomInFlight ? tooSlow : tooMany).add();
    }

    /** The name of the plugin, which stands before the keys of its settings. */
    String plugin() {
        return plugin;
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
                new EventLoopRequests(this, vertx, tls, roomForAnswers, adaptiveLimits.of(context.eventLoop(), vertx));
        eventLoops.add(new AttachedEventLoop(requests, context));
        context.eventLoop().terminationFuture().addListener(ended -> requests.eventLoopTerminated());
        server.requestHandler(requests);
        server.invalidRequestHandler(requests::refuse);
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
    @CheckReturnValue
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
                count.completeWhenZero(subject);
            }
        }));
        return subject;
    }

    /**
     * Ends what works beside the requests; called when the servers are closed.
     *
     * @return completes when the last line of the access log is written
     */
    @CheckReturnValue
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
        return !draining && handler.refusesMany() && count.isBelowHalf();
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

    /** Limits the memory of the values that bodies are read into. */
    BodyBudget values() {
        return values;
    }

    /** The requests that are answered when the others have reached their limit. */
    PathPrefixes priorityPaths() {
        return priorityPaths;
    }

    AdaptiveLimits adaptiveLimits() {
        return adaptiveLimits;
    }

    InFlightCount count() {
        return count;
    }

    Limits limits() {
        return limits;
    }

    private record AttachedEventLoop(EventLoopRequests requests, EventLoopContext context) {}
}
