package org.jzenith.rest.pipeline;

import org.jspecify.annotations.Nullable;

/** Reads one argument of a resource method from a request. */
@FunctionalInterface
public interface ArgumentReader {

    /**
     * Reads the argument.
     *
     * @return the value, or a {@code CompletionStage} of the value
     */
    @Nullable
    Object read(Invocation invocation) throws Exception;
}
