package org.jzenith.http.exchange;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.server.HttpListener;

/** Handles the requests of one server of a listener, on its event loop. Used on that event loop only. */
final class EventLoopRequests implements Handler<HttpServerRequest> {

    private static final long SWEEP_MILLIS = 100;

    private static final int UNAVAILABLE = 503;

    private final ListenerRequests listener;
    private final InFlightCount count;
    private final Vertx vertx;
    private final BooleanSupplier roomForAnswers;
    private final HttpListener.Tls tls;
    private final WorkerExecutor documents;
    private final EventLoopTurns turns;
    private final RequestDispatcher dispatcher;
    private final Thread eventLoopThread = Thread.currentThread();
    private @Nullable WorkerExecutor files;
    private @Nullable Exchange first;
    private final @Nullable AdaptiveLimit adaptive;
    private final PathPrefixes priorityPaths;
    private final PathPrefixes excludedPaths;
    private final RequestId.Sequence ids = new RequestId.Sequence();

    EventLoopRequests(
            final ListenerRequests listener,
            final Vertx vertx,
            final HttpListener.Tls tls,
            final BooleanSupplier roomForAnswers,
            final @Nullable AdaptiveLimit adaptive) {
        this.listener = listener;
        this.count = listener.count();
        this.tls = tls;
        this.roomForAnswers = roomForAnswers;
        this.vertx = vertx;
        this.dispatcher = new RequestDispatcher(listener);
        this.adaptive = adaptive;
        this.priorityPaths = listener.priorityPaths();
        this.excludedPaths = new PathPrefixes(listener.adaptiveLimits().excludedPaths());
        this.documents = vertx.createSharedWorkerExecutor(
                "jzenith-documents", Runtime.getRuntime().availableProcessors());
        this.turns = new EventLoopTurns(EventLoopContext.eventLoopOf(vertx.getOrCreateContext()));
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    }

    /** How the clients of the server are known. */
    HttpListener.Tls tls() {
        return tls;
    }

    @Override
    public void handle(final HttpServerRequest incoming) {
        final boolean answersFit = roomForAnswers.getAsBoolean();
        final boolean admitted = answersFit && hasRoom(incoming);
        final Exchange exchange = new Exchange(this, incoming, admitted);
        listener.reports().begun(exchange);
        if (admitted) {
            dispatcher.dispatch(exchange);
        } else {
            listener.warnOfRefusal(answersFit, count.hasRoom());
            exchange.response().answer(UNAVAILABLE, "There are too many requests at the moment.");
        }
    }

    /** Whether the fixed limit, and the one that follows latency, if there is one, have room for a request. */
    private boolean hasRoom(final HttpServerRequest incoming) {
        if (count.hasRoom() && (adaptive == null || adaptive.hasRoom())) {
            return true;
        }
        final String path = RequestTarget.displayPath(incoming);
        return count.hasRoom()
                ? excludedPaths.contain(path) || priorityPaths.contain(path)
                : count.hasPriorityRoom() && priorityPaths.contain(path);
    }

    /** Adds a request that was not answered at once, so that its time-outs are checked. */
    void add(final Exchange exchange) {
        RequestLifecycle.link(exchange, first);
        first = exchange;
        count.requestStarted();
        if (adaptive != null && counts(exchange)) {
            exchange.count(new LatencySample(adaptive));
        }
    }

    /** Whether the server works for the request, and follows the latency of requests like it. */
    private boolean counts(final Exchange exchange) {
        return !exchange.hasBegunResponse()
                && exchange.response().delayedRefusal() == null
                && !excludedPaths.contain(exchange.request().displayPath())
                && !priorityPaths.contain(exchange.request().displayPath());
    }

    /** Answers a request that could not be decoded. */
    void refuse(final HttpServerRequest incoming) {
        final Exchange exchange = new Exchange(this, incoming, true);
        listener.reports().begun(exchange);
        ErrorResponses.refuse(exchange, incoming.decoderResult().cause());
    }

    void remove(final Exchange exchange) {
        final Exchange next = exchange.unlink();
        if (first == exchange) {
            first = next;
        }
        count.requestEnded();
    }

    /** Answers 503 to all requests in flight. */
    void endAll() {
        inFlight().forEach(exchange -> ErrorResponses.unavailable(exchange, "The server is stopping."));
    }

    /** Tells all requests in flight that the application stops. */
    void tellStopping() {
        inFlight().forEach(exchange -> exchange.tell(RequestHandler.Call::stopping));
    }

    /** Sends the delayed refusals now. */
    void sendDelayedRefusals() {
        inFlight().forEach(exchange -> exchange.response().sendDelayedRefusal());
    }

    private void sweep() {
        if (first != null) {
            final long now = System.nanoTime();
            inFlight().forEach(exchange -> listener.timeouts().check(exchange, now));
        }
    }

    /** A copy, because the list changes when a request ends. */
    private List<Exchange> inFlight() {
        final List<Exchange> copy = new ArrayList<>();
        for (Exchange each = first; each != null; each = each.next()) {
            copy.add(each);
        }
        return copy;
    }

    /** The event loop has terminated: its requests will never be answered and are no longer counted. */
    void eventLoopTerminated() {
        inFlight().forEach(exchange -> count.requestEnded());
        first = null;
    }

    /** Whether the current thread is this event loop. On any thread. */
    boolean isOnEventLoop() {
        return Thread.currentThread() == eventLoopThread;
    }

    String nextId() {
        return ids.next();
    }

    ListenerRequests listener() {
        return listener;
    }

    /**
     * Threads that read large documents, one per processor for all event loops: more would only need more memory at a
     * time.
     */
    WorkerExecutor documents() {
        return documents;
    }

    /** The turns of long work on this event loop. */
    EventLoopTurns turns() {
        return turns;
    }

    /** Threads that open and read files. */
    WorkerExecutor files() {
        WorkerExecutor made = files;
        if (made == null) {
            made = WorkerTasks.files(vertx);
            files = made;
        }
        return made;
    }

    Vertx vertx() {
        return vertx;
    }
}
