package org.jzenith.core.problem;

import java.time.Duration;
import java.util.Optional;

/**
 * Marks an error as temporary: a resource is unavailable or overloaded, and the same request can succeed later.
 *
 * <p>Exceptions of plugins implement it (a database that is down, a queue that is full). A server responds to such an
 * error with 503 and {@code Retry-After}, without knowing the plugin.
 */
public interface TemporarilyUnavailable {

    /**
     * Returns the time after which a retry makes sense.
     *
     * @return a positive duration from now, or empty if it is not known; a server then sends one second
     */
    default Optional<Duration> retryAfter() {
        return Optional.empty();
    }
}
