package org.jzenith.websocket.internal.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Expands messages of permessage-deflate without context takeover (RFC 7692, 7.2.2), in pieces that may be refused.
 * Its memory is that of zlib, and only while a message is incomplete. Used on one event loop.
 */
public final class MessageInflater {

    private static final int PIECE = 8192;

    /** The window of 32 KiB, and its tables. */
    private static final int ZLIB_BYTES = 44 * 1024;

    private @Nullable Inflater zlib;

    /** Takes expanded bytes; throws if they are too many. */
    interface ByteSink {

        void append(byte[] source, int offset, int length);
    }

    void expand(final ByteBuf content, final boolean last, final ByteSink sink) {
        Inflater current = zlib;
        if (current == null) {
            current = new Inflater(true);
            zlib = current;
        }
        try {
            expand(current, ByteBufUtil.getBytes(content), sink);
            if (last) {
                expand(current, tail(), sink);
                close();
            }
        } catch (final DataFormatException e) {
            close();
            throw new CorruptedWebSocketFrameException(
                    WebSocketCloseStatus.INVALID_PAYLOAD_DATA, "The message cannot be decompressed.", e);
        }
    }

    private static void expand(final Inflater zlib, final byte[] input, final ByteSink sink)
            throws DataFormatException {
        zlib.setInput(input);
        final byte[] piece = new byte[PIECE];
        while (true) {
            final int length = zlib.inflate(piece);
            if (length > 0) {
                sink.append(piece, 0, length);
            } else if (zlib.finished() && zlib.getRemaining() > 0) {
                // A final block ends the stream of zlib, not the message (RFC 7692, 7.2.3.4).
                final int remaining = zlib.getRemaining();
                zlib.reset();
                zlib.setInput(input, input.length - remaining, remaining);
            } else if (zlib.needsDictionary()) {
                throw new DataFormatException("A dictionary is needed.");
            } else {
                return;
            }
        }
    }

    /** Returns the bytes that a sender omits at the end of each message. */
    private static byte[] tail() {
        return new byte[] {0, 0, (byte) 0xff, (byte) 0xff};
    }

    /** The memory that zlib takes. */
    int heldBytes() {
        return zlib == null ? 0 : ZLIB_BYTES;
    }

    void close() {
        if (zlib != null) {
            zlib.end();
            zlib = null;
        }
    }
}
