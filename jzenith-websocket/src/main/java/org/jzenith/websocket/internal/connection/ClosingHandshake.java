package org.jzenith.websocket.internal.connection;

import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.websocket.internal.message.MessageAssembler;

/**
 * The closing handshake of one WebSocket (RFC 6455, 7): started by either side, or by a failure, after which the client is told
 * and no longer heard. Used on the event loop of the connection.
 */
public final class ClosingHandshake {

    /** A control frame has at most 125 bytes, of which the code takes two. */
    private static final int MAX_REASON = 123;

    /** Netty accepts larger ones. */
    private static final int LARGEST_CODE = 4999;

    /** The time for which a client may continue to send after a failure; the bytes are discarded. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final OpenConnection connection;
    private final FrameChannel channel;
    private final long timeoutNanos;

    /** The reason of the end; null while the WebSocket is open. */
    private @Nullable EndReason sent;

    private boolean received;
    private boolean failed;
    private long since;

    /**
     * The reason for which a connection ended.
     *
     * @param code a close code of RFC 6455, 7.4
     * @param text the reason for people; may be empty
     * @param byClient true if the client closed the connection, or was lost
     */
    public record EndReason(int code, String text, boolean byClient) {}

    public ClosingHandshake(final OpenConnection connection, final FrameChannel channel, final long timeoutNanos) {
        this.connection = connection;
        this.channel = channel;
        this.timeoutNanos = timeoutNanos;
    }

    /** Returns true once this server has sent its close; nothing is sent afterwards. */
    public boolean isStarted() {
        return sent != null;
    }

    /** Returns true if further input from the client is ignored. */
    boolean isDeaf() {
        return failed || received;
    }

    /** Returns true after a failure; the remaining input from the client is read and discarded. */
    boolean isFailed() {
        return failed;
    }

    boolean isReceived() {
        return received;
    }

    /** Returns the reason for which the connection ended: that of the first side to end it. */
    public EndReason reason() {
        final EndReason first = sent;
        return first != null ? first : new EndReason(WebSocketCloseStatus.ABNORMAL_CLOSURE.code(), "", true);
    }

    /** Tells the client; the connection is closed when it has answered, or at the time-out. */
    public void start(final int code, final String reason) {
        if (sent == null && !connection.isEnded()) {
            since = System.nanoTime();
            channel.writeAndFlush(told(code, reason), written -> {});
        }
    }

    /**
     * Fails the WebSocket (RFC 6455, 7.1.7): the client is told, and what it sends from now on is discarded.
     *
     * @return false, without effect, if that has happened already
     */
    public boolean fail(final int code, final String reason) {
        if (failed || connection.isEnded()) {
            return false;
        }
        failed = true;
        since = System.nanoTime();
        if (sent == null) {
            channel.writeAndFlush(told(code, reason), written -> channel.shutdownOutput());
        } else {
            channel.shutdownOutput();
        }
        return true;
    }

    private CloseWebSocketFrame told(final int code, final String reason) {
        final String text = shortened(reason);
        sent = new EndReason(code, text, false);
        return new CloseWebSocketFrame(true, 0, code, text);
    }

    /**
     * The close of the client: it is answered, or it is the answer.
     *
     * @throws CorruptedWebSocketFrameException if it is malformed
     */
    void receive(final CloseWebSocketFrame frame) {
        final int code = frame.statusCode();
        if (code > LARGEST_CODE) {
            throw new CorruptedWebSocketFrameException(
                    WebSocketCloseStatus.PROTOCOL_ERROR, "The close code is invalid.");
        }
        if (code >= 0
                && !MessageAssembler.isUtf8(
                        frame.content().nioBuffer(2, frame.content().readableBytes() - 2))) {
            throw new CorruptedWebSocketFrameException(
                    WebSocketCloseStatus.INVALID_PAYLOAD_DATA, "The close reason is not UTF-8.");
        }
        received = true;
        if (sent == null) {
            sent = new EndReason(code < 0 ? WebSocketCloseStatus.EMPTY.code() : code, frame.reasonText(), true);
            since = System.nanoTime();
            channel.writeAndFlush(
                    code < 0 ? new CloseWebSocketFrame() : new CloseWebSocketFrame(true, 0, code, ""),
                    written -> channel.close());
        } else {
            channel.close();
        }
    }

    private static String shortened(final String reason) {
        final byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_REASON) {
            return reason;
        }
        int end = MAX_REASON;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** Breaks the connection of a client off that does not answer. */
    public void check(final long now) {
        if (now - since >= (failed ? Math.min(LINGER_NANOS, timeoutNanos) : timeoutNanos)) {
            channel.abort();
        }
    }
}
