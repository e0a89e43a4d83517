package org.jzenith.example.user;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a user.
 *
 * @param number counts the changes since the start
 * @param kind what has happened
 * @param id of the user
 * @param user as it is now; null if it was deleted
 */
public record UserChange(
        long number, Kind kind, UUID id, @Nullable User user) {

    /** What can happen to a user. */
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
