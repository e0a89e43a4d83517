package org.jzenith.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jzenith.test.internal.client.FutureResult;

/**
 * A WebSocket to the application, and the stream of messages that the application sends.
 *
 * <pre>{@code
 * try (TestWebSocket socket = http.webSocket("/chat/tea")) {
 *     socket.send(Map.of("text", "Hello"));
 *     assertThat(socket.next().json().get("text").asText()).isEqualTo("Hello");
 * }
 * }</pre>
 *
 * <p>It answers pings automatically, and keeps reading even if the test does not wait for messages. Safe for use by many threads.
 */
public final class TestWebSocket implements TestStream<TestMessage> {

    /** The close codes that the JDK's client can send, apart from the applications' own. */
    private static final Set<Integer> CODES = Set.of(1000, 1001, 1008, 1011);

    private static final int FIRST_OF_APPLICATIONS = 3000;
    private static final int LAST_OF_APPLICATIONS = 4999;
    private static final int MOST_OF_REASON = 123;

    private final WebSocket socket;
    private final MessageListener listener;
    private final String source;
    private final Duration timeout;
    private final ObjectMapper mapper;
    private final Consumer<TestStream<?>> closed;

    TestWebSocket(
            final WebSocket socket,
            final MessageListener listener,
            final String source,
            final Duration timeout,
            final ObjectMapper mapper,
            final Consumer<TestStream<?>> closed) {
        this.socket = socket;
        this.listener = listener;
        this.source = source;
        this.timeout = timeout;
        this.mapper = mapper;
        this.closed = closed;
    }

    /**
     * The close of a WebSocket.
     *
     * @param code the code, for example 1000
     * @param reason empty if there is none
     */
    public record Close(int code, String reason) {}

    /**
     * Returns the subprotocol that the application has chosen.
     *
     * @return empty text if it has chosen none
     */
    public String subprotocol() {
        return socket.getSubprotocol();
    }

    /**
     * Sends a message, and waits until it is written to the connection.
     *
     * @param message text is sent as a text message, {@code byte[]} as a binary message, and any other object as a text message with JSON
     * @throws AssertionError if the WebSocket is closed, or the application does not read in time
     */
    public synchronized void send(final Object message) {
        try {
            if (listener.close().isDone()) {
                throw new AssertionError(notSent(message));
            }
            FutureResult.result(sent(message), timeout, "A message to " + source);
        } catch (final ExecutionException e) {
            throw new AssertionError(notSent(message), e.getCause());
        }
    }

    private String notSent(final Object message) {
        return source + " is closed" + listener.closedWith() + ". This message was not sent: "
                + (message instanceof byte[] bytes ? bytes.length + " bytes" : message);
    }

    private CompletableFuture<WebSocket> sent(final Object message) {
        if (message instanceof byte[] bytes) {
            return socket.sendBinary(ByteBuffer.wrap(bytes), true);
        }
        return socket.sendText(message instanceof String text ? text : json(message), true);
    }

    private String json(final Object message) {
        try {
            return mapper.writeValueAsString(message);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("The message cannot be written as JSON: " + message, e);
        }
    }

    /** Does nothing, because messages are read without being requested. */
    private static void readsAlways() {}

    @Override
    public TestMessage next() {
        return listener.messages().next(any -> true, TestWebSocket::readsAlways);
    }

    @Override
    public TestMessage next(final Predicate<? super TestMessage> wanted) {
        return listener.messages().next(wanted, TestWebSocket::readsAlways);
    }

    @Override
    public List<TestMessage> next(final int count) {
        return listener.messages().next(count, TestWebSocket::readsAlways);
    }

    @Override
    public List<TestMessage> remaining() {
        return listener.messages().remaining(TestWebSocket::readsAlways);
    }

    /**
     * Waits until the application closes the WebSocket.
     *
     * @return the application's code and reason
     * @throws AssertionError if the application does not close the WebSocket in time, or the connection breaks without a close frame
     */
    public Close awaitClose() {
        try {
            return FutureResult.result(listener.close().copy(), timeout, "The wait for the close of " + source);
        } catch (final ExecutionException e) {
            throw new AssertionError(source + " broke without a close frame: " + e.getCause(), e.getCause());
        }
    }

    /** Closes the WebSocket with the code 1000 and waits for the application's close frame. */
    @Override
    public void close() {
        close(WebSocket.NORMAL_CLOSURE, "");
    }

    /**
     * Closes the WebSocket and waits for the application's close frame. Nothing happens if it is already closed.
     *
     * @param code 1000, 1001, 1008, 1011, or 3000 to 4999
     * @param reason the reason, at most 123 bytes in UTF-8
     * @throws IllegalArgumentException if a client cannot send this code or reason; the WebSocket stays open
     */
    public void close(final int code, final String reason) {
        if (!CODES.contains(code) && (code < FIRST_OF_APPLICATIONS || code > LAST_OF_APPLICATIONS)) {
            throw new IllegalArgumentException("The WebSocket cannot be closed with the code " + code
                    + ". Use 1000, 1001, 1008, 1011, or a code from 3000 to 4999.");
        }
        final int bytes = reason.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_OF_REASON) {
            throw new IllegalArgumentException("The WebSocket cannot be closed with a reason of " + bytes
                    + " bytes in UTF-8. A reason may have at most " + MOST_OF_REASON + ": '" + reason + "'.");
        }
        closed.accept(this);
        try {
            if (!socket.isOutputClosed()) {
                FutureResult.result(socket.sendClose(code, reason), timeout, "The close of " + source);
                FutureResult.result(listener.close().copy(), timeout, "The close of " + source);
            }
        } catch (final ExecutionException e) {
            // The connection is gone: there is nothing left to close.
        } finally {
            abort();
        }
    }

    /** Ends the connection without a close frame, like a client that loses its network. */
    public void abort() {
        closed.accept(this);
        socket.abort();
        listener.aborted();
    }
}
