package org.jzenith.core.internal.limit;

import io.reactivex.exceptions.CompositeException;
import org.jspecify.annotations.Nullable;

/** Recognizes failures behind which there is an {@link OutOfMemoryError}: they are never a client's or a database's fault. */
public final class OutOfMemory {

    private static final int DEPTH = 16;

    private OutOfMemory() {}

    /**
     * Returns true if the memory ran out, however deep the error is wrapped.
     *
     * @param failure the failure to inspect, or null
     * @return true if it is an {@code OutOfMemoryError} or has one among its first 16 causes
     */
    public static boolean isCauseOf(final @Nullable Throwable failure) {
        return isCauseOf(failure, DEPTH);
    }

    private static boolean isCauseOf(final @Nullable Throwable failure, final int depth) {
        if (failure == null || depth == 0) {
            return false;
        }
        if (failure instanceof OutOfMemoryError) {
            return true;
        }
        if (failure instanceof CompositeException composite) {
            for (final Throwable each : composite.getExceptions()) {
                if (isCauseOf(each, depth - 1)) {
                    return true;
                }
            }
            return false;
        }
        return isCauseOf(failure.getCause(), depth - 1);
    }
}
