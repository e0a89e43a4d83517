package org.jzenith.rest.internal.pipeline;

import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.Invocation;

/** A reader of jZenith's own, which needs RESTEasy's view of the request. */
@FunctionalInterface
public interface RestArgumentReader extends ArgumentReader {

    /** As {@link ArgumentReader#read}. */
    @Nullable
    Object read(RestInvocation invocation) throws Exception;

    @Override
    default @Nullable Object read(final Invocation invocation) throws Exception {
        return read((RestInvocation) invocation);
    }
}
