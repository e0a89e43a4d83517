package org.jzenith.http.exchange;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.vertx.VertxHttp;

/**
 * One {@linkplain #request() request} and its {@linkplain #response() response} on the connection; a {@link RequestHandler}
 * decides what is answered. It finishes exactly once: by the response, a disconnect, a time-out or the stop. What is sent after
 * that has no effect. Used on the event loop of its connection, except where a method says otherwise.
 */
public final class Exchange extends RequestLifecycle implements Executor {

    private final EventLoopRequests requests;
    private final ServerRequest request;
    private final ServerResponse response;
    private final RequestContext context;
    private final @Nullable CallThreadLocals threadLocals;
    private RequestHandler.Call call;

    /** The connection speaks another protocol, in the context of the request. */
    private boolean contextStays;

    /** Null while nobody has asked for it. */
    private @Nullable ExchangeBody body;

    /** Null if there is no other handler. */
    private @Nullable HttpMount nextMount;

    /** Null if requests are not logged. */
    private final @Nullable RequestLog log;

    /**
     * Creates it before anything is answered.
     *
     * @param admitted false if the server answers in the place of the handler, which then makes no call
     */
    Exchange(final EventLoopRequests requests, final HttpServerRequest incoming, final boolean admitted) {
        final ListenerRequests listener = requests.listener();
        final Limits limits = listener.limits();
        this.requests = requests;
        this.request = new ServerRequest(requests, incoming);
        final String id = RequestId.of(incoming.headers(), requests);
        this.response =
                new ServerResponse(this, new ResponseWriter(incoming, id, limits.features(), request.isOverTls()));
        this.log = listener.reports().newLog();
        this.call = admitted && listener.mounts().isEmpty()
                ? FailedCall.orCallOf(listener.handler(), this)
                : () -> {}; // until one is chosen
        final ThreadLocalAccessor own = call.threadLocals();
        this.threadLocals = own == null ? new CallThreadLocals(this) : null;
        final ThreadLocalAccessor accessor = own == null ? Objects.requireNonNull(threadLocals) : own;
        this.context = listener.contextElements().create(id, limits.requestNanos(), accessor);
    }

    /**
     * What the client asks for.
     *
     * @return the same for the whole request
     */
    public ServerRequest request() {
        return request;
    }

    /**
     * The ways to answer.
     *
     * @return the same for the whole request
     */
    public ServerResponse response() {
        return response;
    }

    /**
     * The body of the request, which is not received before somebody asks for it.
     *
     * @return the same for the whole request, also if it has no body
     */
    public ExchangeBody body() {
        ExchangeBody opened = body;
        if (opened == null) {
            opened = new ExchangeBody(this);
            body = opened;
        }
        return opened;
    }

    /**
     * Whether there is a body that nobody has begun to receive, or that is not read to its end as a {@code Flowable}.
     *
     * @return false from {@link ExchangeBody#receive} on, or if the request has none
     */
    public boolean isBodyOutstanding() {
        return body == null ? BodyHeaders.isExpected(request.incoming()) : body.isOutstanding();
    }

    /**
     * The context of the request, which follows it through every thread.
     *
     * @return the same for the whole request
     */
    public RequestContext context() {
        return context;
    }

    /**
     * Threads for work that may wait.
     *
     * @return what they do is work of this request
     */
    public WorkerTasks workers() {
        return new WorkerTasks(this, requests);
    }

    /**
     * The way to turn the connection over to another protocol.
     *
     * @return without effect until it is performed
     */
    public ProtocolUpgrade upgrade() {
        return new ProtocolUpgrade(this);
    }

    /**
     * For timers.
     *
     * @return whose event loop this is
     */
    public Vertx vertx() {
        return requests.vertx();
    }

    /**
     * For reports, on any thread.
     *
     * @return HTTP method, path and, if known, what answers
     */
    public String description() {
        return RequestReports.description(request, call);
    }

    /**
     * Tells observers what answers the request. Called by the listener's own handler; what a mount answers is told already.
     *
     * @param route the path with the names of its parameters
     * @param method answers
     */
    public void matched(final String route, final Object method) {
        requests.listener().reports().matched(this, log, route, method);
    }

    /**
     * A handler answers the request from now on.
     *
     * @param next to which the handler may pass the request; null for none
     */
    void enter(final RequestHandler chosen, final @Nullable HttpMount next) {
        nextMount = next;
        call = FailedCall.orCallOf(chosen, this);
        if (threadLocals != null) {
            threadLocals.replace(call.threadLocals(), context);
        }
    }

    /**
     * Passes the request to the next handler of the listener: the {@linkplain HttpMount mount} at the same path as the
     * listener's own handler. The call that does so ends, as if its request had finished. On the event loop, in the context of
     * the request.
     *
     * @return true if another handler has the request now; false, without any effect, if there is none, or if the request has
     *     been answered or its body asked for
     */
    public boolean passToNext() {
        return RequestDispatcher.passToNext(this, nextMount);
    }

    /** The response is not written yet: registers the request for time-outs and disconnects. */
    void await() {
        beginInFlight();
        requests.listener().timeouts().startTimer(this);
        if (isBodyOutstanding()) {
            body().pause(); // what nobody receives would be lost
        }
        requests.add(this);
        response.writer().onDisconnect(this::disconnected);
    }

    /**
     * Gives this request an earlier deadline, at which it is disposed and answered 503. On the event loop.
     *
     * @param earlier has no effect if the present one is earlier
     */
    public void lowerDeadline(final RequestDeadline earlier) {
        context.lowerDeadline(earlier);
        if (isInFlight()) {
            requests.listener().timeouts().startTimer(this);
        }
    }

    /** Null while nobody has asked for the body. */
    @Nullable
    ExchangeBody bodyIfAsked() {
        return body;
    }

    /** An upgrade: the context is that of the other protocol, which has no deadline. */
    void keepContext() {
        contextStays = true;
        context.endDeadline();
    }

    /** There is no upgrade after all. */
    void releaseContext() {
        contextStays = false;
        context.restartDeadline();
    }

    /**
     * Answers 500 for a failure that nothing else has handled, or breaks off the response, and logs the failure.
     *
     * @param error why
     */
    public void fail(final Throwable error) {
        ErrorResponses.fail(this, error);
    }

    /** The connection is closed, or the stream reset. */
    void disconnected() {
        if (!isFinished()) {
            finish("The client has disconnected.");
            tell(RequestHandler.Call::disconnected);
        }
    }

    /** Tells the call what has happened to its request. */
    void tell(final Consumer<RequestHandler.Call> event) {
        context.run(() -> event.accept(call));
    }

    /**
     * Whether the application has begun to stop accepting.
     *
     * @return true from then on
     */
    public boolean isStopping() {
        return requests.listener().isStopping();
    }

    /**
     * Ends the request.
     *
     * @param disposed why it has no complete response; null if it has one
     */
    void finish(final @Nullable String disposed) {
        final boolean streamed = isStreaming();
        endPhases();
        requests.listener().reports().ended(this, log, disposed, streamed);
        if (!contextStays) {
            context.end();
        }
        cancelDeadlineTimer();
        response.end();
        if (body != null) {
            body.end();
        }
        endSample(
                disposed == null && (!response.isRefusal() || context.deadline().isUsedUp()));
        final boolean wasInFlight = endInFlight();
        if (wasInFlight) {
            requests.remove(this);
        }
        call.finished(context, !wasInFlight);
        if (body != null) {
            body.requestEnded();
        }
    }

    /**
     * Runs work on the event loop with the context of the request: at once if called there. On any thread. What is
     * thrown is answered with 500.
     *
     * @param work to run
     */
    @Override
    public void execute(final Runnable work) {
        if (isOnEventLoop()) {
            runGuarded(work);
        } else {
            executeLater(work);
        }
    }

    /**
     * Runs work on the event loop, with the context of the request, in a task of its own. On any thread.
     *
     * @param work to run
     */
    public void executeLater(final Runnable work) {
        VertxHttp.contextOf(request.incoming()).runOnContext(now -> runGuarded(work));
    }

    /**
     * Returns true if long work should go on {@linkplain #executeInNextTurn in the next turn}, because the event loop has not
     * served its sockets for 2 ms. On the event loop.
     *
     * @return false if it may go on now
     */
    public boolean isTurnOver() {
        return requests.turns().isOver();
    }

    /**
     * Runs work on the event loop, with the context of the request, after the sockets have been served. On the event loop.
     *
     * @param work to run
     */
    public void executeInNextTurn(final Runnable work) {
        requests.turns().next(() -> dispatch(() -> runGuarded(work)));
    }

    /**
     * The event loop of the request, without the context of the request. On any thread.
     *
     * @return the same for all requests of this event loop
     */
    public ScheduledExecutorService eventLoop() {
        return EventLoopContext.eventLoopOf(VertxHttp.contextOf(request.incoming()));
    }

    /**
     * Whether the current thread is the event loop of the request. On any thread.
     *
     * @return true on the event loop
     */
    public boolean isOnEventLoop() {
        return requests.isOnEventLoop();
    }

    /**
     * Whether the current thread works for the request now, with its context. On any thread.
     *
     * @return false on the event loop while it works for another request, or for none
     */
    public boolean isCurrent() {
        return RequestContext.current() == context;
    }

    private void runGuarded(final Runnable work) {
        if (!isCurrent()) {
            context.run(() -> runGuarded(work));
            return;
        }
        try {
            work.run();
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /**
     * Runs work now, with the context of the request and that of Vert.x. On the event loop only, for what Vert.x does not
     * call itself, such as the handlers of an {@linkplain #upgrade upgraded} connection.
     *
     * @param work to run; it must not throw
     */
    public void dispatch(final Runnable work) {
        VertxHttp.dispatch(request.incoming(), () -> context.run(work));
    }

    EventLoopRequests requests() {
        return requests;
    }

    /** What answers the request now. */
    RequestHandler.Call call() {
        return call;
    }
}
