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
 */
public final class StartProblem {

    private final String what;
    private final @Nullable String origin;
    private final @Nullable String remedy;
    private final @Nullable Throwable cause;

    private StartProblem(
            final String what,
            final @Nullable String origin,
            final @Nullable String remedy,
            final @Nullable Throwable cause) {
        this.what = Objects.requireNonNull(what, "what");
        this.origin = origin;
        this.remedy = remedy;
        this.cause = cause;
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

    /**
     * Returns the description of the event, with its value.
     *
     * @return a sentence
     */
    public String what() {
        return what;
    }

    /**
     * Returns the source of the offending value.
     *
     * @return the origin, or null if there is none
     */
    public @Nullable String origin() {
        return origin;
    }

    /**
     * Returns the advice to the user.
     *
     * @return the remedy, or null if none is known
     */
    public @Nullable String remedy() {
        return remedy;
    }

    /**
     * Returns the exception behind the problem.
     *
     * @return the cause, or null if there is none
     */
    public @Nullable Throwable cause() {
        return cause;
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
