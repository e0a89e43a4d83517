package org.jzenith.rest.memory;

import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.body.ValueMemory;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.multipart.MultipartForms;

/**
 * Counts the values of parts in the budget of parsed bodies, as {@code AdmitValue} counts those of bodies. A part is read into a
 * value on the thread that asks for it, which cannot wait: without room, the request gets a 503.
 */
public final class AdmitPartValues implements MultipartForms.ValueAdmission {

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

    @Override
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

    @Override
    public synchronized void reserveText(final int length) {
        read += length;
        if (read > ValueEstimate.UNCOUNTED) {
            reserve(Math.min((long) ValueEstimate.OF_BYTE * length, body.largestValue() - reserved));
        }
    }

    private void reserve(final long bytes) {
        if (!memory.tryReserve(bytes)) {
            throw new ProblemException(Problem.of(UNAVAILABLE)
                    .withDetail("The server has no memory for the values of the parts at the moment.")
                    .withHeader("Retry-After", Errors.RETRY_AFTER));
        }
        reserved += bytes;
    }

    @Override
    public void release() {
        memory.release();
    }
}
