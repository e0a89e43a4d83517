package org.jzenith.core.problem;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For plugins: a reason why an application does not start, in up to four parts: what happened, its origin, the remedy,
 * the cause.
 *
 * <pre>{@code
 * StartProblem.of("Port 8080 is already in use on localhost.")
 *        .from("REST_PORT (environment)")
 *        .remedy("Stop the other process or set rest.port.")
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param what the event and its value (secrets masked), as a sentence
 * @param origin the source of the offending value, or null if there is none
 * @param remedy the advice to the user, or null if none is known
 * @param cause the exception behind the problem, or null if there is none
 */
public record StartProblem(
        String what,
        @Nullable String origin,
        @Nullable String remedy,
        @Nullable Throwable cause) {

    /** Checks that the event is described. */
    public StartProblem {
        Objects.requireNonNull(what, "what");
    }

    /**
     * Creates a problem.
     *
     * @param what the event and its value (secrets masked), as a sentence
     * @return a problem without origin, remedy and cause
     */
    public static StartProblem of(final String what) {
        return new StartProblem(what, null, null, null);
    }

    /**
     * Says where the offending value came from.
     *
     * @param where a source as an operator knows it: {@code REST_PORT (environment)}, a file and line, a class
     * @return a copy with this origin
     */
    public StartProblem from(final @Nullable String where) {
        return new StartProblem(what, where, remedy, cause);
    }

    /**
     * Says what to do next.
     *
     * @param whatToDo one sentence, in the imperative
     * @return a copy with this remedy
     */
    public StartProblem remedy(final String whatToDo) {
        return new StartProblem(what, origin, whatToDo, cause);
    }

    /**
     * Keeps the exception behind the problem; its stack trace is shown with {@code --debug} only.
     *
     * @param throwable the exception
     * @return a copy with this cause
     */
    public StartProblem causedBy(final Throwable throwable) {
        return new StartProblem(what, origin, remedy, throwable);
    }

    /** Returns the origin as a sentence. */
    String origins() {
        return "It comes from " + origin + '.';
    }

    /** Returns the problem as the report shows it: one part a line. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(what);
        if (origin != null) {
            text.append('\n').append(origins());
        }
        if (remedy != null) {
            text.append('\n').append(remedy);
        }
        return text.toString();
    }
}
