package org.jzenith.rest.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An exception of the application and the answer that a client gets for it.
 *
 * @param type the exception; its subclasses are meant too, unless they have a mapping of their own
 * @param status an HTTP error status, 400 to 599
 * @param detail a sentence for the client, or null to say nothing beyond the status; the exception's own message is
 *     never shown
 */
public record ErrorMapping(
        Class<? extends Throwable> type,
        int status,
        @Nullable String detail) {

    /**
     * Checks the status.
     *
     * @throws IllegalArgumentException if the status is not an error status
     */
    public ErrorMapping {
        Objects.requireNonNull(type, "type");
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException(
                    "The status " + status + " is not an error. It comes from the mapping of " + type.getName()
                            + ". Give a status from 400 to 599.");
        }
    }
}
