package org.jzenith.restclient.internal.method;

import org.jspecify.annotations.Nullable;

/** Adds an argument of a call to its request. Safe for use by many threads. */
@FunctionalInterface
interface ArgumentEncoder {

    /**
     * Adds the argument.
     *
     * @param value the argument; null is left out, or has the default value of the parameter
     * @param request receives it
     */
    void encode(@Nullable Object value, RequestBuilder request);
}
