package org.jzenith.http.exchange;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
import org.jzenith.http.configuration.HttpConfiguration;
import org.jzenith.http.response.ResponseFeatures;
import org.jzenith.http.server.HttpListener;

/**
 * The requests of one listener: admits or refuses them, and ends those in flight when the application stops.
 * Safe for use by many threads.
 */
public final class InFlightRequests {

    /**
     * Which bodies are decoded (RFC 9110, 8.4).
     *
     * @param codings {@code gzip} and {@code deflate}, or one of them
     * @param maxRatio bytes that a byte may become on average, beyond the first mebibyte
     */
    public record Decoding(List<String> codings, int maxRatio) {

        /** The coding of a request, in lower case; null if it has none or one that is not decoded. */
        @Nullable
        String of(final HttpServerRequest incoming) {
            final List<String> fields = incoming.headers().getAll(HttpHeaders.CONTENT_ENCODING);
            if (fields.size() != 1) {
                return null;
            }
            final String name = fields.get(0).strip().toLowerCase(Locale.ROOT);
            final String coding = name.equals("x-gzip") ? "gzip" : name;
            return codings.contains(coding) ? coding : null;
        }
    }

    /**
     * The limits of requests.
     *
     * @param basePath prefix of every path
     * @param maxBody bytes of one body
     * @param maxBodies bytes of all bodies that are held at a time
     * @param bodyTimeout for the body to arrive
     * @param requestTimeout for the answer to begin
     * @param maxInFlight requests at a time
     * @param trustedProxies addresses and networks
     * @param plugin the name of the plugin that serves the requests
     * @param features what is added to answers; null for nothing
     * @param accessLog how requests are logged; null for no log
     * @param deadlineHeader in which trusted proxies say how long a request may take; null if they cannot
     * @param decoding which bodies are decoded; null for none
     * @param adaptive a limit that follows latency; null for none
     */
    public record Settings(
            String basePath,
            long maxBody,
            long maxBodies,
            Duration bodyTimeout,
            Duration requestTimeout,
            int maxInFlight,
            List<String> trustedProxies,
            String plugin,
            @Nullable ResponseFeatures features,
            HttpConfiguration.@Nullable AccessLog accessLog,
            @Nullable String deadlineHeader,
            @Nullable Decoding decoding,
            @Nullable AdaptiveSettings adaptive) {

        /** Without features, access log, header and adaptive limit. */
        public Settings(
                final String basePath,
                final long maxBody,
                final long maxBodies,
                final Duration bodyTimeout,
                final Duration requestTimeout,
                final int maxInFlight,
                final List<String> trustedProxies,
                final String plugin) {
            this(
                    basePath,
                    maxBody,
                    maxBodies,
                    bodyTimeout,
                    requestTimeout,
                    maxInFlight,
                    trustedProxies,
                    plugin,
                    null,
                    null,
                    null,
                    null,
                    null);
        }

        /**
         * Takes the slashes from the end of the prefix, so that the root is empty, and checks the proxies.
         *
         * @throws IllegalArgumentException if one is neither an address nor a network
         */
        public Settings {
            while (basePath.endsWith("/")) {
                basePath = basePath.substring(0, basePath.length() - 1);
            }
            trustedProxies = List.copyOf(trustedProxies);
            Networks.of(trustedProxies);
        }
    }

    /**
     * The bounds of the limit that follows latency.
     *
     * @param min requests of one event loop at a time
     * @param max requests of one event loop at a time
     * @param priorityPaths are neither counted nor refused, with what is below them; as the client sends them
     */
    public record AdaptiveSettings(int min, int max, List<String> priorityPaths) {}

    private final HttpHandler handler;
    private final @Nullable AdaptiveSettings adaptive;
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
            final Settings settings,
            final ContextElements contextElements,
            final Observers observers) {
        this.handler = handler;
        this.adaptive = settings.adaptive();
        this.mounts = mounts;
        this.limits = Limits.of(settings);
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
        final AdaptiveSettings bounds = adaptive;
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
    @Nullable
    AdaptiveSettings adaptive() {
        return adaptive;
    }

    Limits limits() {
        return limits;
    }

    private record AttachedEventLoop(EventLoopRequests requests, EventLoopContext context) {}
}
