package org.jzenith.example.user;

import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.UUID;

/** Thrown when no user has the requested id. */
@ApiResponse(responseCode = "404", description = "There is no such user.")
public final class NoSuchUserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UUID id;

    NoSuchUserException(final UUID id) {
        super("There is no user " + id + ".");
        this.id = id;
    }

    /**
     * Returns the requested id.
     *
     * @return the id that no user has
     */
    public UUID id() {
        return id;
    }
}
