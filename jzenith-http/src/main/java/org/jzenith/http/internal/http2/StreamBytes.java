package org.jzenith.http.internal.http2;

import io.netty.handler.codec.http2.Http2Stream;

/** The bytes of one HTTP/2 stream that its client has not taken. Used on the event loop of the connection only. */
final class StreamBytes {

    /** The bytes that count as progress: a window of a few bytes now and then does not keep a stream. */
    private static final int STEP = 16 * 1024;

    private final Http2Stream stream;
    private long waiting;
    private long taken;
    private long since;

    StreamBytes(final Http2Stream stream) {
        this.stream = stream;
    }

    Http2Stream stream() {
        return stream;
    }

    long waiting() {
        return waiting;
    }

    /** Returns the time since which the client has taken nothing. */
    long since() {
        return since;
    }

    void add(final int bytes) {
        if (waiting == 0) {
            since = System.nanoTime();
            taken = 0;
        }
        waiting += bytes;
    }

    void take(final int bytes) {
        waiting -= bytes;
        taken += bytes;
        if (taken >= STEP) {
            taken = 0;
            since = System.nanoTime();
        }
    }
}
