package org.jzenith.rest.internal.check;

import java.util.function.Consumer;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.core.problem.StartProblem;

/**
 * Takes what the checks find.
 *
 * @param mistakes takes what fails startup
 * @param warnings takes what Jakarta REST allows but is hardly meant
 */
record Findings(Consumer<StartProblem> mistakes, Consumer<StartProblem> warnings) {

    /** Adds a mistake in a resource method or locator. */
    void mistake(final ResourceLocator method, final String what, final String remedy) {
        mistakes.accept(problem(method, what, remedy));
    }

    /** Adds a mistake; the origin is the name of a class. */
    void mistake(final String origin, final String what, final String remedy) {
        mistakes.accept(StartProblem.of(what).from(origin).remedy(remedy));
    }

    /** Adds a warning about a resource method or locator. */
    void warning(final ResourceLocator method, final String what, final String remedy) {
        warnings.accept(problem(method, what, remedy));
    }

    /** Adds a warning; the origin is the name of a class. */
    void warning(final String origin, final String what, final String remedy) {
        warnings.accept(StartProblem.of(what).from(origin).remedy(remedy));
    }

    /** Adds a mistake in a resource method or locator if it is certain to be one, otherwise a warning. */
    void add(final boolean isMistake, final ResourceLocator method, final String what, final String remedy) {
        (isMistake ? mistakes : warnings).accept(problem(method, what, remedy));
    }

    static StartProblem problem(final ResourceLocator method, final String what, final String remedy) {
        return StartProblem.of(what)
                .from(method.getResourceClass().getClazz().getName())
                .remedy(remedy);
    }
}
