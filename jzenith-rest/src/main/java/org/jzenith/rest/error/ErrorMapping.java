package org.jzenith.rest.error;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An exception of the application and the answer that a client gets for it.
 *
 * @param type the exception; its subclasses are meant too, unless they have a mapping of their own
 * @param problem makes the answer; the exception's own message is shown only if this says so
 */
public record ErrorMapping(Class<? extends Throwable> type, Function<Throwable, Problem> problem) {

    /** Checks that both are there. */
    public ErrorMapping {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(problem, "problem");
    }

    /**
     * An answer that is always the same.
     *
     * @param type the exception
     * @param status an HTTP error status, 400 to 599
     * @param detail a sentence for the client, or null to say nothing beyond the status
     * @throws IllegalArgumentException if the status is not an error status
     */
    public ErrorMapping(final Class<? extends Throwable> type, final int status, final @Nullable String detail) {
        this(type, constant(type, status, detail));
    }

    /**
     * An answer that the exception decides about.
     *
     * @param <E> the type of the exception
     * @param type the exception
     * @param problem makes the answer
     * @return a mapping
     */
    public static <E extends Throwable> ErrorMapping of(
            final Class<E> type, final Function<? super E, Problem> problem) {
        Objects.requireNonNull(problem, "problem");
        return new ErrorMapping(type, error -> problem.apply(type.cast(error)));
    }

    private static Function<Throwable, Problem> constant(
            final Class<? extends Throwable> type, final int status, final @Nullable String detail) {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException(
                    "The status " + status + " is not an error. It comes from the mapping of " + type.getName()
                            + ". Give a status from 400 to 599.");
        }
        final Problem problem = Problem.of(status, detail);
        return error -> problem;
    }
}
