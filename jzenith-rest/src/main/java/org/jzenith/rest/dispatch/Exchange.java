package org.jzenith.rest.dispatch;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.SecurityContext;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.jzenith.core.problem.OutOfMemory;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.error.RetryAfter;
import org.jzenith.rest.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its response on the connection; {@link Invocation} decides what is answered. It finishes exactly once:
 * by the response, a disconnect, a time-out or the stop. Used on the event loop of its connection, except where a method
 * says otherwise.
 */
final class Exchange extends InFlightRequest implements Executor {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    static final String NO_ROOM = "There is no room for the body at the moment.";

    /** Browsers need about 150 characters; what is remembered of clients stays small. */
    private static final int LONGEST_ACCEPT = 256;

    private static final String RETRY_AFTER = HttpHeaders.RETRY_AFTER.toString();

    private static final int NOT_FOUND = 404;
    private static final int TIMED_OUT = 408;
    private static final int UNSUPPORTED = 415;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int UNAVAILABLE = 503;

    private enum Phase {
        BODY,
        WORK,
        STREAM,
        FINISHED
    }

    private final EventLoopRequests requests;
    private final HttpServerRequest incoming;
    private final HttpServerResponse outgoing;
    private final Thread eventLoopThread = Thread.currentThread();
    private final Subscriptions subscriptions = new Subscriptions(this);
    private final ResteasyContextData contextData = new ResteasyContextData(this);
    private final RequestContext context;
    private final ResponseWriter writer;
    private final RequestHeaders headers;
    private @Nullable RequestTarget target;
    private final Invocation invocation;
    private @Nullable RequestBody requestBody;
    private BodyStream body = BodyStream.empty();
    private volatile @Nullable RestRequest request;
    private volatile @Nullable RestResponse response;
    private Phase phase = Phase.WORK;
    private @Nullable RestResponse refusal;
    private long refusalDue;
    private boolean inFlight;
    private boolean paused;
    private long deadline;
    private boolean timeoutStarted;

    Exchange(final EventLoopRequests requests, final HttpServerRequest incoming) {
        this.requests = requests;
        this.incoming = incoming;
        this.outgoing = incoming.response();
        this.headers = new RequestHeaders(incoming.headers());
        final String id = RequestId.of(incoming.headers(), requests);
        this.context = requests.handler().contextElements().create(id, contextData);
        this.writer = new ResponseWriter(incoming, id);
        this.invocation = new Invocation(this, requests.handler().pipeline());
    }

    /** Tells observers, before anything else is looked at. */
    void announce() {
        final RequestObserver observer = handler().observer();
        if (observer != null) {
            observer.begun(context, incoming);
        }
    }

    void begin() {
        try {
            final RequestTarget asked = RequestTarget.of(incoming, limits().proxies());
            final RequestTarget relative = limits().belowBasePath(asked);
            final RequestTarget resolved = relative == null ? asked : relative;
            target = resolved;
            headers.check();
            if (!requests.handler().methods().contains(incoming.method())) {
                decline(NOT_IMPLEMENTED, "This server does not know this method.");
            } else if (relative == null) {
                decline(NOT_FOUND, "There is nothing at this path.");
            } else {
                context.run(invocation);
            }
        } catch (final MalformedRequestException e) {
            refuse(e);
        } catch (final Throwable e) {
            fail(e);
        }
        if (phase != Phase.FINISHED) {
            await();
        }
    }

    /** The response is not written yet: registers the request for time-outs and disconnects. */
    private void await() {
        inFlight = true;
        if (isBodyOutstanding()) {
            incoming.pause(); // what nobody receives would be lost
            paused = true;
        }
        requests.add(this);
        outgoing.closeHandler(gone -> clientDisconnected());
        if (incoming.version() == HttpVersion.HTTP_2) {
            outgoing.exceptionHandler(reset -> clientDisconnected());
        }
    }

    /** Answers before the body is received; closes the connection only if there is a body. */
    void decline(final int status, final String detail) {
        if (RequestBody.isExpected(incoming)) {
            refuse(status, detail);
        } else {
            answer(status, detail);
        }
    }

    private void checkCoding() {
        if (!requests.handler().decodesBodies() && ContentCodings.isEncoded(incoming.headers())) {
            outgoing.headers().set(HttpHeaders.ACCEPT_ENCODING, HttpHeaders.IDENTITY);
            throw new MalformedRequestException(UNSUPPORTED, ContentCodings.REFUSAL);
        }
    }

    boolean isAwaitingBody() {
        return phase == Phase.BODY;
    }

    /** Whether there is a body that nobody has begun to receive. */
    boolean isBodyOutstanding() {
        return requestBody == null && RequestBody.isExpected(incoming);
    }

    /** Answers close the connection from now on if there is a body that nobody has received. */
    void closeIfBodyIsOutstanding() {
        if (isBodyOutstanding()) {
            writer.closeAfterResponse();
        }
    }

    /** Receives the whole body, or refuses the request. */
    void receiveBody(final Runnable received) {
        headers.checkNegotiation();
        checkCoding();
        phase = Phase.BODY;
        timeoutStarted = false;
        final RequestBody created = new RequestBody(this, incoming, whole -> {
            body = whole;
            phase = Phase.WORK;
            timeoutStarted = false;
            final RestRequest made = request;
            if (made != null) {
                made.received(whole);
            }
            execute(received);
        });
        requestBody = created;
        created.collect();
        if (!created.isWaiting()) {
            resumeIfPaused();
        }
    }

    private void resumeIfPaused() {
        if (paused) {
            paused = false;
            incoming.resume();
        }
    }

    void checkNegotiation() {
        headers.checkNegotiation();
    }

    /** The {@code Accept} of the request, empty if there is none; null if it is not worth to be remembered. */
    @Nullable
    String accept() {
        final String accept = headers.accept();
        if (accept == null) {
            return "";
        }
        return accept.isEmpty() || accept.length() > LONGEST_ACCEPT ? null : accept;
    }

    /** Answers 200 with content, and with the headers that the method has set in RESTEasy's response. */
    void send(final CharSequence contentType, final Buffer content) {
        if (phase == Phase.FINISHED) {
            return;
        }
        final RestResponse made = response;
        if (made == null || made.getOutputHeaders().isEmpty()) {
            writer.write(contentType, content);
        } else {
            writer.write(made.filled(contentType, content), providers());
        }
        finish();
    }

    /** Sends what RESTEasy has written, or the rest of it. */
    void sendResponse() {
        if (phase == Phase.FINISHED) {
            return;
        }
        final RestResponse answer = response();
        if (!answer.isStreaming()) {
            try {
                if (!isDelayed(answer)) {
                    writer.write(answer, providers());
                    finish();
                }
            } catch (final RuntimeException e) {
                fail(e);
            }
        } else if (answer.isComplete()) {
            writer.writeLast(answer.collected());
            finish();
        } else {
            abort();
        }
    }

    /** Whether this is a refusal that is sent later. */
    private boolean isDelayed(final RestResponse answer) {
        if (answer.getStatus() != UNAVAILABLE
                || !(answer.getOutputHeaders().getFirst(RETRY_AFTER) instanceof RetryAfter told)) {
            return false;
        }
        final long now = System.nanoTime();
        final long wait = refusal != null ? 0 : RetryTime.waitNanos(incoming.connection(), now);
        if (wait > 0 && handler().delaysRefusals() && !Forwarding.isProxy(incoming, limits().proxies())) {
            refusal = answer;
            refusalDue = now + wait;
            return true;
        }
        RetryTime.refusalSent(incoming.connection(), told.seconds(), now);
        return false;
    }

    /** Sends a delayed refusal now. */
    void sendDelayedRefusal() {
        if (refusal != null && phase == Phase.WORK) {
            sendResponse();
        }
    }

    /** Sends a part of the content; the result completes when the connection can take more. */
    CompletionStage<Void> send(final Buffer piece) {
        if (phase == Phase.FINISHED) {
            return CompletableFuture.failedFuture(new ClosedChannelException());
        }
        if (phase != Phase.STREAM) {
            if (requestBody != null) {
                requestBody.releaseIfRead();
            }
            final boolean goesOn = writer.writeHead(response(), providers());
            phase = Phase.STREAM;
            if (!goesOn) {
                finish();
                return new CompletableFuture<>();
            }
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        if (writer.writeChunk(piece, () -> execute(() -> taken.complete(null)))) {
            taken.complete(null);
        }
        return taken;
    }

    /** Answers with a problem; does nothing after the response. */
    void answer(final int status, final @Nullable String detail) {
        if (phase == Phase.FINISHED) {
            return;
        }
        if (phase == Phase.STREAM) {
            abort();
            return;
        }
        writer.writeProblem(status, Errors.body(status, detail, RequestTarget.displayPath(incoming)));
        finish();
    }

    /** The body of a 503. */
    byte[] unavailable(final String detail) {
        return Errors.body(UNAVAILABLE, detail, RequestTarget.displayPath(incoming));
    }

    /** Answers and closes the connection, because the start of the next request cannot be found. */
    void refuse(final int status, final @Nullable String detail) {
        writer.closeAfterResponse();
        answer(status, detail);
    }

    /** The body cannot be received: answers 400, or 500 if the server has no memory. */
    void refuse(final @Nullable Throwable broken) {
        if (broken != null && OutOfMemory.isCauseOf(broken)) {
            writer.closeAfterResponse();
            fail(broken);
        } else {
            refuse(MalformedRequestException.of(broken));
        }
    }

    void refuse(final MalformedRequestException reason) {
        refuse(reason.status(), reason.getMessage());
    }

    void refuseUnavailable(final String reason) {
        refuse(UNAVAILABLE, reason);
    }

    /** Answers 500 for a failure that nothing else has handled. */
    void fail(final Throwable error) {
        if (phase == Phase.FINISHED) {
            LOGGER.warn("A request failed after it was answered.", LogText.escape(error));
        } else if (phase == Phase.STREAM) {
            LOGGER.warn("A request failed while its answer was being sent.", LogText.escape(error));
            abort();
        } else {
            writer.writeProblem(500, Errors.unknownBody(error, method(), RequestTarget.displayPath(incoming)));
            finish();
        }
        notifyIfSuspended(suspended -> suspended.finished(error));
    }

    private void abort() {
        outgoing.reset();
        finish("The response is broken off.");
    }

    private void clientDisconnected() {
        if (phase != Phase.FINISHED) {
            finish("The client has disconnected.");
            notifyIfSuspended(RequestAsyncContext::disconnected);
        }
    }

    void stop() {
        endUnavailable("The server is stopping.");
    }

    /** Answers 503, and tells the callbacks of a suspended request. */
    private void endUnavailable(final String detail) {
        answer(UNAVAILABLE, detail);
        notifyIfSuspended(suspended -> suspended.finished(new ServiceUnavailableException(detail)));
    }

    private void notifyIfSuspended(final Consumer<RequestAsyncContext> notification) {
        final RestRequest asked = request;
        final RequestAsyncContext suspended = asked == null ? null : asked.suspended();
        if (suspended != null) {
            context.run(() -> notification.accept(suspended));
        }
    }

    /**
     * The time-out starts at the first check, because most requests have finished by then and need not read the clock.
     */
    void checkTime(final long now) {
        if (!timeoutStarted) {
            timeoutStarted = true;
            deadline = now + (phase == Phase.BODY ? limits().bodyNanos() : limits().requestNanos());
        }
        if (refusal != null) {
            if (now - refusalDue >= 0 || now - deadline >= 0) {
                sendDelayedRefusal();
            }
            return;
        }
        final RequestBody receiving = phase == Phase.BODY ? requestBody : null;
        if (now - deadline < 0) {
            if (receiving != null
                    && receiving.blocksOthers(now, now - deadline + limits().bodyNanos(), limits().bodyNanos())) {
                refuse(TIMED_OUT, "The body arrives too slowly while others wait.");
            }
            return;
        }
        if (receiving != null && receiving.isWaiting()) {
            refuseUnavailable(NO_ROOM);
        } else if (phase == Phase.BODY) {
            refuse(TIMED_OUT, "The body did not arrive in time.");
        } else if (phase == Phase.WORK) {
            endUnavailable("The request took too long.");
        }
    }

    /** Starts the time-out of the body again, because it is read only from now on. */
    void restartTimeout() {
        timeoutStarted = false;
    }

    private void finish() {
        finish(null);
    }

    /** Ends the request: with its response, or for a reason without a complete one. */
    private void finish(final @Nullable String disposed) {
        phase = Phase.FINISHED;
        final RequestObserver observer = handler().observer();
        if (observer != null && disposed == null) {
            observer.answered(context, outgoing, invocation.failure());
        } else if (observer != null && disposed != null) {
            observer.disposed(context, disposed);
        }
        context.end();
        resumeIfPaused(); // bytes that nobody reads count against all streams of an HTTP/2 connection
        if (requestBody != null) {
            requestBody.end();
        }
        if (inFlight) {
            inFlight = false;
            requests.remove(this);
            dispose();
        } else if (!subscriptions.endUnused()) {
            dispose();
        }
        contextData.end();
    }

    private void dispose() {
        try {
            context.run(subscriptions::dispose);
        } catch (final RuntimeException e) {
            LOGGER.warn("The subscriptions of a request could not be disposed.", LogText.escape(e));
        }
    }

    boolean isFinished() {
        return phase == Phase.FINISHED;
    }

    /** Runs work on the event loop with the context of the request: at once if called there. */
    @Override
    public void execute(final Runnable work) {
        if (Thread.currentThread() == eventLoopThread) {
            runGuarded(work);
        } else {
            ((HttpServerRequestInternal) incoming).context().runOnContext(now -> runGuarded(work));
        }
    }

    /** Runs work on the event loop in a task of its own. */
    void executeLater(final Runnable work) {
        ((HttpServerRequestInternal) incoming).context().runOnContext(now -> runGuarded(work));
    }

    boolean isOnEventLoop() {
        return Thread.currentThread() == eventLoopThread;
    }

    /**
     * Reads the body on a worker thread, with the context of the request.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        final RequestBody whole = requestBody;
        if (whole == null || !whole.isWhole()) {
            result.completeExceptionally(new IllegalStateException("The request has no body to read."));
            return result;
        }
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        final Runnable release = retain();
        final RequestBody.Reader reader = whole.reader(release);
        try {
            requests.documents()
                    .executeBlocking(() -> reader.read(snapshot, reading), false)
                    .onComplete(value -> executeUnlessFinished(() -> result.complete(value)), error -> {
                        release.run(); // if the task has not run
                        executeUnlessFinished(() -> result.completeExceptionally(error));
                    });
        } catch (final Throwable e) {
            release.run();
            throw e;
        }
        return result;
    }

    private void executeUnlessFinished(final Runnable work) {
        execute(() -> {
            if (!isFinished()) {
                work.run();
            }
        });
    }

    /**
     * Retains the body and the files made of it for work that may outlast the request. The returned action releases
     * them; it may run on any thread.
     */
    Runnable retain() {
        final Runnable body = requestBody == null ? () -> {} : requestBody.retain();
        final RequestCleanables files = contextData.cleanables();
        files.retain();
        final AtomicBoolean retained = new AtomicBoolean(true);
        return () -> {
            if (retained.compareAndSet(true, false)) {
                body.run();
                files.release();
            }
        };
    }

    private void runGuarded(final Runnable work) {
        if (RequestContext.current() != context) {
            context.run(() -> runGuarded(work));
            return;
        }
        try {
            work.run();
        } catch (final Throwable e) {
            fail(e);
        }
    }

    String method() {
        return incoming.method().name();
    }

    /** For reports, on any thread: HTTP method, path and, if known, the resource method. */
    String description() {
        final String path = RequestTarget.displayPath(incoming);
        final String what = path == null ? method() : method() + " " + path;
        final CompiledMethod answers = invocation.method();
        return answers == null ? what : what + " (" + answers + ")";
    }

    String clientAddress() {
        return Forwarding.clientAddress(incoming, limits().proxies());
    }

    /** Created on first use, on any thread. */
    RestRequest request() {
        final RestRequest made = request;
        return made == null ? makeRequest() : made;
    }

    private synchronized RestRequest makeRequest() {
        RestRequest made = request;
        if (made == null) {
            made = new RestRequest(this, target(), headers, body);
            request = made;
        }
        return made;
    }

    /** The path of the request with base path and query, as the client has sent it. */
    String path() {
        return target().path();
    }

    /** The path with the base path, as the client has sent it. */
    String rawPath() {
        final String path = path();
        final int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    /** The HTTP method as it is now: a filter may have changed it. */
    String httpMethod() {
        final RestRequest made = request;
        return made == null ? method() : made.getHttpMethod();
    }

    /** Whether a filter has replaced the URI. */
    boolean isUriChanged() {
        final RestRequest made = request;
        final RequestUri uri = made == null ? null : made.uriIfMade();
        return uri != null && uri.isReplaced();
    }

    void ifUriMade(final Consumer<ResteasyUriInfo> action) {
        final RestRequest made = request;
        final RequestUri uri = made == null ? null : made.uriIfMade();
        if (uri != null) {
            action.accept(uri);
        }
    }

    /** The request has been answered, or has failed: tells the callbacks of a suspended request. */
    void completed(final @Nullable Throwable error) {
        final RestRequest made = request;
        final RequestAsyncContext suspended = made == null ? null : made.suspended();
        if (suspended != null) {
            suspended.finished(error);
        }
    }

    /** What somebody has asked for; null if nobody has. */
    <T> @Nullable T contextObjectIfMade(final Class<T> type) {
        return contextData.ifMade(type);
    }

    /** What {@code @Context} means for a type, where nobody has set it; null if it means nothing. */
    @Nullable
    Object contextObject(final Class<?> type) {
        return invocation.pipeline().contextObject(type, invocation);
    }

    /** Created on first use, on any thread. */
    RestResponse response() {
        final RestResponse made = response;
        return made == null ? makeResponse() : made;
    }

    private synchronized RestResponse makeResponse() {
        RestResponse made = response;
        if (made == null) {
            made = new RestResponse(this);
            response = made;
        }
        return made;
    }

    /** The security context until a filter sets one. */
    SecurityContext anonymous() {
        return AnonymousSecurityContext.of(target().scheme());
    }

    private RequestTarget target() {
        if (target == null) {
            throw new IllegalStateException("The request has no target yet.");
        }
        return target;
    }

    RequestContext context() {
        return context;
    }

    RequestHeaders headers() {
        return headers;
    }

    Invocation invocation() {
        return invocation;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    RequestHandler handler() {
        return requests.handler();
    }

    ResteasyProviderFactory providers() {
        return resteasy().getProviderFactory();
    }

    SynchronousDispatcher resteasy() {
        return requests.handler().resteasy();
    }

    Limits limits() {
        return requests.handler().limits();
    }

    BodyBudget bodies() {
        return requests.handler().bodies();
    }

    Vertx vertx() {
        return requests.vertx();
    }
}
