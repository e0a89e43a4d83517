package org.jzenith.websocket.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Answers the pings of a client. Of many in one read, the first and the last are answered, as RFC 6455, 5.5.3, permits. Used
 * on one event loop.
 */
final class PingAnswers {

    /** The number of pings of one read that each get a pong; of the remaining ones, only the last gets one. */
    private static final int MAX_PONGS = 32;

    private final FrameChannel channel;
    private int pongs;
    private @Nullable ByteBuf last;

    PingAnswers(final FrameChannel channel) {
        this.channel = channel;
    }

    /** The pong is sent with the flush at the end of the read. */
    void answer(final ByteBuf content) {
        if (pongs < MAX_PONGS && channel.isWritable()) {
            pongs++;
            channel.writePong(content.retainedDuplicate());
        } else {
            release();
            last = Unpooled.copiedBuffer(content);
        }
    }

    void readCompleted() {
        pongs = 0;
        answerLast();
    }

    /** Answers the ping that has waited, if the client takes bytes again. */
    void answerLast() {
        final ByteBuf content = last;
        if (content != null && channel.isWritable()) {
            last = null;
            channel.writePong(content);
        }
    }

    /** Releases the waiting ping; no pong follows. */
    void release() {
        if (last != null) {
            last.release();
            last = null;
        }
    }
}
