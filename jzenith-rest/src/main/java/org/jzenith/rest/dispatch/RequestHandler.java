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
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.express.ExpressLane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests that servers bring: admits or turns away, and ends what is left when the application stops. Safe
 * for use by many threads.
 */
public final class RequestHandler {

    /**
     * What the application answers with.
     *
     * @param resources classes with {@code @Path}, bound in Guice
     * @param instances objects with {@code @Path}
     * @param providers classes bound in Guice, and objects, that support the handling
     * @param builtins objects that support the handling where the application has nothing of its own
     * @param application what {@code @Context Application} is
     * @param errors answers failures
     * @param subResourceCheck is given the class of a resource or sub-resource before its methods are called, and throws
     *     if they must not be
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
     * What a request may take.
     *
     * @param basePath what stands before every path
     * @param maxBody bytes of one body
     * @param maxBodies bytes of all bodies that are held at a time
     * @param maxDocumentOnLoop bytes of a JSON document; a larger one is read on a worker thread
     * @param bodyTimeout for the body to arrive
     * @param requestTimeout for the answer to begin
     * @param maxInFlight requests at a time
     * @param trustedProxies addresses and networks
     * @param expressLane whether there is a short way for simple resource methods
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
            boolean expressLane) {

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
    private final ExpressLane express;
    private final Limits limits;
    private final KnownMethods methods;
    private final boolean decodes;
    private final BodyBudget bodies;
    private final Errors errors;
    private final ClassValue<Boolean> plainRefusals;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger blockingWork = new AtomicInteger();
    private final List<LaneOnLoop> lanes = new CopyOnWriteArrayList<>();
    private volatile boolean draining;
    private volatile @Nullable CompletableSubject empty;

    private RequestHandler(
            final Deployment deployment,
            final ExpressLane express,
            final Limits limits,
            final BodyBudget bodies,
            final Errors errors) {
        this.resteasy = deployment.resteasy();
        this.methods = deployment.methods();
        this.decodes = ContentCodings.mayDecode(resteasy.getProviderFactory());
        this.bodies = bodies;
        this.express = express;
        this.limits = limits;
        this.errors = errors;
        this.plainRefusals = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> type) {
                return errors.leavesToTable(type.asSubclass(Throwable.class), resteasy.getProviderFactory());
            }
        };
    }

    /**
     * Makes everything that can be made before the first request.
     *
     * @param parts what the application answers with
     * @param settings what a request may take
     * @param injector makes resources
     * @return a handler without servers
     */
    public static RequestHandler of(final Parts parts, final Settings settings, final Injector injector) {
        final Limits limits = Limits.of(settings);
        final Deployment deployment = Deployment.of(parts, injector);
        final ExpressLane express =
                settings.expressLane() ? deployment.expressLane(limits.basePath()) : ExpressLane.closed();
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
        return new RequestHandler(deployment, express, limits, bodies, parts.errors());
    }

    /**
     * Recognizes addresses of clients.
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
     * @param server hands its requests over
     * @param vertx what the server belongs to
     * @param roomForAnswers false while too many bytes wait for clients; then requests are turned away
     */
    public void attach(final HttpServer server, final Vertx vertx, final BooleanSupplier roomForAnswers) {
        final Lane lane = new Lane(this, vertx, roomForAnswers);
        final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
        lanes.add(new LaneOnLoop(lane, context));
        context.nettyEventLoop().terminationFuture().addListener(ended -> lane.lost());
        server.requestHandler(lane);
        server.invalidRequestHandler(lane::refuse);
    }

    /**
     * The end of the requests in flight, and of the work of {@code @Blocking} methods whose clients have left. A request is counted when its first turn on the event loop is over without an
     * answer; so each event loop ends its turn before anybody counts.
     *
     * @return completes as soon as there is neither
     */
    public Completable drained() {
        draining = true;
        final CompletableSubject subject = CompletableSubject.create();
        if (lanes.isEmpty()) {
            subject.onComplete();
        }
        final Set<LaneOnLoop> turns = ConcurrentHashMap.newKeySet();
        turns.addAll(lanes);
        lanes.forEach(each -> each.afterTurn(() -> {
            each.lane().releaseRefusals();
            if (turns.remove(each) && turns.isEmpty()) {
                empty = subject;
                completeIfEmpty();
            }
        }));
        return subject;
    }

    /** Disposes and answers 503 whatever is in flight. */
    public void abandon() {
        lanes.forEach(each -> each.run(() -> each.lane().abandon()));
    }

    /** Whether a refusal waits if its client has come back earlier than it was told. */
    boolean delaysRefusals() {
        return !draining && errors.refusesMany();
    }

    /** Looked at before a request begins; those that are answered at once are never counted. */
    boolean hasRoom() {
        return inFlight.get() < limits.maxInFlight();
    }

    void enter() {
        inFlight.incrementAndGet();
    }

    void release() {
        if (inFlight.decrementAndGet() == 0) {
            completeIfEmpty();
        }
    }

    /**
     * Work that may block waits for a thread from now on; called while its request is in flight. Such work stays when
     * its client leaves, so those in flight do not limit it.
     *
     * @return false if there is too much of it; then nothing has changed
     */
    boolean workQueued() {
        if (blockingWork.incrementAndGet() <= limits.maxInFlight()) {
            return true;
        }
        workEnded();
        return false;
    }

    /** Work that may block has ended, or did not begin. */
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

    /**
     * The short way for those that can take it.
     *
     * @return says which resource methods these are
     */
    public ExpressLane express() {
        return express;
    }

    /** Whether the table of errors alone says how this is answered. */
    boolean isPlainRefusal(final Throwable error) {
        return error instanceof TemporarilyUnavailable && plainRefusals.get(error.getClass());
    }

    Errors errors() {
        return errors;
    }

    KnownMethods methods() {
        return methods;
    }

    /** Whether the application may decode bodies; then nobody knows before they are read. */
    boolean decodes() {
        return decodes;
    }

    BodyBudget bodies() {
        return bodies;
    }

    Limits limits() {
        return limits;
    }

    private record LaneOnLoop(Lane lane, ContextInternal context) {

        /** Runs something when the event loop has ended its turn, or has ended; it may run twice. */
        void afterTurn(final Runnable action) {
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
