package org.jzenith.rest.internal.error;

import jakarta.ws.rs.WebApplicationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the message of a {@link WebApplicationException} that is meant for the client: the application made the
 * exception with a message and a 4xx status. A message that repeats a cause is not the application's own.
 */
final class OwnMessage {

    private static final List<String> LIBRARIES = List.of("org.jboss.resteasy.", "jakarta.ws.rs.");

    private static final int DEPTH = 16;

    private OwnMessage() {}

    /** Null if the message is not for the client. */
    static @Nullable String of(final WebApplicationException error) {
        final String message = error.getMessage();
        final int status = error.getResponse().getStatus();
        return message == null
                        || message.isBlank()
                        || status < 400
                        || status >= 500
                        || message.startsWith("HTTP " + status + " ") // Jakarta REST's default
                        || message.startsWith("RESTEASY")
                        || repeatsCause(message, error.getCause())
                        || isMadeByLibrary(error)
                ? null
                : message;
    }

    private static boolean repeatsCause(final String message, final @Nullable Throwable first) {
        Throwable cause = first;
        for (int depth = 0; cause != null && depth < DEPTH; depth++) {
            final String words = cause.getMessage();
            if (message.contains(cause.getClass().getName())
                    || (words != null && !words.isBlank() && message.contains(words))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Some of RESTEasy's exceptions hand on what others said; the trace starts where an exception was created. */
    private static boolean isMadeByLibrary(final WebApplicationException error) {
        final StackTraceElement[] trace = error.getStackTrace();
        return trace.length > 0 && LIBRARIES.stream().anyMatch(trace[0].getClassName()::startsWith);
    }
}
