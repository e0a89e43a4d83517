package org.jzenith.http.handler;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.internal.limit.OutOfMemory;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.body.BodyHeaders;
import org.jzenith.http.body.BodyOwner;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.internal.admission.AdaptiveLimit;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.jzenith.http.internal.write.ResponseWriter;
import org.jzenith.http.request.MalformedRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@linkplain #request() request} and its {@linkplain #response() response}, which a {@link RequestHandler} sends. The
 * exchange finishes exactly once: by the response, a disconnect, a timeout or shutdown. Later responses have no effect. Used
 * on the event loop of its connection, except where a method says otherwise.
 */
public final class Exchange implements BodyOwner {

    private static final Logger LOGGER = LoggerFactory.getLogger(Exchange.class);

    private static final long NO_TIMER = -1;
    private static final long MILLI_NANOS = 1_000_000;

    private final EventLoopRequests requests;
    private final RequestReports.@Nullable Report report;
    private final ServerRequest request;
    private final ServerResponse response;
    private final RequestContext context;

    /** Null if one handler responds to all requests of the listener, with its own thread-locals. */
    private final @Nullable HandlerSelection selection;

    private RequestHandler.Task task;

    private final boolean hasBody;

    /** Null until the body is decoded, kept back, or used by the handler. */
    private @Nullable ExchangeBody body;

    /** Null if no observer needs them. */
    private final RequestReports.@Nullable StageTimes times;

    /** True after an upgrade: the other protocol then uses the context of the request. */
    private boolean contextStays;

    private boolean streaming;
    private boolean finished;

    /** True if the request is registered as in flight on its event loop. */
    private boolean inFlight;

    /** Timer for a request with its own deadline; all other deadlines share one sweep. */
    private long timer = NO_TIMER;

    private AdaptiveLimit.@Nullable Sample sample;

    /**
     * Creates the exchange of a new request.
     *
     * @param handler prepares the task; null if the handler is chosen later, or if the server responds instead of a
     *     handler
     */
    Exchange(
            final EventLoopRequests requests,
            final HttpServerRequest incoming,
            final @Nullable RequestHandler handler) {
        final RequestSettings settings = requests.listener().settings();
        this.requests = requests;
        final RequestReports reports = requests.listener().reports();
        final long begunNanos = reports == null ? 0 : reports.startNanos();
        this.hasBody = BodyHeaders.isExpected(incoming);
        this.request = new ServerRequest(incoming, settings, requests.tls());
        final String id = requests.newId(incoming.headers());
        this.response = new ServerResponse(
                this, new ResponseWriter(incoming, id, settings.responsePolicy(), request.isOverTls()));
        this.task = handler == null ? () -> {} : taskOf(handler);
        final ThreadLocalAccessor own = task.threadLocals();
        this.selection = own == null ? new HandlerSelection(this) : null;
        this.context = requests.newContext(id, own == null ? Objects.requireNonNull(selection) : own);
        this.report = reports == null ? null : reports.begin(request, context, begunNanos);
        this.times = report == null ? null : report.times();
    }

    /** Returns the task of a handler. If the handler throws, returns a task that fails, so that the client gets a 500. */
    RequestHandler.Task taskOf(final RequestHandler handler) {
        try {
            return handler.task(this);
        } catch (final RuntimeException e) {
            return () -> {
                throw e;
            };
        }
    }

    /**
     * Returns the request.
     *
     * @return the same for the whole request
     */
    public ServerRequest request() {
        return request;
    }

    /**
     * Returns the response to the request.
     *
     * @return the same for the whole request
     */
    public ServerResponse response() {
        return response;
    }

    /**
     * Returns the body of the request. It is received only when the application asks for it.
     *
     * @return the same for the whole request, also if it has no body
     */
    public ExchangeBody body() {
        ExchangeBody opened = body;
        if (opened == null) {
            opened = new ExchangeBody(
                    this, request.incoming(), requests.listener().bodies());
            body = opened;
        }
        return opened;
    }

    /**
     * Returns true if the request has a body that the application has neither started to receive nor read to its end as a {@code Flowable}.
     *
     * @return false after a call of {@link ExchangeBody#receive}, or if the request has no body
     */
    public boolean isBodyOutstanding() {
        return hasBody && (body == null || body.isOutstanding());
    }

    /**
     * Returns the context of the request, which is current on every thread that works for the request.
     *
     * @return the same for the whole request
     */
    @Override
    public RequestContext context() {
        return context;
    }

    /**
     * Returns the threads for blocking work.
     *
     * @return the worker threads; tasks on them are part of this request
     */
    public WorkerTasks workers() {
        return new WorkerTasks(this, requests.threads(), requests.listener().admission());
    }

    /**
     * Returns the upgrade, which hands the connection over to another protocol.
     *
     * @return the upgrade; it has no effect until it is performed
     */
    public ProtocolUpgrade upgrade() {
        return new ProtocolUpgrade(this);
    }

    /**
     * Returns the Vert.x of the event loop, for timers.
     *
     * @return the Vert.x instance that owns this event loop
     */
    public Vertx vertx() {
        return requests.threads().vertx();
    }

    /** Describes the request by HTTP method, path and, if known, its handler. May be called on any thread. */
    public String description() {
        final String path = request.displayPath();
        final String method = request.method().name();
        final String called = task.description();
        final Object handler = called == null && selection != null ? selection.mount() : called;
        return (path == null ? method : method + " " + path) + (handler == null ? "" : " (" + handler + ")");
    }

    /**
     * Tells observers which method handles the request. Called by the listener's own handler and by mounts with
     * {@linkplain MountRoute routes}; other mounts need not call it.
     *
     * @param found the path with the names of its parameters
     * @param method the method that handles the request
     */
    public void matched(final String found, final Object method) {
        context.setRoute(found);
        if (report != null) {
            report.matched(found, method);
        }
    }

    /**
     * Asks the guards of the listener about a part of the mount that handles the request.
     *
     * @param part the part that handles the request
     * @param pathParameters the decoded values of the part's template
     * @return the first refusal, or a decision that lets the request pass
     */
    @CheckReturnValue
    public Single<GuardDecision> askGuards(final MountPart part, final Map<String, String> pathParameters) {
        return guards().check(request, part, pathParameters, this);
    }

    /**
     * Lets the guards of the listener refuse a request for an unknown path. A handler that has nothing at the path calls this method before
     * it responds with 404.
     *
     * @return true if a guard has refused the request; the refusal is then sent already
     */
    public boolean tryRefuseUnknownPath() {
        final GuardDecision refusal = hasBegunResponse() ? null : guards().refusalOfUnknownPath(request);
        if (refusal != null) {
            response.refuse(refusal);
        }
        return refusal != null;
    }

    /**
     * Returns true if the listener has a guard.
     *
     * @return false if all clients may send requests
     */
    public boolean isGuarded() {
        return !guards().all().isEmpty();
    }

    /**
     * Refuses the request of an anonymous client with the challenges of the listener's guards.
     *
     * @param refusal the handler's refusal, with the status 401
     */
    public void refuseUnauthenticated(final GuardDecision refusal) {
        response.refuse(guards().withChallenges(refusal));
    }

    @Override
    public void bodyReceived() {
        if (times != null) {
            times.bodyReceived();
        }
    }

    /** Tells observers that the resource method is called now. May be called on any thread. */
    public void methodCalled() {
        if (times != null) {
            times.methodCalled();
        }
    }

    /** Tells observers that the method has a result or has failed; the last call counts. May be called on any thread. */
    public void resultReceived() {
        if (times != null) {
            times.resultReceived();
        }
    }

    /** Tells observers that the method has returned an asynchronous type, whose result is awaited. */
    public void resultAwaited() {
        if (times != null) {
            times.resultAwaited();
        }
    }

    /** Returns the guards of the listener. */
    ListenerGuards guards() {
        return requests.listener().guards();
    }

    /** Returns the handler selection. Only requests of a listener with mounts or guards have one. */
    HandlerSelection selection() {
        return Objects.requireNonNull(selection);
    }

    void setTask(final RequestHandler.Task chosen) {
        task = chosen;
    }

    /**
     * Passes the request to the next handler of the listener: the {@linkplain HttpMount mount} at the same path as the
     * listener's own handler. The calling task then ends as if its request had finished. Called on the event loop, in the
     * context of the request.
     *
     * @return true if the next handler has taken the request; false, without any effect, if there is no next handler, the
     *     request has a response, or its body was asked for
     */
    public boolean passToNext() {
        final Runnable next = selection == null ? null : selection.next();
        if (next == null || !isWorking() || response.isRefusalDelayed() || (body != null && body.isAskedFor())) {
            return false;
        }
        task.finished(context);
        try {
            next.run();
            task.run();
        } catch (final Throwable e) {
            failOrRefuse(e);
        }
        return true;
    }

    /** Registers a request without a response as in flight, so that time-outs and disconnects end it. */
    void registerInFlight() {
        inFlight = true;
        startTimer();
        if (isBodyOutstanding()) {
            body().pause();
        }
        requests.add(this);
        response.writer().onDisconnect(this::disconnected);
    }

    /** Returns the body; null if nothing has used it yet. */
    @Nullable
    ExchangeBody bodyIfMade() {
        return body;
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public boolean hasBegunResponse() {
        return streaming || finished;
    }

    /** Returns true after the head of the response is sent and before the response ends. */
    boolean isStreaming() {
        return streaming && !finished;
    }

    void beginStream() {
        streaming = true;
        if (times != null) {
            times.headSent();
        }
    }

    /** Returns true if the response has not started and the whole body is not awaited. Also true while a refusal is delayed. */
    boolean isWorking() {
        return !hasBegunResponse() && (body == null || !body.isAwaited());
    }

    /**
     * Sets an earlier deadline. When it passes, the request is disposed and gets a 503. Called on the event loop.
     *
     * @param earlier the new deadline; has no effect if the current deadline is earlier
     */
    public void lowerDeadline(final RequestDeadline earlier) {
        context.lowerDeadline(earlier);
        if (inFlight) {
            startTimer();
        }
    }

    private void startTimer() {
        if (context.isDeadlineLowered() && !finished) {
            cancelTimer();
            final long millis = context.deadline().remaining().toNanos() / MILLI_NANOS + 1;
            timer = vertx().setTimer(millis, due -> requests.checkTime(this, System.nanoTime()));
        }
    }

    private void cancelTimer() {
        if (timer != NO_TIMER) {
            vertx().cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    /** Starts a latency sample for the adaptive limit. */
    void startSample(final AdaptiveLimit adaptive) {
        sample = adaptive.begin();
    }

    /**
     * Ends the latency sample, if there is one.
     *
     * @param representative true if the duration of the sample reflects the speed of the server
     */
    void endSample(final boolean representative) {
        if (sample != null) {
            sample.end(representative);
        }
    }

    /** Keeps the context for the other protocol of an upgrade, and ends its deadline. */
    void keepContext() {
        contextStays = true;
        context.endDeadline();
    }

    /** Releases the context, because the upgrade has failed. */
    void releaseContext() {
        contextStays = false;
        context.restartDeadline();
    }

    @Override
    public void fail(final Throwable error) {
        if (finished) {
            LOGGER.warn("A request failed after its response was sent.", LogText.escape(error));
        } else if (streaming) {
            LOGGER.warn("A request failed while its response was being sent.", LogText.escape(error));
            response.abort(error);
        } else {
            response.sendEncodedProblem(500, problem(error));
        }
        tell(failed -> failed.failed(error));
    }

    @Override
    public void refuse(final @Nullable Throwable broken) {
        if (broken instanceof final MalformedRequestException malformed) {
            response.refuse(malformed);
        } else if (broken instanceof StreamResetException || broken instanceof HttpClosedException) {
            disconnected();
        } else if (broken != null && OutOfMemory.isCauseOf(broken)) {
            response.writer().closeAfterResponse();
            fail(broken);
        } else {
            response.refuse(MalformedRequestException.of(broken));
        }
    }

    /** Fails or refuses the request with the error thrown by the handler. */
    void failOrRefuse(final Throwable error) {
        if (error instanceof final MalformedRequestException malformed) {
            response.refuse(malformed);
        } else {
            fail(error);
        }
    }

    /** Responds with 503 instead of the task. */
    void unavailable(final String detail) {
        if (hasBegunResponse()) {
            response.abort(new CancellationException(detail));
        } else {
            response.sendProblem(503, detail);
        }
        tell(refused -> refused.unavailable(detail));
    }

    /** Returns the content of a problem as formatted by the listener's own handler. */
    byte[] problem(final int status, final @Nullable String detail) {
        return requests.listener().handler().problem(status, detail, request.displayPath());
    }

    /**
     * Logs an unknown failure and creates its problem. For responses that have started and whose format can contain a
     * problem.
     *
     * @param error a failure without its own response
     * @return the problem with the status 500 as JSON, in one line
     */
    public byte[] problem(final Throwable error) {
        return requests.listener().handler().problem(error, request.method().name(), request.displayPath());
    }

    /** Ends the request, because its connection is closed or its stream is reset. */
    void disconnected() {
        if (!finished) {
            finish("The client has disconnected.", null);
            tell(RequestHandler.Task::disconnected);
        }
    }

    /** Tells the task about an event of its request. */
    void tell(final Consumer<RequestHandler.Task> event) {
        context.run(() -> event.accept(task));
    }

    /**
     * Returns true if the application is shutting down.
     *
     * @return true once shutdown has started
     */
    public boolean isStopping() {
        return requests.listener().admission().isStopping();
    }

    /** Ends the request after its response is complete. */
    void finish() {
        finish(null, task.failure());
    }

    /**
     * Ends the request.
     *
     * @param disposed the reason why the request has no complete response; null if it has one
     * @param failure the failure that caused the response or broke it off; null for none
     */
    void finish(final @Nullable String disposed, final @Nullable Throwable failure) {
        final boolean streamed = isStreaming();
        finished = true;
        if (report != null) {
            report.ended(disposed, disposed == null || streamed, response.bytesWritten(), failure, task::user);
        }
        if (!contextStays) {
            context.end();
        }
        cancelTimer();
        response.end();
        if (body != null) {
            body.end();
        }
        if (sample != null) {
            sample.end(disposed == null
                    && (!response.isRefusal() || context.deadline().isUsedUp()));
        }
        if (inFlight) {
            inFlight = false;
            requests.remove(this);
        }
        task.finished(context);
        if (body != null) {
            body.requestEnded();
        }
    }

    /**
     * Runs work on the event loop with the context of the request, immediately if called on that event loop. May be
     * called on any thread. If the work throws an exception, the client gets a 500.
     *
     * @param work the work to run
     */
    @Override
    public void execute(final Runnable work) {
        if (isOnEventLoop()) {
            runGuarded(work);
        } else {
            executeLater(work);
        }
    }

    @Override
    public void executeLater(final Runnable work) {
        VertxHttp.contextOf(request.incoming()).runOnContext(now -> runGuarded(work));
    }

    /**
     * Returns true if long work should continue {@linkplain #executeInNextTurn in the next turn}, because the event loop has
     * not served its sockets for 2 ms. Called on the event loop.
     *
     * @return false if the work may continue now
     */
    @Override
    public boolean isTurnOver() {
        return requests.threads().turns().isOver();
    }

    @Override
    public void executeInNextTurn(final Runnable work) {
        requests.threads().turns().next(() -> dispatch(() -> runGuarded(work)));
    }

    /**
     * Returns the request's event loop. Tasks that you run on it do not have the request's context. May be called on any
     * thread.
     *
     * @return the same for all requests of this event loop
     */
    public ScheduledExecutorService eventLoop() {
        return EventLoopContext.eventLoopOf(VertxHttp.contextOf(request.incoming()));
    }

    /**
     * Returns true if the current thread is the event loop of the request. May be called on any thread.
     *
     * @return true on the event loop
     */
    public boolean isOnEventLoop() {
        return requests.threads().isOnEventLoop();
    }

    /**
     * Returns true if the current thread now works for the request, with its context. May be called on any thread.
     *
     * @return false on the event loop while it works for another request or for no request
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
     * Runs work now, with the contexts of the request and of Vert.x. Only on the event loop, for code that Vert.x does not
     * call, such as the handlers of an {@linkplain #upgrade upgraded} connection.
     *
     * @param work the work to run; it must not throw
     */
    public void dispatch(final Runnable work) {
        VertxHttp.dispatch(request.incoming(), () -> context.run(work));
    }

    /** Returns true if jZenith delays the refusal of a client that retries too early. */
    boolean delaysRefusals() {
        return requests.delaysRefusals() && !request.isFromProxy();
    }

    /** Returns the task that handles the request now. */
    RequestHandler.Task task() {
        return task;
    }
}
