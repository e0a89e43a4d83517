package org.jzenith.example.user;

import java.util.UUID;

/** There is no user with the id that a client named. */
public final class NoSuchUserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoSuchUserException(final UUID id) {
        super("There is no user " + id + ".");
    }
}
