package org.jzenith.rest.rx;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzenith.rest.json.JsonEntities;

/** Writes one element after another into a buffer. Used on one event loop. */
abstract class ElementWriter {

    private static final int BUFFER_SIZE = 16 * 1024;

    final ElementBuffer target = new ElementBuffer();

    static ElementWriter of(
            final Providers bodies,
            final Type elementType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final Optional<Duration> retry) {
        final Framing framing = Framing.of(mediaType);
        return framing == Framing.EVENTS
                ? new EventElements(bodies, elementType, annotations, retry)
                : new FramedElements(bodies, elementType, annotations, mediaType, framing);
    }

    abstract void write(Object element) throws IOException;

    /** The number of bytes that have been written and not been taken. */
    abstract int pending();

    /** Returns true if the output fills a buffer of 16 KiB. */
    final boolean isFull() {
        // Asked after each element, so what is nearest comes first.
        return target.length() >= BUFFER_SIZE - JsonEntities.Sequence.MOST_PENDING && pending() >= BUFFER_SIZE;
    }

    /** Everything that has been written, for {@link ElementBuffer#moveTo}. */
    abstract ElementBuffer flushed() throws IOException;

    /** The rest, after the last element. */
    abstract ElementBuffer end() throws IOException;

    /**
     * Writes the reason why the stream is aborted, if the media type allows it.
     *
     * @param problem makes UTF-8 of {@code application/problem+json}
     * @param isHalfWritten true if the last element is incomplete; its output is discarded
     * @return false if nothing was written
     */
    abstract boolean writeFailure(Supplier<byte[]> problem, boolean isHalfWritten) throws IOException;

    /** Returns true if the client expects the response head at once, and an unlimited wait for elements. */
    boolean isEvents() {
        return false;
    }

    /** Returns true if a written element can be sent at once, because no other follows in this turn. */
    boolean endsTurn(final Object element) {
        return false;
    }

    /** Writes what no client takes for an element. */
    void writeHeartbeat() {
        throw new IllegalStateException("Only events have comments.");
    }
}
