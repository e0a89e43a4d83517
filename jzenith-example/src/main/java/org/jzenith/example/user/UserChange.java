package org.jzenith.example.user;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change to a user.
 *
 * @param number counts the changes since the start
 * @param kind the kind of change
 * @param id the id of the user
 * @param user the current user; null if it was deleted
 */
public record UserChange(
        long number, Kind kind, UUID id, @Nullable User user) {

    /** The kind of change to a user. */
    public enum Kind {
        /** A user was created. */
        CREATED,
        /** The name or the e-mail address has changed. */
        UPDATED,
        /** The picture was changed. */
        PICTURE,
        /** The user is gone. */
        DELETED
    }
}
