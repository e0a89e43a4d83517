package org.jzenith.rest.internal.memory;

import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.body.ValueMemory;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.error.Errors;

/**
 * Counts the values of parts in the budget of parsed bodies, as {@code AdmitValue} counts those of bodies. A part is read into a
 * value on the thread that asks for it, which cannot wait: without room, the request gets a 503. Safe for use by many threads.
 */
public final class AdmitPartValues {

    private static final int UNAVAILABLE = 503;

    private final ExchangeBody body;
    private final ValueMemory memory;

    /** The length of all contents that have been read into values. */
    private long read;

    private long reserved;

    /**
     * Creates it without a reservation.
     *
     * @param body the body with the parts
     */
    public AdmitPartValues(final ExchangeBody body) {
        this.body = body;
        this.memory = body.valueMemory();
    }

    /**
     * Reserves memory for a value, which is held until {@link #release}. Does not wait.
     *
     * @param type the type of the value
     * @param mediaType the media type of the content
     * @param length the length of the content, in bytes
     * @param content read to its end if its values must be counted
     * @throws IOException if the content cannot be read
     * @throws ProblemException if there is no room
     */
    public synchronized void reserve(
            final Type type, final MediaType mediaType, final long length, final InputStream content)
            throws IOException {
        read += length;
        final @Nullable ValueEstimate value = read <= ValueEstimate.UNCOUNTED ? null : ValueEstimate.of(type);
        if (value == null) {
            return;
        }
        final long bytes = value.memory(content, length, mediaType, body);
        ValueEstimate.admissible(body, reserved + bytes);
        reserve(bytes);
    }

    /**
     * Reserves memory for text of a content, which is held until {@link #release}. The texts of one body reserve at most what
     * one body may, because the caller limits each. Does not wait.
     *
     * @param length the length of the content, in bytes
     * @throws ProblemException if there is no room
     */
    public synchronized void reserveText(final int length) {
        read += length;
        if (read > ValueEstimate.UNCOUNTED) {
            reserve(Math.min((long) ValueEstimate.OF_BYTE * length, body.largestValue() - reserved));
        }
    }

    private void reserve(final long bytes) {
        if (!memory.tryReserve(bytes)) {
            throw new ProblemException(Problem.of(UNAVAILABLE)
                    .withDetail(MalformedRequestException.overloaded("max-parsed-bodies"))
                    .withHeader("Retry-After", Errors.RETRY_AFTER));
        }
        reserved += bytes;
    }

    /** Releases the memory of all values. */
    public void release() {
        memory.release();
    }
}
