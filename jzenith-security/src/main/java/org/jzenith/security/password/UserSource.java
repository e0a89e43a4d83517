package org.jzenith.security.password;

import io.reactivex.Maybe;

/** Finds users, in memory or in a store of the application. Safe for use by many threads. */
interface UserSource {

    /** Finds a user by the name that a client has sent. */
    Maybe<KnownUser> find(String name);

    /** Returns false if a user found earlier is known to have changed or to be gone. */
    boolean isCurrent(KnownUser user);

    /**
     * A user whose hash can be used.
     *
     * @param user the stored user
     * @param hash the user's hash
     */
    record KnownUser(StoredUser user, PasswordHash hash) {

        /** @throws IllegalArgumentException if the hash cannot be used */
        static KnownUser of(final StoredUser user) {
            return new KnownUser(user, PasswordHash.of(user.hash()));
        }
    }
}
