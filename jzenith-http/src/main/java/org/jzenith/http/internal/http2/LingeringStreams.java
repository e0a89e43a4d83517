package org.jzenith.http.internal.http2;

import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Streams of one HTTP/2 connection whose response has ended before their request. What the client still sends is
 * discarded, because many clients lose the response when a reset follows it at once. A stream lingers until the client
 * ends it, or until one of these limits is reached; then the client is told to stop sending (RFC 9113, 8.1). Used on the
 * event loop of the connection only.
 */
final class LingeringStreams {

    /** The time for which a client may continue to send after the response, as over HTTP/1.1. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The number of streams that may linger at a time; the oldest makes room for a further one. */
    private static final int MAX_STREAMS = 8;

    /** The bytes of a stream that are discarded. */
    private static final long MAX_BYTES = 32L * 1024 * 1024;

    private final Consumer<Http2Stream> reset;

    /** The lingering streams by number, the oldest first. */
    private final Map<Integer, Lingering> streams = new LinkedHashMap<>();

    private static final class Lingering {

        private final Http2Stream stream;
        private final long since = System.nanoTime();
        private long discarded;

        private Lingering(final Http2Stream stream) {
            this.stream = stream;
        }
    }

    /** @param reset tells the client to stop sending; not called from within a frame of the stream */
    LingeringStreams(final Consumer<Http2Stream> reset) {
        this.reset = reset;
    }

    /** The response of a stream has ended, and its request has not. */
    void add(final Http2Stream stream) {
        streams.putIfAbsent(stream.id(), new Lingering(stream));
        if (streams.size() > MAX_STREAMS) {
            final Iterator<Lingering> earliest = streams.values().iterator();
            final Lingering ended = earliest.next();
            earliest.remove();
            reset.accept(ended.stream);
        }
    }

    /** A stream has ended. */
    void remove(final Http2Stream stream) {
        if (!streams.isEmpty()) {
            streams.remove(stream.id());
        }
    }

    /** Bytes of a request have arrived, of any stream. */
    void received(final int stream, final int bytes) {
        final Lingering lingering = streams.isEmpty() ? null : streams.get(stream);
        if (lingering != null) {
            lingering.discarded += bytes;
            if (lingering.discarded > MAX_BYTES) {
                streams.remove(stream);
                reset.accept(lingering.stream);
            }
        }
    }

    /** Ends those whose time is over. */
    void check(final long now) {
        if (streams.isEmpty()) {
            return;
        }
        final List<Lingering> over = new ArrayList<>(streams.values());
        over.removeIf(lingering -> now - lingering.since < LINGER_NANOS);
        for (final Lingering lingering : over) {
            streams.remove(lingering.stream.id());
            reset.accept(lingering.stream);
        }
    }
}
