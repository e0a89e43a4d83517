package org.jzenith.http.server;

import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many DATA frames of one HTTP/2 connection wait until somebody asks for them. Their bytes are limited by the windows, but
 * each frame is an object of about 150 bytes, also if it has one byte. Used on the event loop of the connection only.
 *
 * <p>Netty says how many bytes of a stream are not consumed. So the frames of a stream are counted from the last mark that is
 * consumed: at least those that wait, and at most those of twice the bytes of the window.
 */
final class UnreadFrames {

    /** Whatever their size is. */
    private static final int MAX_SMALL_FRAMES = 2048;

    /** For so many bytes that wait one frame more may wait: large frames of many streams are limited by their windows alone. */
    private static final int BYTES_OF_FRAME = 256;

    private final Http2ConnectionGuard guard;
    private final Http2Connection connection;
    private final Http2Connection.PropertyKey key;

    /** At least those that wait on all streams. */
    private int frames;

    UnreadFrames(final Http2ConnectionGuard guard, final Http2Connection connection) {
        this.guard = guard;
        this.connection = connection;
        this.key = connection.newKey();
    }

    private static final class OfStream {

        /** Bytes without padding. */
        private long received;

        private long markAt;
        private int sinceMark;
        private int beforeMark;

        int frames() {
            return beforeMark + sinceMark;
        }

        /** Forgets what is consumed. */
        void update(final int unconsumed) {
            if (unconsumed == 0 || received - unconsumed >= markAt) {
                beforeMark = unconsumed == 0 ? 0 : sinceMark;
                sinceMark = 0;
                markAt = received;
            }
        }
    }

    /**
     * Counts a frame; called after Vert.x has got it.
     *
     * @param bytes without its padding
     * @param padding bytes that Netty consumes next: those of the frames before are consumed, and say nothing about their data
     */
    void received(final int id, final int bytes, final int padding) throws Http2Exception {
        final Http2Stream stream = connection.stream(id);
        if (stream == null) {
            return;
        }
        OfStream counted = stream.getProperty(key);
        if (counted == null) {
            counted = new OfStream();
            stream.setProperty(key, counted);
        }
        counted.received += bytes;
        counted.sinceMark++;
        frames++;
        update(stream, counted, padding);
        if (frames > MAX_SMALL_FRAMES && isExceeded()) {
            // An exception would give the bytes of this frame back, which are given back when it is read, too.
            guard.end(Http2Error.ENHANCE_YOUR_CALM, "Too many small DATA frames wait to be read.");
        }
    }

    private void update(final Http2Stream stream, final OfStream counted, final int padding) {
        final int before = counted.frames();
        counted.update(connection.local().flowController().unconsumedBytes(stream) - padding);
        frames += counted.frames() - before;
    }

    /** What other streams have consumed since their last frame was not counted yet. */
    private boolean isExceeded() throws Http2Exception {
        connection.forEachActiveStream(stream -> {
            final OfStream counted = stream.getProperty(key);
            if (counted != null) {
                update(stream, counted, 0);
            }
            return true;
        });
        final int bytes = connection.local().flowController().unconsumedBytes(connection.connectionStream());
        return frames > MAX_SMALL_FRAMES + bytes / BYTES_OF_FRAME;
    }

    void closed(final Http2Stream stream) {
        final @Nullable OfStream counted = stream.removeProperty(key);
        if (counted != null) {
            frames -= counted.frames();
        }
    }
}
