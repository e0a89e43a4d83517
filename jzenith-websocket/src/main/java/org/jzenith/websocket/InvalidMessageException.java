package org.jzenith.websocket;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a client's message is not the expected JSON or violates a constraint. A handler that does not catch it
 * closes its WebSocket with 1007.
 */
public final class InvalidMessageException extends WebSocketCloseException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    /**
     * A constraint that a message violates.
     *
     * @param path the path in the JSON, for example {@code items[0].count}; empty for the message as a whole
     * @param message a human-readable text in English
     */
    public record Violation(String path, String message) {

        private String sentence() {
            return path.isEmpty() ? message : path + ": " + message;
        }
    }

    InvalidMessageException(final String reason, final @Nullable Throwable cause) {
        super(CloseReason.INVALID_CONTENT, reason, cause);
        this.violations = List.of();
    }

    /** Creates the exception with at least one violation. */
    InvalidMessageException(final List<Violation> violations) {
        super(
                CloseReason.INVALID_CONTENT,
                "The message is invalid. " + violations.get(0).sentence(),
                null);
        this.violations = List.copyOf(violations);
    }

    /**
     * Returns the constraints that the message violates.
     *
     * @return violations ordered by path; empty if the message is not the expected JSON
     */
    public List<Violation> violations() {
        return violations;
    }
}
