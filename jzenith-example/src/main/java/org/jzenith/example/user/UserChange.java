package org.jzenith.example.user;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change to a user.
 *
 * @param number counts the changes since the start
 * @param kind the kind of change
 * @param id of the user
 * @param user the current user; null if it was deleted
 */
public record UserChange(
        long number, Kind kind, UUID id, @Nullable User user) {

    /** The kind of change to a user. */
    public enum Kind {
        /** There is a new user. */
        CREATED,
        /** The name or the e-mail address has changed. */
        UPDATED,
        /** There is a new picture. */
        PICTURE,
        /** The user is gone. */
        DELETED
    }
}
