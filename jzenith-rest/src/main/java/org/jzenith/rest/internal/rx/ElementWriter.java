package org.jzenith.rest.internal.rx;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.json.JsonEntities;

/** Writes one element after another into a buffer. Used on one event loop. */
public interface ElementWriter {

    /** Returns the buffer, which is the same for the whole stream. */
    ElementBuffer target();

    /**
     * Writes an element.
     *
     * @throws IOException if its writer fails
     */
    void write(Object element) throws IOException;

    /** Returns the number of bytes that have been written and not been taken. */
    default int pending() {
        return target().size();
    }

    /** Returns true if the output fills a buffer of 16 KiB. */
    default boolean isFull() {
        // Asked after each element, so what is nearest comes first.
        final int nearlyFull = ElementBuffer.FULL - JsonEntities.Sequence.MOST_PENDING;
        return target().size() >= nearlyFull && pending() >= ElementBuffer.FULL;
    }

    /** Returns everything that has been written. */
    default ElementBuffer flushed() throws IOException {
        return target();
    }

    /** Returns the rest, after the last element. */
    default ElementBuffer end() throws IOException {
        return target();
    }

    /**
     * Writes the reason why the stream is aborted, if the media type allows it.
     *
     * @param problem makes UTF-8 of {@code application/problem+json}
     * @param isHalfWritten true if the last element is incomplete; its output is discarded
     * @return false if nothing was written
     */
    boolean writeFailure(Supplier<byte[]> problem, boolean isHalfWritten) throws IOException;

    /**
     * Returns the silence after which a heartbeat is written; zero for never.
     *
     * @return null unless the client expects the response head at once, and waits for elements without limit
     */
    default @Nullable Duration heartbeat() {
        return null;
    }

    /** Returns true if a written element can be sent at once, because no other follows in this turn. */
    default boolean endsTurn(final Object element) {
        return false;
    }

    /** Writes what no client takes for an element. */
    default void writeHeartbeat() {}
}
