package org.jzenith.http.exchange;

import io.netty.channel.ChannelHandler;
import io.reactivex.Flowable;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.failure.OutOfMemory;
import org.jzenith.core.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.accesslog.AccessLog;
import org.jzenith.http.response.ResponseFeatures;
import org.jzenith.http.server.HttpListener;
import org.jzenith.http.upgrade.UpgradedProtocol;
import org.jzenith.http.vertx.VertxHttp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its response on the connection; a {@link RequestHandler} decides what is answered. It finishes exactly
 * once: by the response, a disconnect, a time-out or the stop. What is sent after that has no effect. Used on the event
 * loop of its connection, except where a method says otherwise.
 */
public final class Exchange extends LinkedExchange implements Executor {

    private static final Logger LOGGER = LoggerFactory.getLogger(InFlightRequests.class);

    static final String NO_ROOM = "There is no room for the body at the moment.";

    private static final long NO_TIMER = -1;
    private static final long MILLI_NANOS = 1_000_000;

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TIMED_OUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FAILED = 500;
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
    private final boolean mayRepeatHeaders;
    private final Thread eventLoopThread = Thread.currentThread();
    private final @Nullable CallThreadLocals threadLocals;
    private final RequestContext context;
    private final ResponseWriter writer;
    private RequestHandler.Call call;
    private @Nullable RequestTarget target;

    /** What answers the request; null if it is the listener's own handler. */
    private @Nullable HttpMount mount;

    private @Nullable HttpMount nextMount;
    private @Nullable ExchangeBody body;
    private @Nullable FileSender file;
    private Phase phase = Phase.WORK;
    private @Nullable DelayedRefusal refusal;
    private boolean inFlight;

    /** The Content-Encoding that the server decodes; null for none. */
    private @Nullable String coding;

    /** Bytes; negative while the limit is that of the listener. */
    private long maxBody = -1;

    private long bodyDeadline;
    private boolean bodyTimeoutStarted;

    /** Whether the request counts for the limit that follows latency, and since when. */
    private boolean counted;

    private long countedSince;

    /** Checks the time at a deadline of this request's own; the others are checked together. */
    private long deadlineTimer = NO_TIMER;

    private @Nullable String matchedRoute;

    /** A piece is written in several turns of the event loop. */
    private boolean inTurns;

    /** What follows the piece that is written in turns, and ends the response. */
    private @Nullable Buffer lastPiece;

    /** Read only if requests are logged. */
    private final long begun;

    /** The connection speaks another protocol, in the context of the request. */
    private boolean upgraded;

    /** A refusal that is sent at the time for which the client was told to wait. */
    private record DelayedRefusal(ResponseHead head, Buffer content, long due) {}

    Exchange(final EventLoopRequests requests, final HttpServerRequest incoming) {
        this.requests = requests;
        this.incoming = incoming;
        this.outgoing = incoming.response();
        this.mayRepeatHeaders = VertxHttp.mayBeRepeated(incoming.headers());
        final String id = RequestId.of(incoming.headers(), requests);
        this.call = requests.all().mounts().isEmpty() ? FailedCall.orCallOf(handler(), this) : Exchange::notChosen;
        ThreadLocalAccessor accessor = call.threadLocals();
        CallThreadLocals changing = null;
        if (accessor == null) {
            changing = new CallThreadLocals(this);
            accessor = changing;
        }
        this.threadLocals = changing;
        this.context = requests.all().contextElements().create(id, limits().requestNanos(), accessor);
        this.writer = new ResponseWriter(incoming, id, limits().features());
        writer.setSecure(requests.tls() != HttpListener.Tls.OFF);
        this.begun = requests.all().accessLog() == null ? 0 : System.nanoTime();
    }

    /** The call until a handler is chosen, if there are several. */
    private static void notChosen() {}

    /** Tells observers, before anything else is looked at. */
    void announce() {
        final RequestObserver observer = requests.all().observer();
        if (observer != null) {
            observer.begun(context, incoming);
        }
    }

    /**
     * Tells observers what answers the request. Called by the listener's own handler; what a mount answers is told already.
     *
     * @param route the path with the names of its parameters
     * @param method answers
     */
    public void matched(final String route, final Object method) {
        matchedRoute = route;
        final RequestObserver observer = requests.all().observer();
        if (observer != null) {
            observer.matched(context, route, method.toString());
        }
    }

    void begin() {
        try {
            chooseDecoding();
            final RequestTarget asked = RequestTarget.of(
                    incoming, requests.tls() != HttpListener.Tls.OFF, mayRepeatHeaders, limits().proxies());
            final RequestTarget relative = asked.below(limits().basePath());
            final RequestTarget found = relative == null ? asked : relative;
            target = found;
            if (answersByFeatures(found) || hasNoTimeLeft()) {
                return;
            }
            final HttpMounts mounts = requests.all().mounts();
            if (!mounts.isEmpty()) {
                choose(asked, relative, mounts.of(asked));
            } else if (relative == null) {
                answer(NOT_FOUND, "There is nothing at this path.");
            } else {
                context.run(call);
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

    /** What is decoded here has no coding for those behind. */
    private void chooseDecoding() {
        final InFlightRequests.Decoding decoding = limits().decoding();
        if (decoding != null && incoming.headers().contains(HttpHeaders.CONTENT_ENCODING)) {
            coding = decoding.of(incoming);
            if (coding != null) {
                incoming.headers().remove(HttpHeaders.CONTENT_ENCODING);
            }
        }
    }

    /** Whether the body is decoded while it is received. */
    boolean isBodyDecoded() {
        return coding != null;
    }

    BodyDecoder decoder() {
        return new BodyDecoder(
                "gzip".equals(coding),
                Objects.requireNonNull(limits().decoding()).maxRatio());
    }

    /** The longest path wins; of two that are the same, that of the listener's own handler. */
    private void choose(
            final RequestTarget asked, final @Nullable RequestTarget relative, final @Nullable HttpMount mounted) {
        final int ownLength = limits().basePath().length();
        if (mounted != null && (relative == null || mounted.path().length() > ownLength)) {
            enter(mounted, asked);
            context.run(call);
        } else if (relative == null) {
            answer(NOT_FOUND, "There is nothing at this path.");
        } else {
            nextMount = mounted != null && mounted.path().length() == ownLength ? mounted : null;
            change(handler());
            context.run(call);
        }
    }

    private void enter(final HttpMount chosen, final RequestTarget asked) {
        mount = chosen;
        target = asked.below(chosen.path());
        change(chosen.handler());
        matched(chosen.route(), chosen.name());
    }

    private void change(final RequestHandler handler) {
        call = FailedCall.orCallOf(handler, this);
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
        final HttpMount next = nextMount;
        if (next == null || phase != Phase.WORK || refusal != null || (body != null && body.isAskedFor())) {
            return false;
        }
        nextMount = null;
        call.finished(context, !inFlight);
        try {
            enter(next, target());
            call.run();
        } catch (final MalformedRequestException e) {
            refuse(e);
        } catch (final Throwable e) {
            fail(e);
        }
        return true;
    }

    /** Answers a preflight of CORS, and a request of an origin that is refused, before the handler sees them. */
    private boolean answersByFeatures(final RequestTarget asked) {
        final ResponseFeatures features = limits().features();
        if (features == null) {
            return false;
        }
        writer.setSecure(asked.scheme().equals("https"));
        final MultiMap headers = incoming.headers();
        final boolean preflight = features.isPreflight(incoming.method(), headers);
        final String refused = preflight
                ? features.refusalOfPreflight(headers)
                : features.refusal(headers, asked.scheme(), asked.authority());
        if (refused != null) {
            answer(FORBIDDEN, refused);
        } else if (preflight) {
            closeIfBodyIsOutstanding();
            writer.writePreflight();
            finish();
        }
        return phase == Phase.FINISHED;
    }

    /** Reads the time that a trusted peer gives the request; answers if there is none left. */
    private boolean hasNoTimeLeft() {
        final String header = limits().deadlineHeader();
        if (header == null || !Forwarding.isProxy(incoming, limits().proxies())) {
            return false;
        }
        final RequestDeadline given = DeadlineHeader.read(header, incoming.headers());
        if (given == null) {
            return false;
        }
        context.lowerDeadline(given);
        if (given.isUsedUp()) {
            deadlinePassed("arrival");
        }
        return phase == Phase.FINISHED;
    }

    /**
     * Gives this request an earlier deadline, at which it is disposed and answered 503. On the event loop.
     *
     * @param earlier has no effect if the present one is earlier
     */
    public void lowerDeadline(final RequestDeadline earlier) {
        context.lowerDeadline(earlier);
        if (inFlight) {
            startDeadlineTimer();
        }
    }

    private void startDeadlineTimer() {
        if (context.isDeadlineLowered() && phase != Phase.FINISHED) {
            vertx().cancelTimer(deadlineTimer);
            final long millis = context.deadline().remaining().toNanos() / MILLI_NANOS + 1;
            deadlineTimer = vertx().setTimer(millis, due -> {
                deadlineTimer = NO_TIMER;
                checkTime(System.nanoTime());
            });
        }
    }

    /** The response is not written yet: registers the request for time-outs and disconnects. */
    private void await() {
        inFlight = true;
        startDeadlineTimer();
        if (isBodyOutstanding()) {
            pauseBody(); // what nobody receives would be lost
        }
        requests.add(this);
        outgoing.closeHandler(gone -> clientDisconnected());
        if (incoming.version() == HttpVersion.HTTP_2) {
            outgoing.exceptionHandler(reset -> clientDisconnected());
        }
    }

    /** Until somebody asks for it, or the request has ended. */
    void pauseBody() {
        openBody().pause();
    }

    private ExchangeBody openBody() {
        ExchangeBody opened = body;
        if (opened == null) {
            opened = new ExchangeBody(this, incoming);
            body = opened;
        }
        return opened;
    }

    boolean isAwaitingBody() {
        return phase == Phase.BODY;
    }

    /**
     * Whether there is a body that nobody has begun to receive, or that is not read to its end as a {@code Flowable}.
     *
     * @return false from {@link #receiveBody} on, or if the request has none
     */
    public boolean isBodyOutstanding() {
        return body == null ? RequestBody.isExpected(incoming) : body.isOutstanding();
    }

    /** A client that has not sent the body may never do so; then its next request must not be taken for the body. */
    private void closeIfBodyIsOutstanding() {
        if (isBodyOutstanding()) {
            writer.closeAfterResponse();
        }
    }

    /**
     * Receives the whole body, or refuses the request.
     *
     * @param received runs when {@link #body} is there, in the context of the request
     */
    public void receiveBody(final Runnable received) {
        phase = Phase.BODY;
        bodyTimeoutStarted = false;
        openBody().receive(received);
    }

    /** The whole body is there. */
    void bodyReceived(final Runnable received) {
        phase = Phase.WORK;
        execute(received);
    }

    /**
     * Prepares {@link #flowableBody}, which may then be asked for on any thread.
     *
     * @throws MalformedRequestException if the headers say that the body is too large, or ask for what is not known
     */
    public void prepareFlowableBody() {
        openBody().prepareFlowable();
    }

    /**
     * The body in pieces, instead of {@link #receiveBody}. It is read as its one subscriber asks for it, and not kept. It
     * fails if it is too large, if nothing arrives for the body time-out although it is asked for, and when the request ends.
     * While pieces arrive, the time-out of the request does not begin. A response closes the connection if the body is not
     * read to its end.
     *
     * @return the same for each call
     * @throws IllegalStateException if it is not prepared
     */
    public Flowable<Buffer> flowableBody() {
        final FlowableBody pieces = body == null ? null : body.pieces();
        if (pieces == null) {
            throw new IllegalStateException("The body is not prepared to be read in pieces.");
        }
        return pieces;
    }

    /**
     * Limits the body of this request in another way than the others of the listener. Called before the body is asked for.
     *
     * @param bytes the largest body
     */
    public void limitBody(final long bytes) {
        maxBody = bytes;
    }

    long maxBody() {
        return maxBody < 0 ? limits().maxBody() : maxBody;
    }

    /**
     * Counts what is kept of the pieces of {@link #flowableBody}. On the event loop.
     *
     * @param requestEnded runs on the event loop if the request ends before the memory is released
     * @return without bytes at first
     */
    public BodyMemory bodyMemory(final Runnable requestEnded) {
        final BodyMemory memory = openBody().memory(requestEnded);
        if (isFinished()) {
            memory.end();
        }
        return memory;
    }

    /**
     * The received body.
     *
     * @return empty before it is received, and if there is none
     */
    public BodyStream body() {
        return body == null ? BodyStream.empty() : body.received();
    }

    private @Nullable RequestBody wholeBody() {
        return body == null ? null : body.whole();
    }

    /**
     * Answers 200 with content and without further headers.
     *
     * @param contentType its media type
     * @param content the whole content
     */
    public void send(final CharSequence contentType, final Buffer content) {
        if (phase != Phase.FINISHED) {
            closeIfBodyIsOutstanding();
            written(writer.write(contentType, content), content);
        }
    }

    /** The response is written, or its head is and the content follows. */
    private void written(final boolean whole, final Buffer content) {
        if (whole) {
            finish();
        } else {
            phase = Phase.STREAM;
            writeInTurns(content, this::writeLast);
        }
    }

    private void writeLast(final Buffer last) {
        writer.writeLast(last);
        finish();
    }

    /** Content that is encoded takes time: between parts of it, the event loop serves others. */
    private void writeInTurns(final Buffer content, final Consumer<Buffer> last) {
        if (phase == Phase.FINISHED) {
            return;
        }
        if (!writer.isForTurns(content)) {
            inTurns = false;
            last.accept(content);
            return;
        }
        inTurns = true;
        writer.writePart(content.slice(0, ResponseFeatures.TURN_BYTES));
        executeLater(() -> writeInTurns(content.slice(ResponseFeatures.TURN_BYTES, content.length()), last));
    }

    /** Answers 204 without further headers. */
    public void sendNoContent() {
        if (phase != Phase.FINISHED) {
            closeIfBodyIsOutstanding();
            writer.writeNoContent();
            finish();
        }
    }

    /**
     * Answers. The refusal of a client that retries before its time may be sent later.
     *
     * @param head status and headers
     * @param content the whole content
     */
    public void send(final ResponseHead head, final Buffer content) {
        if (phase == Phase.FINISHED) {
            return;
        }
        try {
            if (head.retryAfterSeconds() == 0 || !isDelayed(head, content)) {
                closeIfBodyIsOutstanding();
                written(writer.write(head, content), content);
            }
        } catch (final RuntimeException e) {
            fail(e);
        }
    }

    private boolean isDelayed(final ResponseHead head, final Buffer content) {
        final long now = System.nanoTime();
        final long wait = refusal != null ? 0 : RetryTime.waitNanos(incoming.connection(), now);
        if (wait > 0 && requests.all().delaysRefusals() && !Forwarding.isProxy(incoming, limits().proxies())) {
            refusal = new DelayedRefusal(head, content, now + wait);
            stopCounting(false);
            return true;
        }
        RetryTime.refusalSent(incoming.connection(), head.retryAfterSeconds(), now);
        return false;
    }

    /** Sends a delayed refusal now. */
    void sendDelayedRefusal() {
        final DelayedRefusal delayed = refusal;
        if (delayed != null && phase == Phase.WORK) {
            send(delayed.head(), delayed.content());
        }
    }

    /**
     * Sends a piece of the content, and before the first one the head.
     *
     * @param head status and headers
     * @param piece follows the pieces before
     * @return completes on the event loop when the connection can take more; fails if the request has finished
     */
    public CompletionStage<Void> sendPiece(final ResponseHead head, final Buffer piece) {
        if (phase == Phase.FINISHED) {
            return CompletableFuture.failedFuture(new ClosedChannelException());
        }
        if (phase != Phase.STREAM) {
            final RequestBody whole = wholeBody();
            if (whole != null) {
                whole.releaseIfRead();
            }
            closeIfBodyIsOutstanding();
            final boolean goesOn = writer.writeHead(head);
            phase = Phase.STREAM;
            responseBegun();
            if (!goesOn) {
                finish();
                return new CompletableFuture<>();
            }
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        writeInTurns(piece, rest -> {
            if (writer.writeChunk(rest, () -> execute(() -> taken.complete(null)))) {
                taken.complete(null);
            }
            final Buffer ending = lastPiece;
            if (ending != null) {
                writeInTurns(ending, this::writeLast);
            }
        });
        return taken;
    }

    /**
     * Ends a response that was sent in pieces.
     *
     * @param last the last piece, which may be empty
     */
    public void sendLastPiece(final Buffer last) {
        if (phase == Phase.FINISHED) {
            return;
        }
        if (inTurns) {
            lastPiece = last;
        } else {
            writeInTurns(last, this::writeLast);
        }
    }

    /**
     * Answers with parts of a file. They are read while the client takes them. A file that becomes shorter before they are
     * sent breaks off the response.
     *
     * @param head status and headers
     * @param content is closed when it is sent, or if the request ends before
     * @param parts in the order in which they are sent; all of them are in the content
     */
    public void sendFile(final ResponseHead head, final FileContent content, final List<FilePart> parts) {
        if (phase == Phase.FINISHED) {
            content.close();
            return;
        }
        final FileSender sending = new FileSender(this, incoming, content, parts);
        file = sending;
        try {
            final RequestBody whole = wholeBody();
            if (whole != null) {
                whole.releaseIfRead();
            }
            closeIfBodyIsOutstanding();
            long length = 0;
            for (final FilePart part : parts) {
                length += part.sent();
            }
            if (writer.prepareHead(head, length)) {
                phase = Phase.STREAM;
                responseBegun();
                sending.write();
            } else {
                finish();
            }
        } catch (final RuntimeException e) {
            fail(e);
        }
    }

    void fileSent() {
        writer.writeLast(Buffer.buffer());
        finish();
    }

    /**
     * Does what blocks because it opens or reads a file, on a thread for that.
     *
     * @param work without the context of the request
     * @param <T> the type of its result
     * @return completes on the event loop, in the context of the request; never if the request finishes before, but then a
     *     result that can be closed is closed
     */
    public <T> CompletionStage<T> onFileThread(final Callable<T> work) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        requests.files()
                .executeBlocking(work, false)
                .onComplete(
                        value -> execute(() -> {
                            if (!isFinished()) {
                                result.complete(value);
                            } else if (value instanceof final Closeable unused) {
                                close(unused);
                            }
                        }),
                        error -> executeUnlessFinished(() -> result.completeExceptionally(error)));
        return result;
    }

    private static void close(final Closeable unused) {
        try {
            unused.close();
        } catch (final IOException e) {
            LOGGER.debug("A file that was opened in vain cannot be closed.", LogText.escape(e));
        }
    }

    /**
     * Whether a header that is a list has a token.
     *
     * @param header a name, for example {@code Connection}
     * @param token in any case
     * @return false if there is no such header
     */
    public boolean hasToken(final String header, final String token) {
        return HeaderValue.hasToken(headers().getAll(header), token);
    }

    /**
     * Whether the connection can be {@linkplain #upgrade turned over} to another protocol.
     *
     * @return false over HTTP/2 and HTTP/1.0, for a request with a body or with {@code Connection: close}, and if it has
     *     been answered
     */
    public boolean mayUpgrade() {
        return phase == Phase.WORK
                && incoming.version() == HttpVersion.HTTP_1_1
                && incoming.method().equals(HttpMethod.GET)
                && !isBodyOutstanding()
                && hasToken("Connection", "upgrade")
                && !hasToken("Connection", "close");
    }

    /**
     * Answers {@code 101 Switching Protocols} and turns the connection over to another protocol. The request has finished
     * then: it is not in flight, and its time-out ends. Its {@linkplain #context context} stays until the protocol {@linkplain
     * RequestContext#end ends} it. On the event loop.
     *
     * @param headers of the answer, {@code Connection} and {@code Upgrade} included
     * @param protocol what the server tells of the stop and of time-outs
     * @param handlers of the connection from now on; the last one passes no message on. What the client has sent behind the
     *     request may reach them before this method returns
     * @throws IllegalStateException if the request does not {@linkplain #mayUpgrade allow} it
     */
    public void upgrade(
            final Map<String, String> headers, final UpgradedProtocol protocol, final List<ChannelHandler> handlers) {
        if (!mayUpgrade()) {
            throw new IllegalStateException("The connection of this request cannot be upgraded.");
        }
        upgraded = true;
        context.endDeadline();
        writer.prepareUpgrade(headers);
        VertxHttp.upgrade(incoming, protocol, handlers);
        finish();
    }

    /**
     * Runs work now, with the context of the request and that of Vert.x. On the event loop only, for what Vert.x does not
     * call itself, such as the handlers of an {@linkplain #upgrade upgraded} connection.
     *
     * @param work to run; it must not throw
     */
    public void dispatch(final Runnable work) {
        VertxHttp.dispatch(incoming, () -> context.run(work));
    }

    /** Breaks off the response: resets the connection or stream, so that the client does not take it as whole. */
    public void abort() {
        if (phase != Phase.FINISHED) {
            outgoing.reset();
            finish("The response is broken off.");
        }
    }

    /**
     * Breaks off the response like {@link #abort()}, after the connection has taken its last words.
     *
     * @param lastWords follow the pieces before; may be empty
     */
    public void abort(final Buffer lastWords) {
        if (phase == Phase.STREAM && lastWords.length() > 0) {
            writer.writeChunk(lastWords).onComplete(taken -> execute(this::abort));
        } else {
            abort();
        }
    }

    /**
     * Answers with a problem; breaks off a response that is being sent.
     *
     * @param status of the response
     * @param detail a sentence for the client; null for none
     */
    public void answer(final int status, final @Nullable String detail) {
        answer(status, detail, null);
    }

    private void answer(final int status, final @Nullable String detail, final @Nullable String acceptEncoding) {
        if (phase == Phase.FINISHED || phase == Phase.STREAM) {
            abort();
        } else {
            answer(status, problem(status, detail), acceptEncoding);
        }
    }

    private void answer(final int status, final byte[] problem, final @Nullable String acceptEncoding) {
        closeIfBodyIsOutstanding();
        writer.writeProblem(status, problem, acceptEncoding);
        finish();
    }

    /**
     * Answers with a problem that is encoded already, and without further headers; breaks off a response that is being
     * sent.
     *
     * @param status of the response
     * @param problem its JSON
     */
    public void answerProblem(final int status, final byte[] problem) {
        if (phase == Phase.FINISHED || phase == Phase.STREAM) {
            abort();
        } else {
            answer(status, problem, null);
        }
    }

    /**
     * Answers with a problem and further headers.
     *
     * @param head status and headers, such as {@code Allow}; a {@code Content-Type} is replaced
     * @param detail a sentence for the client; null for none
     */
    public void answer(final ResponseHead head, final @Nullable String detail) {
        if (phase == Phase.FINISHED || phase == Phase.STREAM) {
            abort();
            return;
        }
        final Map<String, List<Object>> headers = new LinkedHashMap<>(head.headers());
        headers.keySet().removeIf("Content-Type"::equalsIgnoreCase);
        headers.put("Content-Type", List.of("application/problem+json"));
        send(
                new ResponseHead() {
                    @Override
                    public int status() {
                        return head.status();
                    }

                    @Override
                    public Map<String, List<Object>> headers() {
                        return headers;
                    }

                    @Override
                    public String headerText(final Object value) {
                        return head.headerText(value);
                    }
                },
                Buffer.buffer(problem(head.status(), detail)));
    }

    private byte[] problem(final int status, final @Nullable String detail) {
        return handler().problem(status, detail, displayPath());
    }

    /**
     * The path as it is shown in problems and reports.
     *
     * @return null if there is none that can be shown
     */
    public @Nullable String displayPath() {
        return RequestTarget.displayPath(incoming);
    }

    /** Answers and closes the connection, because the start of the next request cannot be found. */
    void refuse(final int status, final @Nullable String detail) {
        writer.closeAfterResponse();
        answer(status, detail);
    }

    /** The body cannot be received: answers 400, or 500 if the server has no memory, or nobody if the client is gone. */
    void refuse(final @Nullable Throwable broken) {
        if (broken instanceof StreamResetException || broken instanceof HttpClosedException) {
            clientDisconnected();
        } else if (broken != null && OutOfMemory.isCauseOf(broken)) {
            writer.closeAfterResponse();
            fail(broken);
        } else {
            refuse(MalformedRequestException.of(broken));
        }
    }

    /**
     * Answers as the exception says, and closes the connection, because the start of the next request cannot be found.
     *
     * @param reason is told to the client
     */
    public void refuse(final MalformedRequestException reason) {
        writer.closeAfterResponse();
        answer(reason.status(), reason.getMessage(), reason.acceptEncoding());
    }

    /**
     * Answers 500 for a failure that nothing else has handled, or breaks off the response, and logs the failure.
     *
     * @param error why
     */
    public void fail(final Throwable error) {
        if (phase == Phase.FINISHED) {
            LOGGER.warn("A request failed after it was answered.", LogText.escape(error));
        } else if (phase == Phase.STREAM) {
            LOGGER.warn("A request failed while its answer was being sent.", LogText.escape(error));
            abort();
        } else {
            closeIfBodyIsOutstanding();
            writer.writeProblem(
                    FAILED, handler().problem(error, incoming.method().name(), displayPath()), null);
            finish();
        }
        context.run(() -> call.failed(error));
    }

    /** The end of a response closes its stream of HTTP/2, too, before this exchange has finished. */
    private void clientDisconnected() {
        if (phase != Phase.FINISHED && !writer.hasEnded()) {
            finish("The client has disconnected.");
            context.run(call::disconnected);
        }
    }

    /** The application stops accepting. */
    void tellStopping() {
        context.run(call::stopping);
    }

    /**
     * Whether the application has begun to stop accepting.
     *
     * @return true from then on
     */
    public boolean isStopping() {
        return requests.all().isStopping();
    }

    void stop() {
        endUnavailable("The server is stopping.");
    }

    private void endUnavailable(final String detail) {
        answer(UNAVAILABLE, detail);
        context.run(() -> call.unavailable(detail));
    }

    /** The times start at the first check, because most requests have finished by then and need not read the clock. */
    void checkTime(final long now) {
        final FlowableBody pieces = body == null ? null : body.pieces();
        if (pieces != null && pieces.isAwaited()) {
            context.run(() -> pieces.checkTime(now, limits().bodyNanos()));
            if (!context.isDeadlineLowered()) {
                return;
            }
        }
        final boolean passed = context.deadline().isUsedUp();
        if (phase == Phase.BODY) {
            checkBodyTime(now, passed);
        } else if (refusal != null) {
            if (now - refusal.due() >= 0 || passed) {
                sendDelayedRefusal();
            }
        } else if (passed && phase == Phase.WORK) {
            disposeAtDeadline();
        }
    }

    private void checkBodyTime(final long now, final boolean passed) {
        if (!bodyTimeoutStarted) {
            bodyTimeoutStarted = true;
            bodyDeadline = now + limits().bodyNanos();
        }
        final RequestBody receiving = wholeBody();
        if (passed || now - bodyDeadline >= 0) {
            if (passed) {
                requests.all().deadlineLog().passed(this, "body");
            }
            if (receiving != null && receiving.isWaiting()) {
                refuse(UNAVAILABLE, NO_ROOM);
            } else {
                refuse(TIMED_OUT, "The body did not arrive in time.");
            }
        } else if (receiving != null
                && receiving.blocksOthers(now, now - bodyDeadline + limits().bodyNanos(), limits().bodyNanos())) {
            refuse(TIMED_OUT, "The body arrives too slowly while others wait.");
        }
    }

    /** Disposes the work first, so that it can name its stage. */
    private void disposeAtDeadline() {
        context.end();
        context.run(call::deadlinePassed);
        if (phase == Phase.WORK) {
            final String stage = context.stage();
            deadlinePassed(stage == null ? "resource" : stage);
        }
    }

    private void deadlinePassed(final String stage) {
        requests.all().deadlineLog().passed(this, stage);
        endUnavailable("The request took too long. Its time was used up in the stage '" + stage + "'.");
    }

    HttpServerRequest incoming() {
        return incoming;
    }

    /** False for a refusal that is delayed, and for a response that has begun. */
    boolean isWorkedFor() {
        return refusal == null && (phase == Phase.BODY || phase == Phase.WORK);
    }

    void countSince(final long now) {
        counted = true;
        countedSince = now;
    }

    /** What takes as long as the client or a source wants says nothing about the server. */
    private void responseBegun() {
        context.endDeadline();
        stopCounting(false);
    }

    private void stopCounting(final boolean isSample) {
        if (counted) {
            counted = false;
            requests.endCount(isSample ? System.nanoTime() - countedSince : -1);
        }
    }

    /** A refusal may be fast because the server is slow; what has used up its deadline was slow. */
    private boolean isRefused() {
        final int status = outgoing.getStatusCode();
        return (status == UNAVAILABLE || status == TOO_MANY_REQUESTS)
                && !context.deadline().isUsedUp();
    }

    /** Starts the time-outs again: of a body that is read only from now on, or of which a piece has arrived. */
    void restartTimeout() {
        bodyTimeoutStarted = false;
        context.restartDeadline();
    }

    private void finish() {
        finish(null);
    }

    /** Ends the request: with its response, or for a reason without a complete one. */
    private void finish(final @Nullable String disposed) {
        final AccessLog accessLog = requests.all().accessLog();
        if (accessLog != null) {
            log(accessLog, disposed != null);
        }
        phase = Phase.FINISHED;
        writer.release();
        final RequestObserver observer = requests.all().observer();
        if (observer != null && disposed == null) {
            observer.answered(context, outgoing, regionBytes(), call.failure());
        } else if (observer != null && disposed != null) {
            observer.disposed(context, disposed);
        }
        if (!upgraded) {
            context.end();
        }
        if (deadlineTimer != NO_TIMER) {
            vertx().cancelTimer(deadlineTimer);
            deadlineTimer = NO_TIMER;
        }
        if (body != null) {
            body.end();
        }
        if (file != null) {
            file.end();
        }
        if (counted) {
            stopCounting(disposed == null && !isRefused());
        }
        final boolean atOnce = !inFlight;
        if (inFlight) {
            inFlight = false;
            requests.remove(this);
        }
        call.finished(context, atOnce);
        final FlowableBody pieces = body == null ? null : body.pieces();
        if (pieces != null) {
            pieces.requestEnded();
        }
    }

    /** What the kernel has copied from a file, which the response does not know of. */
    private long regionBytes() {
        return file == null ? 0 : file.regionBytes();
    }

    private void log(final AccessLog accessLog, final boolean aborted) {
        final String target = RequestTarget.sentTarget(incoming);
        if (accessLog.logs(target == null ? "" : target)) {
            accessLog.add(new AccessLog.Entry(
                    System.currentTimeMillis(),
                    System.nanoTime() - begun,
                    context.id(),
                    loggedAddress(),
                    user(),
                    incoming.method().name(),
                    target,
                    RequestObserver.version(incoming),
                    matchedRoute,
                    aborted && phase != Phase.STREAM ? 0 : outgoing.getStatusCode(),
                    outgoing.bytesWritten() + regionBytes(),
                    aborted,
                    incoming.headers().get(HttpHeaders.REFERER),
                    incoming.headers().get(HttpHeaders.USER_AGENT)));
        }
    }

    /** Empty for a peer that has none. */
    private String loggedAddress() {
        final String peer = RequestObserver.address(incoming);
        return peer == null ? "" : limits().proxies().isEmpty() ? peer : clientAddress();
    }

    private @Nullable String user() {
        try {
            return call.user();
        } catch (final RuntimeException e) {
            LOGGER.warn("The name of the user cannot be logged.", LogText.escape(e));
            return null;
        }
    }

    /**
     * Whether the request has its response, or will get none.
     *
     * @return true for ever once it is
     */
    public boolean isFinished() {
        return phase == Phase.FINISHED;
    }

    /**
     * Runs work on the event loop with the context of the request: at once if called there. On any thread. What is
     * thrown is answered with 500.
     *
     * @param work to run
     */
    @Override
    public void execute(final Runnable work) {
        if (Thread.currentThread() == eventLoopThread) {
            runGuarded(work);
        } else {
            VertxHttp.contextOf(incoming).runOnContext(now -> runGuarded(work));
        }
    }

    /**
     * Runs work on the event loop, with the context of the request, in a task of its own. On any thread.
     *
     * @param work to run
     */
    public void executeLater(final Runnable work) {
        VertxHttp.contextOf(incoming).runOnContext(now -> runGuarded(work));
    }

    /**
     * The event loop of the request, without the context of the request. On any thread.
     *
     * @return the same for all requests of this event loop
     */
    public ScheduledExecutorService eventLoop() {
        return EventLoopContext.eventLoopOf(VertxHttp.contextOf(incoming));
    }

    /**
     * Whether the current thread is the event loop of the request. On any thread.
     *
     * @return true on the event loop
     */
    public boolean isOnEventLoop() {
        return Thread.currentThread() == eventLoopThread;
    }

    /**
     * Reads the body on a worker thread, with the context of the request. The caller has retained the body.
     *
     * @param reading reads {@link #body}
     * @param release runs when nothing is read any more
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(
            final Callable<@Nullable Object> reading, final Runnable release) {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        final RequestBody whole = wholeBody();
        if (whole == null || !whole.isWhole()) {
            release.run();
            result.completeExceptionally(new IllegalStateException("The request has no body to read."));
            return result;
        }
        final ContextSnapshot snapshot = ContextSnapshot.capture();
        final RequestBody.BodyReader reader = whole.reader(release);
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

    /**
     * Runs work that takes the processor for too long for an event loop on a worker thread, with the context of the request.
     *
     * @param work whatever it returns
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> onWorker(final Callable<@Nullable Object> work) {
        final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
        requests.documents()
                .executeBlocking(() -> RequestBody.inContext(snapshot, work), false)
                .onComplete(
                        value -> executeUnlessFinished(() -> result.complete(value)),
                        error -> executeUnlessFinished(() -> result.completeExceptionally(error)));
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
     * Retains the body for work that may outlast the request.
     *
     * @return releases it; runs once, on any thread
     */
    public Runnable retainBody() {
        final RequestBody whole = wholeBody();
        return whole == null ? () -> {} : whole.retain();
    }

    /**
     * Counts work that may outlast the request, so that the stop waits for it.
     *
     * @return false if there is too much such work already; then nothing is counted
     */
    public boolean beginWork() {
        return requests.all().workQueued();
    }

    /** The work of one {@link #beginWork} has ended, or was not begun. On any thread. */
    public void endWork() {
        requests.all().workEnded();
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

    /**
     * What the client asks for.
     *
     * @return for example {@code GET}
     */
    public HttpMethod method() {
        return incoming.method();
    }

    /**
     * The headers as the client has sent them.
     *
     * @return not to be changed
     */
    public MultiMap headers() {
        return incoming.headers();
    }

    /**
     * Whether one of the headers {@code Accept}, {@code Accept-Language}, {@code Content-Type} and {@code Cookie} may have
     * several fields.
     *
     * @return false for most requests
     */
    public boolean mayRepeatHeaders() {
        return mayRepeatHeaders;
    }

    /**
     * Whether the request came over TLS, as far as the server or a trusted proxy says.
     *
     * @return {@code http} or {@code https}
     */
    public String scheme() {
        return target().scheme();
    }

    /**
     * What the client calls this server.
     *
     * @return host and perhaps a port
     */
    public String authority() {
        return target().authority();
    }

    /**
     * The path of the request with base path and query.
     *
     * @return as the client has sent it, checked
     */
    public String pathAndQuery() {
        return target().pathAndQuery();
    }

    /**
     * The path with the base path and without query.
     *
     * @return as the client has sent it, checked
     */
    public String path() {
        final String path = pathAndQuery();
        final int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    /**
     * The prefix of all paths that the handler answers.
     *
     * @return without a slash at the end, so that the root is empty
     */
    public String basePath() {
        return mount == null ? limits().basePath() : mount.path();
    }

    /**
     * The path without the base path and without query.
     *
     * @return as the client has sent it, checked; empty if the request is for the base path itself
     */
    public String relativePath() {
        return path().substring(basePath().length());
    }

    /**
     * The address of the client, as far as trusted proxies name it.
     *
     * @return an IP address
     */
    public String clientAddress() {
        return Forwarding.clientAddress(incoming, limits().proxies());
    }

    /**
     * For reports, on any thread.
     *
     * @return HTTP method, path and, if known, what answers
     */
    public String description() {
        final String path = displayPath();
        final String what =
                path == null ? incoming.method().name() : incoming.method().name() + " " + path;
        final String answers = call.description();
        final HttpMount mounted = mount;
        if (answers == null && mounted == null) {
            return what;
        }
        return what + " (" + (answers == null ? mounted : answers) + ")";
    }

    /**
     * The certificates by which the client has proved who it is, as TLS has checked them. May be called on any thread.
     *
     * @return its own one, then those of its authorities; empty if it has sent none
     */
    public List<X509Certificate> clientCertificates() {
        return requests.tls() == HttpListener.Tls.WITH_CLIENT_CERTIFICATES
                ? ClientCertificates.of(incoming.connection().sslSession())
                : List.of();
    }

    /**
     * The network of the client that one client has, as far as trusted proxies name it.
     *
     * @return an address of IPv4, or the first 64 bits of one of IPv6
     */
    public String clientNetwork() {
        return Networks.networkOf(clientAddress());
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
     * For timers.
     *
     * @return whose event loop this is
     */
    public Vertx vertx() {
        return requests.vertx();
    }

    private RequestTarget target() {
        if (target == null) {
            throw new IllegalStateException("The request has no target yet.");
        }
        return target;
    }

    private HttpHandler handler() {
        return requests.all().handler();
    }

    Limits limits() {
        return requests.all().limits();
    }

    BodyBudget bodies() {
        return requests.all().bodies();
    }
}
