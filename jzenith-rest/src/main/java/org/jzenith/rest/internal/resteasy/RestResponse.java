package org.jzenith.rest.internal.resteasy;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.resteasy.core.Headers;
import org.jboss.resteasy.core.ServerResponseWriter;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.RunnableWithException;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.http.write.SharedPiece;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.rx.Subscriptions;

/**
 * A response as RESTEasy writes it. The content is collected and sent as one buffer at the end, unless the writer calls
 * {@code asyncFlush}: then the content so far is sent, and the rest follows in parts.
 */
public final class RestResponse implements HttpResponse, ResponseHead {

    private static final int UNAVAILABLE = 503;

    /** The bytes that a worker thread writes before they are sent. */
    private static final int PIECE = 16 * 1024;

    private final Exchange exchange;
    private final ResteasyContainer container;
    private final Supplier<URI> base;
    private final Body body = new Body();
    private volatile @Nullable MultivaluedMap<String, Object> headers;
    private OutputStream stream = body;
    private @Nullable Buffer collected;
    private boolean streaming;
    private boolean complete;

    /** The response whose headers are taken over when the head is sent; null if there are none to take. */
    private @Nullable BuiltResponse head;

    /** The same headers as they were sent before the end of the content; null if they were not. */
    private @Nullable Map<String, List<Object>> sentHeaders;

    /** True while the output of streams that a failed writer has left is discarded. */
    private boolean discarding;

    /** True while a worker thread writes and waits for the connection. */
    private boolean blocking;

    private int status = 200;

    /** @param base gives the base URI of the application */
    RestResponse(final Exchange exchange, final ResteasyContainer container, final Supplier<URI> base) {
        this.exchange = exchange;
        this.container = container;
        this.base = base;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public void setStatus(final int changed) {
        status = changed;
    }

    /** Created on first use, on any thread. */
    @Override
    public synchronized MultivaluedMap<String, Object> getOutputHeaders() {
        if (headers == null) {
            headers = new OutputHeaders();
        }
        return headers;
    }

    public boolean hasHeaders() {
        final MultivaluedMap<String, Object> made = headers;
        return made != null && !made.isEmpty();
    }

    @Override
    public Map<String, List<Object>> headers() {
        final MultivaluedMap<String, Object> all = getOutputHeaders();
        RelativeLocation.resolveIn(all, base);
        return all;
    }

    @Override
    public OutputStream getOutputStream() {
        return stream;
    }

    @Override
    public void setOutputStream(final OutputStream changed) {
        stream = changed;
    }

    @Override
    public void addNewCookie(final NewCookie cookie) {
        getOutputHeaders().add("Set-Cookie", cookie);
    }

    @Override
    public void sendError(final int code) {
        reset();
        status = code;
        exchange.response().sendProblem(code, null);
    }

    @Override
    public void sendError(final int code, final String message) {
        sendError(code);
    }

    @Override
    public boolean isCommitted() {
        return streaming || exchange.isFinished();
    }

    @Override
    public void reset() {
        if (isCommitted()) {
            throw new IllegalStateException("The response has been sent already.");
        }
        status = 200;
        getOutputHeaders().clear();
        head = null;
        collected = null;
    }

    /** Discards the output of a writer that failed, and the stream and headers of its response. */
    public void discardBody() {
        discarding = true;
        close(stream);
        collected = null;
        head = null;
        stream = body;
        discarding = false;
    }

    /** Does nothing: the response is sent at its end, because a flush before it would only cost a packet. */
    @Override
    public void flushBuffer() {}

    @Override
    public String headerText(final Object value) {
        if (value instanceof String string) {
            return string;
        }
        if (value instanceof MediaType type && (type.isWildcardType() || type.isWildcardSubtype())) {
            return MediaType.APPLICATION_OCTET_STREAM;
        }
        return container.providers().toHeaderString(value);
    }

    @Override
    public long retryAfterSeconds() {
        return status == UNAVAILABLE
                        && getOutputHeaders().getFirst(HttpHeaders.RETRY_AFTER) instanceof Errors.RetryAfter told
                ? told.seconds()
                : 0;
    }

    /** Sends what has been written, or the rest of it; breaks off a streamed response after that if it is not complete. */
    public void send() {
        if (!streaming) {
            commitHead();
            exchange.response().send(this, collected());
        } else if (complete) {
            exchange.response().sendLastPiece(collected());
        } else {
            exchange.response().abort(collected());
        }
    }

    /** Takes the headers of a response over. */
    public void commitHeaders(final BuiltResponse response) {
        if (response.getMetadata() instanceof OutputHeaders made && !hasHeaders()) {
            headers = made;
        } else {
            ServerResponseWriter.commitHeaders(response, this);
        }
    }

    /** Takes the headers of a response over when the head is sent, so that interceptors and writers can set them until then. */
    public void setHead(final BuiltResponse response) {
        head = response;
    }

    private void commitHead() {
        final BuiltResponse given = head;
        if (given != null) {
            head = null;
            commitHeaders(given);
        }
    }

    /** Commits the headers before the end of the content, and remembers them: later changes are lost. */
    private void commitEarlyHead() {
        final BuiltResponse given = head;
        commitHead();
        if (given != null) {
            sentHeaders = copy(given.getMetadata());
        }
    }

    private static Map<String, List<Object>> copy(final Map<String, List<Object>> headers) {
        return headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> new ArrayList<>(header.getValue())));
    }

    /** Warns of headers that were set or changed after the head had been sent. */
    private void warnOfLateHeaders(final BuiltResponse response) {
        final Map<String, List<Object>> sent = sentHeaders;
        if (sent == null) {
            return;
        }
        sentHeaders = null;
        final Map<String, List<Object>> late = copy(response.getMetadata());
        late.entrySet().removeAll(sent.entrySet());
        if (!late.isEmpty()) {
            container.lateHeaders().add(new TreeSet<>(late.keySet()) + " of " + exchange.description() + ".");
        }
    }

    /**
     * Ends the work of interceptors and a writer: closes the streams that filters or interceptors have set, which the Javadoc
     * of {@code setEntityStream} and {@code setOutputStream} promises. On the thread of the writer.
     *
     * @param response the response that was written
     * @param last the outermost stream
     * @param error the failure of the writer, after which streams write nothing any more; null if it has not failed
     * @return the failure of the writer or of a stream; null if none has failed
     */
    public @Nullable Throwable endWriting(
            final BuiltResponse response, final OutputStream last, final @Nullable Throwable error) {
        discarding |= error != null;
        final Throwable ofLast = close(last);
        final Throwable ofOwn = last == stream ? null : close(stream);
        final Throwable failure = ofLast == null ? ofOwn : ofLast;
        complete &= failure == null;
        warnOfLateHeaders(response);
        return error == null ? failure : error;
    }

    /** Returns the failure of a stream that a filter or an interceptor has set; null if it is closed. */
    private @Nullable Exception close(final @Nullable OutputStream replaced) {
        try {
            if (replaced != null && replaced != body) {
                replaced.close();
            }
            return null;
        } catch (final IOException | RuntimeException e) {
            return e;
        }
    }

    /** Returns true unless a filter has replaced the stream. */
    public boolean hasOwnStream() {
        return stream == body;
    }

    /** The whole content at once. */
    public void setContent(final Buffer content) {
        collected = content;
    }

    /**
     * Lets a worker thread write from now on. Its output is sent in pieces, and it waits while the connection takes
     * none.
     */
    public void beginBlocking() {
        blocking = true;
    }

    /** The worker thread has written everything. Called by it, before the event loop goes on. */
    public void endBlocking() {
        blocking = false;
        complete = true;
    }

    /** Called by the worker thread, which waits until the connection can take more. */
    private void sendBlocking() throws IOException {
        final Buffer piece = collected();
        collected = null;
        final BlockingQueue<Optional<Throwable>> taken = new ArrayBlockingQueue<>(1);
        exchange.execute(() -> sendPiece(piece, taken));
        final Optional<Throwable> error;
        try {
            error = taken.take();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The request has ended, so the rest of its response is not written.");
        }
        if (error.isPresent()) {
            throw new IOException("The response cannot be sent.", error.get());
        }
    }

    private void sendPiece(final Buffer piece, final BlockingQueue<Optional<Throwable>> taken) {
        try {
            commitEarlyHead();
            exchange.response()
                    .sendPiece(this, piece)
                    .whenComplete((done, error) -> taken.add(Optional.ofNullable(error)));
            streaming = true;
        } catch (final RuntimeException e) {
            taken.add(Optional.of(e)); // the writer fails with it
        }
    }

    /** Returns true if nothing has been written. */
    public boolean isEmpty() {
        return !streaming && (collected == null || collected.length() == 0);
    }

    /** The content, or what of it has not been sent yet. */
    private Buffer collected() {
        if (collected == null) {
            collected = Buffer.buffer();
        }
        return collected;
    }

    /** RESTEasy replaces headers set earlier by those of a {@code Response}; the names in {@code Vary} add up. */
    public static final class OutputHeaders extends Headers<Object> {

        private static final long serialVersionUID = 1L;

        @Override
        public void putAll(final Map<? extends String, ? extends List<Object>> others) {
            final List<Object> varies = get(HttpHeaders.VARY);
            super.putAll(others);
            final List<Object> now = get(HttpHeaders.VARY);
            if (varies != null && now != null && now != varies) {
                final List<Object> all = new ArrayList<>(varies);
                now.stream().filter(value -> !all.contains(value)).forEach(all::add);
                put(HttpHeaders.VARY, all);
            }
        }
    }

    /** Writers fill a buffer and do not block. */
    static CompletionStage<Void> completed(final RunnableWithException work) {
        try {
            work.run();
            return CompletableFuture.completedFuture(null);
        } catch (final Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private final class Body extends AsyncOutputStream implements Subscriptions.SharedOutput {

        @Override
        public void write(final int value) throws IOException {
            if (discarding) {
                return;
            }
            collected().appendByte((byte) value);
            sendIfFull();
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) throws IOException {
            if (discarding) {
                return;
            }
            if (collected == null) {
                collected = Buffer.buffer(length);
            }
            collected.appendBytes(bytes, offset, length);
            sendIfFull();
        }

        private void sendIfFull() throws IOException {
            if (blocking && collected().length() >= PIECE) {
                sendBlocking();
            }
        }

        /** Sends what a worker thread has written. On the event loop it would only cost a packet. */
        @Override
        public void flush() throws IOException {
            if (blocking && !discarding && collected != null && collected.length() > 0) {
                sendBlocking();
            }
        }

        @Override
        public CompletionStage<Void> asyncWrite(final byte[] bytes, final int offset, final int length) {
            return completed(() -> write(bytes, offset, length));
        }

        @Override
        public CompletionStage<Void> asyncFlush() {
            if (blocking) {
                return completed(this::flush);
            }
            final Buffer piece = collected();
            collected = null;
            commitEarlyHead();
            final CompletionStage<Void> taken = exchange.response().sendPiece(RestResponse.this, piece);
            streaming = true; // after send: if the head cannot be written, an error can still be sent
            return taken;
        }

        @Override
        public @Nullable CompletionStage<Void> trySend(final SharedPiece piece) {
            return collected == null && streaming && !blocking
                    ? exchange.response().trySendShared(piece)
                    : null;
        }

        @Override
        public void close() {
            complete |= !discarding;
        }
    }
}
