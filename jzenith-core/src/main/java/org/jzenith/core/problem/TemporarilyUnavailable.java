package org.jzenith.core.problem;

import java.time.Duration;
import java.util.Optional;

/**
 * An error that says: the work was refused because something it needs is not there or not free right now, and the same
 * request may succeed later.
 *
 * <p>Exceptions of plugins implement it (a database that is gone, a queue that is full); a server answers such an error
 * with 503 and a {@code Retry-After}. So the part that fails and the part that answers need not know
 * each other.
 */
public interface TemporarilyUnavailable {

    /**
     * When it is worth trying again.
     *
     * @return a positive duration from now, or empty if nobody can tell; a server then names the shortest time it can, one second
     */
    default Optional<Duration> retryAfter() {
        return Optional.empty();
    }
}
