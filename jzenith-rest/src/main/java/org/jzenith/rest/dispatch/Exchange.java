package org.jzenith.rest.dispatch;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The story of one request: it begins, its body arrives, RESTEasy works on it, its answer is sent. It ends exactly
 * once, whoever comes first: the answer, the client who leaves, the clock or the stop. All of it happens on the event
 * loop of its connection.
 */
final class Exchange {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestHandler.class);

    private static final int NOT_FOUND = 404;
    private static final int TIMED_OUT = 408;
    private static final int TOO_LARGE = 413;
    private static final int EXPECTATION_FAILED = 417;
    private static final int UNAVAILABLE = 503;

    private enum Phase {
        BODY,
        WORK,
        STREAM,
        OVER
    }

    private final Lane lane;
    private final HttpServerRequest incoming;
    private final HttpServerResponse outgoing;
    private final Thread loop = Thread.currentThread();
    private final Context home;
    private final RequestContext context;
    private final Subscriptions subscriptions;
    private final RestResponse response;
    private final AnswerWriter writer;
    private Phase phase = Phase.BODY;
    private long deadline;

    Exchange(final Lane lane, final HttpServerRequest incoming) {
        this.lane = lane;
        this.incoming = incoming;
        this.outgoing = incoming.response();
        this.home = lane.vertx().getOrCreateContext();
        final String id = RequestId.of(incoming.headers(), lane);
        this.subscriptions = new Subscriptions(this::onEventLoop);
        this.context = RequestContext.create(id, new ResteasyLevel(subscriptions));
        this.response = new RestResponse(this);
        this.writer = new AnswerWriter(incoming, id, lane.signature());
    }

    void begin() {
        outgoing.closeHandler(gone -> clientLeft());
        outgoing.exceptionHandler(gone -> clientLeft());
        try {
            final Target target = Target.of(incoming, limits().proxies());
            final RequestHeaders headers = new RequestHeaders(incoming.headers());
            headers.check();
            if (!isBelowBasePath(target.path())) {
                notFound();
            } else if (expectsBody()) {
                collect(target, headers);
            } else {
                context.run(() -> work(target, headers, Buffer.buffer()));
            }
        } catch (final Malformed e) {
            refuse(e.status(), e.getMessage());
        } catch (final Throwable e) {
            fail(e);
        }
    }

    private void notFound() {
        if (expectsBody()) {
            refuse(NOT_FOUND, "There is nothing at this path.");
        } else {
            answer(NOT_FOUND, "There is nothing at this path.");
        }
    }

    private boolean isBelowBasePath(final String path) {
        final String base = limits().basePath();
        if (!path.startsWith(base)) {
            return false;
        }
        return path.length() == base.length() || "/?;".indexOf(path.charAt(base.length())) >= 0;
    }

    private boolean expectsBody() {
        if (incoming.version() == HttpVersion.HTTP_2) {
            final HttpMethod method = incoming.method();
            return incoming.headers().contains(HttpHeaders.CONTENT_LENGTH)
                    || !(method.equals(HttpMethod.GET)
                            || method.equals(HttpMethod.HEAD)
                            || method.equals(HttpMethod.OPTIONS));
        }
        return incoming.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                || (incoming.headers().contains(HttpHeaders.CONTENT_LENGTH) && contentLength() != 0);
    }

    private long contentLength() {
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (final NumberFormatException e) {
            throw new Malformed("The Content-Length is not a number.");
        }
    }

    private void collect(final Target target, final RequestHeaders headers) {
        if (contentLength() > limits().maxBody()) {
            refuse(TOO_LARGE, "The body is too large.");
            return;
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        if (expectation != null && !expectation.equalsIgnoreCase("100-continue")) {
            refuse(EXPECTATION_FAILED, "The only expectation understood is 100-continue.");
            return;
        }
        if (expectation != null) {
            outgoing.writeContinue();
        }
        deadline = System.nanoTime() + limits().bodyNanos();
        final Buffer body = Buffer.buffer();
        incoming.handler(chunk -> {
            if (phase != Phase.BODY) {
                return;
            }
            if (body.length() + (long) chunk.length() > limits().maxBody()) {
                refuse(TOO_LARGE, "The body is too large.");
            } else {
                body.appendBuffer(chunk);
            }
        });
        incoming.exceptionHandler(broken -> refuse(broken));
        incoming.endHandler(arrived -> {
            if (phase == Phase.BODY) {
                context.run(() -> work(target, headers, body));
            }
        });
    }

    private void work(final Target target, final RequestHeaders headers, final Buffer body) {
        phase = Phase.WORK;
        deadline = System.nanoTime() + limits().requestNanos();
        try {
            final RestRequest request = new RestRequest(this, target, headers, body);
            resteasy().invoke(request, response);
            if (!request.getAsyncContext().isSuspended()) {
                end();
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /** Sends what RESTEasy has collected, or what is left of it. */
    void end() {
        if (phase == Phase.OVER) {
            return;
        }
        if (!response.isStreaming()) {
            try {
                writer.write(response, resteasy().getProviderFactory());
                over();
            } catch (final RuntimeException e) {
                fail(e);
            }
        } else if (response.isComplete()) {
            writer.last(response.collected());
            over();
        } else {
            breakOff();
        }
    }

    /** Sends a piece; the rest follows when the connection can take more. */
    CompletionStage<Void> send(final Buffer piece) {
        if (phase == Phase.OVER) {
            return CompletableFuture.failedFuture(new ClosedChannelException());
        }
        if (phase != Phase.STREAM) {
            writer.head(response, resteasy().getProviderFactory());
            phase = Phase.STREAM;
            if (incoming.method().equals(HttpMethod.HEAD)) {
                writer.last(piece);
                over();
                return new CompletableFuture<>();
            }
        }
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        if (writer.piece(piece, () -> onEventLoop(() -> taken.complete(null)))) {
            taken.complete(null);
        }
        return taken;
    }

    /** Answers with a problem, unless there is an answer already. */
    void answer(final int status, final @Nullable String detail) {
        if (phase == Phase.OVER) {
            return;
        }
        if (phase == Phase.STREAM) {
            breakOff();
            return;
        }
        writer.problem(status, Errors.body(status, detail, path()));
        over();
    }

    /** Answers, and closes the connection, as nobody knows where the next request on it would begin. */
    private void refuse(final int status, final @Nullable String detail) {
        writer.closeAfterwards();
        answer(status, detail);
    }

    void refuse(final @Nullable Throwable broken) {
        if (broken instanceof TooLongHttpLineException) {
            refuse(414, "The request line is too long.");
        } else if (broken instanceof TooLongHttpHeaderException) {
            refuse(431, "The headers are too large.");
        } else {
            refuse(400, "The request is malformed.");
        }
    }

    void turnAway() {
        outgoing.headers().set(HttpHeaders.RETRY_AFTER, "1");
        refuse(UNAVAILABLE, "There are too many requests at the moment.");
    }

    /** The last resort: nobody else had an answer. */
    private void fail(final Throwable error) {
        if (phase == Phase.OVER) {
            LOGGER.warn("A request failed after it was answered.", error);
        } else if (phase == Phase.STREAM) {
            LOGGER.warn("A request failed while its answer was being sent.", error);
            breakOff();
        } else {
            writer.problem(500, Errors.unknownBody(error, path()));
            over();
        }
    }

    private void breakOff() {
        outgoing.reset();
        over();
    }

    private void clientLeft() {
        if (phase != Phase.OVER) {
            over();
        }
    }

    void abandon() {
        answer(UNAVAILABLE, "The server is stopping.");
    }

    void checkTime(final long now) {
        if (now - deadline < 0) {
            return;
        }
        if (phase == Phase.BODY) {
            refuse(TIMED_OUT, "The body did not arrive in time.");
        } else if (phase == Phase.WORK) {
            answer(UNAVAILABLE, "The request took too long.");
        }
    }

    private void over() {
        phase = Phase.OVER;
        lane.left(this);
        try {
            context.run(subscriptions::dispose);
        } catch (final RuntimeException e) {
            LOGGER.warn("What a request had subscribed to could not be disposed.", e);
        }
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Runs work for this request where all of it happens: now if this is the place, soon otherwise. */
    void onEventLoop(final Runnable work) {
        if (Thread.currentThread() == loop) {
            runGuarded(work);
        } else {
            home.runOnContext(now -> runGuarded(work));
        }
    }

    private void runGuarded(final Runnable work) {
        context.run(() -> {
            try {
                work.run();
            } catch (final Throwable e) {
                fail(e);
            }
        });
    }

    private @Nullable String path() {
        final String target = incoming.uri();
        if (!target.startsWith("/") || incoming.decoderResult().isFailure()) {
            return null;
        }
        final int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    String method() {
        return incoming.method().name();
    }

    String clientAddress() {
        return Forwarding.clientAddress(incoming, limits().proxies());
    }

    RestResponse response() {
        return response;
    }

    SynchronousDispatcher resteasy() {
        return lane.hall().resteasy();
    }

    Limits limits() {
        return lane.hall().limits();
    }

    Vertx vertx() {
        return lane.vertx();
    }
}
