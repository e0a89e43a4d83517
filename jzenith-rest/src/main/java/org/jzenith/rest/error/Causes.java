package org.jzenith.rest.error;

import io.reactivex.exceptions.CompositeException;
import org.jspecify.annotations.Nullable;

/** What stands behind a failure. */
final class Causes {

    private static final int DEPTH = 16;

    private Causes() {}

    /** Whether memory ran out, however deep it is wrapped, and whatever the wrapper makes of it. */
    static boolean hasOutOfMemory(final @Nullable Throwable failure) {
        return hasOutOfMemory(failure, DEPTH);
    }

    private static boolean hasOutOfMemory(final @Nullable Throwable failure, final int depth) {
        if (failure == null || depth == 0) {
            return false;
        }
        if (failure instanceof OutOfMemoryError) {
            return true;
        }
        if (failure instanceof CompositeException composite) {
            for (final Throwable each : composite.getExceptions()) {
                if (hasOutOfMemory(each, depth - 1)) {
                    return true;
                }
            }
            return false;
        }
        return hasOutOfMemory(failure.getCause(), depth - 1);
    }
}
