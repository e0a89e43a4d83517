package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.test.internal.client.ReceivedElements;

/** Joins the fragments of messages, and remembers how the WebSocket was closed. */
final class MessageListener implements WebSocket.Listener {

    private final ReceivedElements<TestMessage> messages;
    private final ObjectMapper mapper;
    private final CompletableFuture<TestWebSocket.Close> close = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();

    MessageListener(final ReceivedElements<TestMessage> messages, final ObjectMapper mapper) {
        this.messages = messages;
        this.mapper = mapper;
    }

    ReceivedElements<TestMessage> messages() {
        return messages;
    }

    CompletableFuture<TestWebSocket.Close> close() {
        return close;
    }

    /** Returns how the WebSocket was closed, if known, for messages of failures. */
    String closedWith() {
        return close.isDone() && !close.isCompletedExceptionally() ? " with " + shown(close.join()) : "";
    }

    /** Called when the client itself has ended the connection. */
    void aborted() {
        if (close.completeExceptionally(new IllegalStateException("The test has ended the connection."))) {
            messages.end("was closed by the test");
        }
    }

    @Override
    public void onOpen(final WebSocket socket) {
        socket.request(Long.MAX_VALUE);
    }

    @Override
    public @Nullable CompletionStage<?> onText(
            final WebSocket socket, final CharSequence fragment, final boolean isLast) {
        text.append(fragment);
        if (isLast) {
            messages.add(new TestMessage(true, text.toString().getBytes(StandardCharsets.UTF_8), mapper));
            text.setLength(0);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(
            final WebSocket socket, final ByteBuffer fragment, final boolean isLast) {
        final byte[] bytes = new byte[fragment.remaining()];
        fragment.get(bytes);
        binary.writeBytes(bytes);
        if (isLast) {
            messages.add(new TestMessage(false, binary.toByteArray(), mapper));
            binary.reset();
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(final WebSocket socket, final int code, final String reason) {
        final TestWebSocket.Close closed = new TestWebSocket.Close(code, reason);
        close.complete(closed);
        messages.end("was closed with " + shown(closed));
        return null;
    }

    @Override
    public void onError(final WebSocket socket, final Throwable failure) {
        close.completeExceptionally(failure);
        messages.fail(failure);
    }

    private static String shown(final TestWebSocket.Close close) {
        return close.code() + (close.reason().isEmpty() ? "" : " '" + close.reason() + "'");
    }
}
