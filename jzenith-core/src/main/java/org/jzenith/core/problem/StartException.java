package org.jzenith.core.problem;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the application does not start; holds all problems.
 *
 * <p>When it leaves {@code main}, the report is printed, and the JVM ends with exit code 1. The report holds no
 * stack traces unless the application was started with {@code --debug}. A plugin throws or signals it from one of
 * its phases to report its own problems.
 */
public final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<StartProblem> problems;
    private final boolean debug;

    /**
     * Reports problems without stack traces.
     *
     * @param problems the problems, at least one
     */
    public StartException(final StartProblem... problems) {
        this(List.of(problems));
    }

    /**
     * Reports problems without stack traces.
     *
     * @param problems the problems, at least one
     */
    public StartException(final List<StartProblem> problems) {
        this(problems, false);
    }

    /**
     * Reports problems.
     *
     * @param problems the problems, at least one
     * @param debug true if the report shows stack traces
     */
    public StartException(final List<StartProblem> problems, final boolean debug) {
        super(StartReport.of(problems, Integer.MAX_VALUE, false), firstCause(problems), true, debug);
        this.problems = List.copyOf(problems);
        this.debug = debug;
        for (final StartProblem problem : this.problems) {
            if (problem.cause() != null && problem.cause() != getCause()) {
                addSuppressed(problem.cause());
            }
        }
    }

    /**
     * Runs one of several parts and collects its problems, so that one report has the problems of all parts:
     *
     * <pre>{@code
     * final List<StartProblem> problems = new ArrayList<>();
     * final Address address = StartException.collect(problems, () -> Address.of(settings));
     * final Limits limits = StartException.collect(problems, () -> Limits.of(settings));
     * if (!problems.isEmpty()) {
     *     throw new StartException(problems);
     * }
     * }</pre>
     *
     * @param problems receives the problems of the part
     * @param part throws a {@code StartException} if it has problems; another exception is passed on
     * @param <T> the type of the part's result
     * @return the result of the part; null if it has problems
     */
    public static <T> @Nullable T collect(
            final List<StartProblem> problems, final Supplier<? extends @Nullable T> part) {
        try {
            return part.get();
        } catch (final StartException e) {
            problems.addAll(e.problems());
            return null;
        }
    }

    /**
     * Returns the problems, in the order in which they were found.
     *
     * @return the problems, at least one
     */
    public List<StartProblem> problems() {
        return problems;
    }

    /** Returns only the report, so that the launcher prints nothing else. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the class name would stand before the report
    public String toString() {
        return String.valueOf(getMessage());
    }

    @Override
    public void printStackTrace(final PrintStream stream) {
        if (debug) {
            super.printStackTrace(stream);
        } else {
            stream.println(isStandardError(stream) && Terminal.isPresent() ? forTerminal() : this);
        }
    }

    @Override
    public void printStackTrace(final PrintWriter writer) {
        if (debug) {
            super.printStackTrace(writer);
        } else {
            writer.println(this);
        }
    }

    /** Returns false for streams of tests and tools, which are not a terminal. */
    @SuppressWarnings("ReferenceEquality") // the launcher prints to this very stream
    private static boolean isStandardError(final PrintStream stream) {
        return stream == System.err;
    }

    private String forTerminal() {
        // The launcher writes on the same line: Exception in thread "main".
        return "\n" + StartReport.of(problems, Terminal.width(), Terminal.hasColours());
    }

    private static @Nullable Throwable firstCause(final List<StartProblem> problems) {
        for (final StartProblem problem : problems) {
            if (problem.cause() != null) {
                return problem.cause();
            }
        }
        return null;
    }
}
