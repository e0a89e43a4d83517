package org.jzenith.websocket.internal.connection;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.io.IOException;
import org.jzenith.websocket.internal.message.EncodedMessage;
import org.jzenith.websocket.internal.message.MessageContent;

/** Writes messages of the application as frames, each in one. Used on the event loop of the connection. */
public final class FrameWriter {

    /** The first reserved bit: the message is compressed (RFC 7692, 6). */
    private static final int COMPRESSED = 4;

    private final ObjectMapper mapper;
    private final FrameChannel channel;
    private final ClosingHandshake closing;
    private final ConnectionTimeouts timeouts;
    private final boolean compressed;
    private long sent;

    public FrameWriter(
            final ObjectMapper mapper,
            final FrameChannel channel,
            final ClosingHandshake closing,
            final ConnectionTimeouts timeouts,
            final boolean compressed) {
        this.mapper = mapper;
        this.channel = channel;
        this.closing = closing;
        this.timeouts = timeouts;
        this.compressed = compressed;
    }

    /** The number of messages that were written. */
    public long sent() {
        return sent;
    }

    /** Returns true if messages can be written now. */
    public boolean takesMessages() {
        return !closing.isStarted() && channel.isWritable();
    }

    /**
     * Writes a message, or drops it if the WebSocket closes.
     *
     * @throws IOException if the mapper cannot write its value
     */
    public void write(final MessageContent message) throws IOException {
        if (closing.isStarted()) {
            return;
        }
        final EncodedMessage encoded = message.encoded(mapper);
        final int rsv = compressed ? COMPRESSED : 0;
        final ByteBuf content = Unpooled.wrappedBuffer(compressed ? encoded.compressed() : encoded.bytes());
        sent++;
        timeouts.messageSent();
        channel.write(
                message.isText()
                        ? new TextWebSocketFrame(true, rsv, content)
                        : new BinaryWebSocketFrame(true, rsv, content));
    }
}
