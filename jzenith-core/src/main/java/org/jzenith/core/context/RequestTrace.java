package org.jzenith.core.context;

import org.jspecify.annotations.Nullable;

/** For plugins: the distributed trace that a request is a part of. Safe for use by many threads. */
@FunctionalInterface
public interface RequestTrace {

    /**
     * Returns the id of the trace, as logs and responses show it.
     *
     * @return 32 hexadecimal digits in lower case
     */
    String traceId();

    /**
     * Returns the id of the request's own span.
     *
     * @return 16 hexadecimal digits in lower case; null if there is none
     */
    default @Nullable String spanId() {
        return null;
    }

    /**
     * Returns the name of the request for a server that lists what it works on, such as a database with its sessions.
     *
     * @return null, unless the application asks for it
     */
    default @Nullable String label() {
        return null;
    }
}
