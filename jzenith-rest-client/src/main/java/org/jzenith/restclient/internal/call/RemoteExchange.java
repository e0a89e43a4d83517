package org.jzenith.restclient.internal.call;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.ResponseMemoryException;
import org.jzenith.restclient.response.UnreadableResponseException;

/**
 * A request on its connection and the response to it. It has one outcome; what the connection tells after that is ignored. Used on the
 * event loop of the call.
 */
final class RemoteExchange {

    /** The code of {@code RST_STREAM} for a request that is not needed any more. */
    static final long CANCEL = 0x8;

    /** The largest body of an error that is read. */
    private static final int ERROR_LIMIT = 64 * 1024;

    private static final int FIRST_REDIRECT = 300;

    /** Receives the outcome, on the event loop. */
    interface Listener {

        /** Receives a collected response with any status. */
        void received(ReceivedResponse response);

        /** Receives the head of a streamed response; {@link #streamEnded} follows. */
        void streamed(ReceivedResponse response);

        void streamEnded();

        void failed(Throwable error);
    }

    private final CallRequest call;
    private final HttpClientRequest request;
    private final RestClientConfiguration settings;
    private final ResponseBudget budget;
    private final Listener listener;
    private @Nullable BodySender sender;
    private @Nullable HttpClientResponse response;
    private @Nullable ResponsePieces stream;
    private Buffer received = Buffer.buffer();
    private long counted;
    private int limit;
    private boolean over;

    RemoteExchange(
            final CallRequest call,
            final HttpClientRequest request,
            final RestClientConfiguration settings,
            final ResponseBudget budget,
            final Listener listener) {
        this.call = call;
        this.request = request;
        this.settings = settings;
        this.budget = budget;
        this.listener = listener;
        request.exceptionHandler(this::broken);
    }

    void begin(final Context context, final @Nullable ContextSnapshot snapshot) {
        request.response().onComplete(arrived -> responded(arrived, context, snapshot));
        final Buffer body = call.body();
        if (call.stream() != null) {
            final BodySender streamed = new BodySender(request, call.stream(), context, this::fail);
            sender = streamed;
            streamed.begin(snapshot);
        } else if (body != null) {
            request.end(body);
        } else {
            request.end();
        }
    }

    boolean hasResponse() {
        return response != null;
    }

    private void responded(
            final AsyncResult<HttpClientResponse> arrived,
            final Context context,
            final @Nullable ContextSnapshot snapshot) {
        if (over) {
            if (arrived.succeeded()) {
                // Vert.x logs the reset of a response that has no handler for it
                arrived.result().exceptionHandler(error -> {});
            }
        } else if (arrived.failed()) {
            broken(arrived.cause());
        } else {
            final HttpClientResponse head = arrived.result();
            response = head;
            if (call.isStreamed() && head.statusCode() < FIRST_REDIRECT) {
                stream(head, context, snapshot);
            } else {
                collect(head);
            }
        }
    }

    private void stream(
            final HttpClientResponse head, final Context context, final @Nullable ContextSnapshot snapshot) {
        head.pause();
        final ResponsePieces pieces = new ResponsePieces(
                call.description(),
                head,
                context,
                snapshot,
                settings.idleTimeout().toMillis(),
                this::streamEnded);
        stream = pieces;
        listener.streamed(new ReceivedResponse(head.statusCode(), head.headers(), null, pieces));
    }

    private void streamEnded(final boolean complete) {
        if (!over) {
            end(complete);
            listener.streamEnded();
        }
    }

    /** Ends a stream that nobody has subscribed to. */
    void abandonStream() {
        if (stream != null) {
            stream.abandon();
        }
    }

    private void collect(final HttpClientResponse head) {
        head.exceptionHandler(this::broken);
        final boolean accepted = call.accepts(head.statusCode());
        limit = accepted ? settings.maxResponseSize().toInt() : ERROR_LIMIT;
        if (accepted && isTooLong(head)) {
            fail(tooLarge());
            return;
        }
        head.handler(piece -> received(head, piece));
        head.endHandler(none -> complete(head, true));
    }

    private boolean isTooLong(final HttpClientResponse head) {
        final String length = head.getHeader("Content-Length");
        return length != null
                && !call.isHead()
                && length.matches("\\d+")
                && (length.length() > 10 || Long.parseLong(length) > limit);
    }

    private UnreadableResponseException tooLarge() {
        return new UnreadableResponseException(call.description(), "returned more than " + limit + " bytes", null);
    }

    private void received(final HttpClientResponse head, final Buffer piece) {
        if (over) {
            return;
        }
        final boolean hasRoom = budget.hasRoom();
        if (hasRoom && piece.length() <= limit - received.length()) {
            count(piece);
            received.appendBuffer(piece);
        } else if (call.accepts(head.statusCode())) {
            fail(hasRoom ? tooLarge() : new ResponseMemoryException(call.description(), budget.limit()));
        } else {
            complete(head, false);
        }
    }

    private void count(final Buffer bytes) {
        counted += bytes.length();
        budget.add(bytes.length());
    }

    /** Called when the response has been delivered, or will not be. */
    private void discount() {
        if (counted > 0) {
            budget.add(-counted);
            counted = 0;
        }
        received = Buffer.buffer();
    }

    private void complete(final HttpClientResponse head, final boolean whole) {
        if (over) {
            return;
        }
        end(whole);
        try {
            deliver(head);
        } finally {
            discount();
        }
    }

    private void deliver(final HttpClientResponse head) {
        final Buffer body = received;
        final String coding = head.getHeader("Content-Encoding");
        if (coding == null || body.length() == 0) {
            listener.received(new ReceivedResponse(head.statusCode(), head.headers(), body, null));
            return;
        }
        final ReceivedResponse decoded;
        try {
            decoded = decoded(head, coding.toLowerCase(Locale.ROOT), body);
        } catch (final UnreadableResponseException e) {
            listener.failed(e);
            return;
        }
        listener.received(decoded);
    }

    /** Decodes the body; the text of an error with a body that cannot be decoded is empty. */
    private ReceivedResponse decoded(final HttpClientResponse head, final String coding, final Buffer body) {
        Buffer plain;
        try {
            plain = Decompression.decode(call.description(), coding, asksForGzip(), body, limit);
            count(plain);
        } catch (final UnreadableResponseException e) {
            if (call.accepts(head.statusCode())) {
                throw e;
            }
            plain = Buffer.buffer();
        }
        final MultiMap fields = MultiMap.caseInsensitiveMultiMap().addAll(head.headers());
        fields.remove("Content-Encoding");
        fields.set("Content-Length", Integer.toString(plain.length()));
        return new ReceivedResponse(head.statusCode(), fields, plain, null);
    }

    private boolean asksForGzip() {
        return request.headers().getAll("Accept-Encoding").stream()
                .anyMatch(codings -> codings.toLowerCase(Locale.ROOT).contains("gzip"));
    }

    private void broken(final Throwable error) {
        fail(new RemoteUnavailableException(
                call.description(),
                response == null
                        ? "lost its connection before the response"
                        : "lost its connection within the response",
                false,
                error));
    }

    private void fail(final Throwable error) {
        if (!over && stream == null) {
            end(false);
            discount();
            listener.failed(error);
        }
    }

    /** Ends the exchange without an outcome, unless it has ended. */
    void abort() {
        if (!over) {
            end(false);
            discount();
        }
    }

    private void end(final boolean whole) {
        over = true;
        final BodySender streamed = sender;
        if (!whole || (streamed != null && !streamed.isComplete())) {
            request.reset(CANCEL);
        }
        if (streamed != null) {
            streamed.dispose();
        }
    }
}
