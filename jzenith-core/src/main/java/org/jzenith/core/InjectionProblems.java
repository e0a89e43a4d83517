package org.jzenith.core;

import com.google.inject.CreationException;
import com.google.inject.spi.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Turns what Guice reports about the bindings of an application into problems of the start. */
final class InjectionProblems {

    private InjectionProblems() {}

    /**
     * Guice reports a missing binding once for each path to it; the report has it once.
     *
     * @param duplicates the problems of keys that are bound several times; asked for only if Guice has found one
     */
    static List<StartProblem> of(final CreationException failure, final Supplier<List<StartProblem>> duplicates) {
        final Map<String, StartProblem> problems = new LinkedHashMap<>();
        if (failure.getErrorMessages().stream().anyMatch(DuplicateBindings::isReportedBy)) {
            duplicates.get().forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
        }
        final boolean explained = !problems.isEmpty();
        for (final Message message : failure.getErrorMessages()) {
            if (message.getCause() instanceof final StartException reported) {
                reported.problems().forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
            } else if (!explained || !DuplicateBindings.isReportedBy(message)) {
                final StartProblem problem = problem(message);
                problems.putIfAbsent(problem.what(), problem);
            }
        }
        return List.copyOf(problems.values());
    }

    private static StartProblem problem(final Message message) {
        final StartProblem problem = StartProblem.of(
                        "The wiring is not complete: " + Configuration.masked(message.getMessage()))
                .from(message.getSource())
                .remedy("Bind it in a module given to withModules(..), or correct the binding.");
        final Throwable cause = message.getCause();
        return cause == null ? problem : problem.causedBy(cause);
    }
}
