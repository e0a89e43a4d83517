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
     * Returns a name of the request for servers that list their current work, such as a database that lists its sessions.
     *
     * @return null by default
     */
    default @Nullable String label() {
        return null;
    }
}
