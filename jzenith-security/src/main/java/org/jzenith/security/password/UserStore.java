package org.jzenith.security.password;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;

/**
 * Finds users for basic authentication, for example in a table of a database. Safe for use by many threads.
 *
 * <p>A verified password is cached for {@code security.basic.cache-time}. A new password, new roles or the removal of a user take effect
 * after this time at the latest.
 */
@FunctionalInterface
public interface UserStore {

    /**
     * Finds a user. Called on an event loop; must not block.
     *
     * @param name the name that the client has sent, without control characters
     * @return the user; empty if there is none. An error becomes a 500, or a 503 if it is a {@link
     *     org.jzenith.core.problem.TemporarilyUnavailable}
     */
    @CheckReturnValue
    Maybe<StoredUser> find(String name);
}
