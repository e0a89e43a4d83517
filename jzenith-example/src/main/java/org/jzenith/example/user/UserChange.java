package org.jzenith.example.user;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Topic;

/**
 * A change to a user.
 *
 * @param kind the kind of change
 * @param id the id of the user
 * @param user the current user; null if it was deleted
 */
public record UserChange(Kind kind, UUID id, @Nullable User user) {

    // region topic
    /** The changes to users, in order for each user. */
    public static final Topic<UserChange> CHANGES =
            Topic.of("user-changes", UserChange.class).keyedBy(UserChange::id);
    // endregion

    /** The kind of change to a user. */
    public enum Kind {
        /** A user was created. */
        CREATED,
        /** The name or the e-mail address has changed. */
        UPDATED,
        /** The picture was changed. */
        PICTURE,
        /** The user was deleted. */
        DELETED
    }
}
