package org.jzenith.websocket.internal.message;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the frames of a message, expands them, and checks text while it arrives. Netty has checked the order of frames. Used
 * on one event loop.
 */
public final class MessageAssembler {

    private static final Logger LOGGER = LoggerFactory.getLogger(MessageAssembler.class);

    /** The first reserved bit: the message is compressed (RFC 7692, 6). */
    private static final int COMPRESSED = 4;

    private static final String NOT_UTF_8 = "The text is not UTF-8.";

    private final int limit;
    private final @Nullable MessageInflater inflater;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private boolean begun;
    private boolean isText;
    private boolean compressed;
    private int size;
    private byte[] bytes = {};
    private @Nullable CharBuffer text;

    /** The beginning of a character whose end is in the next frame. */
    private ByteBuffer carried = ByteBuffer.allocate(0);

    public MessageAssembler(final int limit, final @Nullable MessageInflater inflater) {
        this.limit = limit;
        this.inflater = inflater;
    }

    /** Netty does not see where text ends within a character. */
    public static boolean isUtf8(final ByteBuffer bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes);
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }

    /** Returns true if a message has started and not ended. */
    public boolean isIncomplete() {
        return begun;
    }

    /** The memory that the incomplete message takes. */
    public int heldBytes() {
        final CharBuffer chars = text;
        return begun
                ? bytes.length
                        + (chars == null ? 0 : 2 * chars.capacity())
                        + (inflater == null ? 0 : inflater.heldBytes())
                : 0;
    }

    /**
     * Adds a frame of data.
     *
     * @return the message if the frame is its last, else null
     * @throws CorruptedWebSocketFrameException if the message is refused
     */
    @Nullable
    public MessageContent add(final WebSocketFrame frame) {
        if (!(frame instanceof ContinuationWebSocketFrame)) {
            begun = true;
            isText = frame instanceof TextWebSocketFrame;
            compressed = frame.rsv() == COMPRESSED && inflater != null;
            size = 0;
        }
        final boolean continued = frame instanceof ContinuationWebSocketFrame;
        if (frame.rsv() != 0 && (continued || !compressed)) {
            throw new CorruptedWebSocketFrameException(WebSocketCloseStatus.PROTOCOL_ERROR, "A reserved bit is set.");
        }
        final boolean last = frame.isFinalFragment();
        if (compressed && inflater != null) {
            inflater.expand(frame.content(), last, this::append);
        } else {
            final byte[] content = ByteBufUtil.getBytes(frame.content());
            append(content, 0, content.length);
        }
        return last ? end() : null;
    }

    private void append(final byte[] source, final int offset, final int length) {
        if (length > limit - size) {
            LOGGER.debug("A WebSocket is closed, because a message exceeds websocket.max-message-size.");
            throw new CorruptedWebSocketFrameException(
                    WebSocketCloseStatus.MESSAGE_TOO_BIG, "A message may have at most " + limit + " bytes.");
        }
        size += length;
        if (isText) {
            appendText(source, offset, length);
        } else {
            if (size > bytes.length) {
                bytes = Arrays.copyOf(bytes, grown(bytes.length, size));
            }
            System.arraycopy(source, offset, bytes, size - length, length);
        }
    }

    private int grown(final int now, final int needed) {
        return now == 0 ? needed : Math.max(needed, (int) Math.min(limit, 2L * now));
    }

    private void appendText(final byte[] source, final int offset, final int length) {
        ByteBuffer input = ByteBuffer.wrap(source, offset, length);
        if (carried.hasRemaining()) {
            input = ByteBuffer.allocate(carried.remaining() + length)
                    .put(carried)
                    .put(input)
                    .flip();
        }
        decode(input, false);
        carried = input.hasRemaining()
                ? ByteBuffer.wrap(Arrays.copyOfRange(
                        input.array(), input.arrayOffset() + input.position(), input.arrayOffset() + input.limit()))
                : ByteBuffer.allocate(0);
    }

    private void decode(final ByteBuffer input, final boolean end) {
        CharBuffer chars = text;
        if (chars == null || chars.remaining() < input.remaining()) {
            final int used = chars == null ? 0 : chars.position();
            final CharBuffer larger = CharBuffer.allocate(grown(used, used + input.remaining()));
            if (chars != null) {
                larger.put(chars.flip());
            }
            chars = larger;
            text = larger;
        }
        final CoderResult result = utf8.decode(input, chars, end);
        if (result.isError() || (end && input.hasRemaining())) {
            throw new CorruptedWebSocketFrameException(WebSocketCloseStatus.INVALID_PAYLOAD_DATA, NOT_UTF_8);
        }
    }

    private MessageContent end() {
        final MessageContent message;
        if (isText) {
            decode(carried, true);
            utf8.reset();
            final CharBuffer chars = text;
            message = new MessageContent(chars == null ? "" : chars.flip().toString(), null, null);
        } else {
            message = new MessageContent(
                    null, Buffer.buffer(size == bytes.length ? bytes : Arrays.copyOf(bytes, size)), null);
        }
        release();
        return message;
    }

    /** Forgets the incomplete message. */
    public void release() {
        begun = false;
        bytes = new byte[0];
        text = null;
        carried = ByteBuffer.allocate(0);
    }

    /** Releases the memory of zlib. */
    public void close() {
        release();
        if (inflater != null) {
            inflater.close();
        }
    }
}
