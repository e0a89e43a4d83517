package org.jzenith.rest.dispatch;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.impl.ContextInternal;
import jakarta.ws.rs.core.Application;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.observe.Emitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.rest.error.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests: admits or refuses them, and ends those in flight when the application stops. Safe for use by many
 * threads.
 */
public final class RequestHandler {

    /**
     * The resources and providers of the application.
     *
     * @param resources classes with {@code @Path}, bound in Guice
     * @param instances objects with {@code @Path}
     * @param providers classes bound in Guice, and objects, that support the handling
     * @param builtins objects that support the handling where the application provides none
     * @param application what {@code @Context Application} is
     * @param errors answers failures
     * @param subResourceCheck is given the class of a resource or sub-resource before its methods are called, and
     *     throws if they must not be
     */
    public record Parts(
            List<Class<?>> resources,
            List<Object> instances,
            List<Object> providers,
            List<Object> builtins,
            Application application,
            Errors errors,
            Consumer<Class<?>> subResourceCheck) {}

    /**
     * The limits of requests.
     *
     * @param basePath prefix of every path
     * @param maxBody bytes of one body
     * @param maxBodies bytes of all bodies that are held at a time
     * @param maxDocumentOnLoop bytes of a JSON document; a larger one is read on a worker thread
     * @param bodyTimeout for the body to arrive
     * @param requestTimeout for the answer to begin
     * @param maxInFlight requests at a time
     * @param trustedProxies addresses and networks
     * @param plugin the name of the plugin that serves the requests
     */
    public record Settings(
            String basePath,
            long maxBody,
            long maxBodies,
            long maxDocumentOnLoop,
            Duration bodyTimeout,
            Duration requestTimeout,
            int maxInFlight,
            List<String> trustedProxies,
            String plugin) {

        /**
         * Checks the proxies.
         *
         * @throws IllegalArgumentException if one is neither an address nor a network
         */
        public Settings {
            trustedProxies = List.copyOf(trustedProxies);
            Proxies.of(trustedProxies);
        }
    }

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    private final SynchronousDispatcher resteasy;
    private final RequestPipeline pipeline;
    private final Limits limits;
    private final KnownMethods methods;
    private final boolean decodesBodies;
    private final BodyBudget bodies;
    private final Errors errors;
    private final Blocking blocking;
    private final ContextElements contextElements;
    private final @Nullable RequestObserver observer;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger blockingWork = new AtomicInteger();
    private final List<AttachedEventLoop> eventLoops = new CopyOnWriteArrayList<>();
    private volatile boolean draining;
    private volatile @Nullable CompletableSubject empty;

    private RequestHandler(
            final Deployment deployment,
            final Settings settings,
            final BodyBudget bodies,
            final Errors errors,
            final Injector injector) {
        this.resteasy = deployment.resteasy();
        this.methods = deployment.methods();
        this.decodesBodies = ContentCodings.mayDecode(resteasy.getProviderFactory());
        this.bodies = bodies;
        this.limits = Limits.of(settings);
        this.pipeline = deployment.pipeline(limits.basePath());
        this.errors = errors;
        this.blocking = injector.getInstance(Blocking.class);
        this.contextElements = injector.getInstance(ContextElements.class);
        final Emitter<RequestEvent> events =
                injector.getInstance(Observers.class).of(RequestEvent.class);
        this.observer = events == null ? null : new RequestObserver(events, settings.plugin());
    }

    /**
     * Prepares everything that does not depend on a request.
     *
     * @param parts the resources and providers of the application
     * @param settings the limits of requests
     * @param injector makes resources
     * @return a handler without servers
     */
    public static RequestHandler of(final Parts parts, final Settings settings, final Injector injector) {
        final Deployment deployment = new Deployment(parts, injector);
        final BodyBudget bodies = new BodyBudget(settings.maxBodies());
        if (bodies.largestBody() < settings.maxBody()) {
            LOGGER.warn(
                    "Bodies of more than {} bytes are answered 413, though rest.max-body-size allows {}: all buffered"
                            + " bodies together may take {} bytes, of which one body gets seven eighths at most. Set"
                            + " rest.max-buffered-bodies higher, give the JVM a larger heap, or set rest.max-body-size"
                            + " lower.",
                    bodies.largestBody(),
                    settings.maxBody(),
                    settings.maxBodies());
        }
        return new RequestHandler(deployment, settings, bodies, parts.errors(), injector);
    }

    /**
     * Creates a test for addresses of clients.
     *
     * @param texts addresses and networks
     * @return whether an address is one of them or in one of them
     * @throws IllegalArgumentException if one is neither an address nor a network
     */
    public static Predicate<String> networks(final List<String> texts) {
        return Proxies.of(texts)::trust;
    }

    /**
     * Attaches to a server; called on the server's event loop before it listens.
     *
     * @param server its requests are handled
     * @param vertx what the server belongs to
     * @param roomForAnswers false while too many bytes wait for clients; then requests are refused
     */
    public void attach(final HttpServer server, final Vertx vertx, final BooleanSupplier roomForAnswers) {
        final EventLoopRequests requests = new EventLoopRequests(this, vertx, roomForAnswers);
        final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
        eventLoops.add(new AttachedEventLoop(requests, context));
        context.nettyEventLoop().terminationFuture().addListener(ended -> requests.eventLoopTerminated());
        server.requestHandler(requests);
        server.invalidRequestHandler(requests::refuse);
    }

    /**
     * The end of the requests in flight, and of the work of {@code @Blocking} methods whose clients have left. A
     * request is counted if its first task on the event loop ends without a response; so the tasks of each event loop
     * are awaited before the count.
     *
     * @return completes when there is neither
     */
    public Completable drained() {
        draining = true;
        final CompletableSubject subject = CompletableSubject.create();
        if (eventLoops.isEmpty()) {
            subject.onComplete();
        }
        final Set<AttachedEventLoop> remaining = ConcurrentHashMap.newKeySet();
        remaining.addAll(eventLoops);
        eventLoops.forEach(each -> each.afterPendingTasks(() -> {
            each.requests().sendDelayedRefusals();
            if (remaining.remove(each) && remaining.isEmpty()) {
                empty = subject;
                completeIfEmpty();
            }
        }));
        return subject;
    }

    /** Disposes the requests in flight and answers 503. */
    public void endRequests() {
        eventLoops.forEach(each -> each.run(() -> each.requests().endAll()));
    }

    /**
     * Whether refusals are delayed for clients that retry before their Retry-After. Those that are delayed count as
     * requests in flight, of which half are for others.
     */
    boolean delaysRefusals() {
        return !draining && errors.refusesMany() && inFlight.get() < limits.maxInFlight() / 2;
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

    SynchronousDispatcher resteasy() {
        return resteasy;
    }

    /** Null if nobody sees the events of requests. */
    @Nullable
    RequestObserver observer() {
        return observer;
    }

    ContextElements contextElements() {
        return contextElements;
    }

    Blocking blocking() {
        return blocking;
    }

    RequestPipeline pipeline() {
        return pipeline;
    }

    Errors errors() {
        return errors;
    }

    KnownMethods methods() {
        return methods;
    }

    /** Whether the application may decode bodies; then their coding is checked when they are read. */
    boolean decodesBodies() {
        return decodesBodies;
    }

    BodyBudget bodies() {
        return bodies;
    }

    Limits limits() {
        return limits;
    }

    private record AttachedEventLoop(EventLoopRequests requests, ContextInternal context) {

        /** Runs an action when the pending tasks have run, or the event loop has terminated; it may run twice. */
        void afterPendingTasks(final Runnable action) {
            context.nettyEventLoop().terminationFuture().addListener(ended -> action.run());
            run(action);
        }

        /** Not on an event loop that has terminated. */
        void run(final Runnable action) {
            try {
                context.runOnContext(now -> action.run());
            } catch (final RejectedExecutionException e) {
                LOGGER.debug("An event loop has terminated.", e);
            }
        }
    }
}
