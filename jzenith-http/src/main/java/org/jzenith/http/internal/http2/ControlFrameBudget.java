package org.jzenith.http.internal.http2;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.TimeUnit;

/**
 * The budget for frames of an HTTP/2 client that carry neither requests nor bodies: pings, settings, their acknowledgements, GOAWAY,
 * priorities, window updates and unknown frames. Each costs the server work that the client need not wait for. Requests, and bytes that are
 * sent or received, add to the budget. Used only on the event loop of the connection.
 */
final class ControlFrameBudget {

    private static final int BASE = 1000;
    private static final int FOR_REQUEST = 10;

    /** A client that gives its windows back in steps of 512 bytes, for stream and connection, stays below it. */
    private static final int BYTES_FOR_FRAME = 256;

    /** A client may give back the window of each payload, for stream and connection, however small. */
    private static final int FOR_PAYLOAD = 2;

    /** The most that a connection can accumulate. */
    private static final long MAX = 100_000;

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    private long frames = BASE;
    private long bytes;
    private long periodBegin = System.nanoTime();

    void requestReceived() {
        frames = Math.min(MAX, frames + FOR_REQUEST);
    }

    void dataSent() {
        frames = Math.min(MAX, frames + FOR_PAYLOAD);
    }

    void bytesTransferred(final long count) {
        bytes += count;
        if (bytes >= BYTES_FOR_FRAME) {
            frames = Math.min(MAX, frames + bytes / BYTES_FOR_FRAME);
            bytes %= BYTES_FOR_FRAME;
        }
    }

    /** Ends the connection if there are too many (RFC 9113, 10.5). */
    void frameReceived() throws Http2Exception {
        if (frames == 0) {
            final long now = System.nanoTime();
            if (now - periodBegin < PERIOD_NANOS) {
                throw Http2Exception.connectionError(
                        Http2Error.ENHANCE_YOUR_CALM, "The client sends too many control frames.");
            }
            periodBegin = now;
            frames = BASE;
        }
        frames--;
    }
}
