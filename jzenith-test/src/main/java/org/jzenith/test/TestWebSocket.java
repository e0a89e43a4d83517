package org.jzenith.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A WebSocket to the application, a stream of the messages that it sends.
 *
 * <pre>{@code
 * try (TestWebSocket socket = http.webSocket("/chat/tea")) {
 *     socket.send(Map.of("text", "Hello"));
 *     assertThat(socket.next().json().get("text").asText()).isEqualTo("Hello");
 * }
 * }</pre>
 *
 * <p>It answers pings by itself, and reads whether or not a test asks for messages. Safe for use by many threads.
 */
public final class TestWebSocket implements TestStream<TestMessage> {

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
     * How a WebSocket was closed.
     *
     * @param code for example 1000
     * @param reason empty if there is none
     */
    public record Close(int code, String reason) {}

    /**
     * The subprotocol that the application has chosen.
     *
     * @return empty text if it has chosen none
     */
    public String subprotocol() {
        return socket.getSubprotocol();
    }

    /**
     * Sends a message, and waits until it is on its way.
     *
     * @param message text is sent as a text, {@code byte[]} as a binary message, and any other object as a text that is JSON
     * @throws AssertionError if the WebSocket is closed, or the application takes nothing in time
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
        return "A message cannot be sent, because " + source + " is closed" + listener.closedWith() + ": " + message;
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

    /** Messages are read without being asked for. */
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
     * @return code and reason of the application
     * @throws AssertionError if it does not close it in time, or the connection breaks without a close
     */
    public Close awaitClose() {
        try {
            return FutureResult.result(listener.close().copy(), timeout, "The wait for the close of " + source);
        } catch (final ExecutionException e) {
            throw new AssertionError(source + " broke without a close: " + e.getCause(), e.getCause());
        }
    }

    /** Closes the WebSocket with the code 1000 and waits for the application's answer. */
    @Override
    public void close() {
        close(WebSocket.NORMAL_CLOSURE, "");
    }

    /**
     * Closes the WebSocket and waits for the application's answer. Nothing happens if it is closed.
     *
     * @param code 1000, or 3000 to 4999
     * @param reason at most 123 bytes in UTF-8
     */
    public void close(final int code, final String reason) {
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

    /** Ends the connection without a close, as a client does that loses its network. */
    public void abort() {
        closed.accept(this);
        socket.abort();
        listener.aborted();
    }
}
