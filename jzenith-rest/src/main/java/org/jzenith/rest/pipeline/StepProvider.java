package org.jzenith.rest.pipeline;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Adds steps to resource methods. A plugin passes it to {@code RestContribution.withSteps(..)}; jZenith's own features use the same
 * interface.
 *
 * <p>jZenith asks it once for each resource method: for methods of root resources at startup, and for methods of a sub-resource when a
 * locator first returns an object of that class. Must be safe for use by many threads.
 */
@FunctionalInterface
public interface StepProvider {

    /**
     * Adds the steps that a method needs, or none.
     *
     * @param steps the steps of the method, including those that earlier providers have added
     * @throws org.jzenith.core.problem.StartException if the method uses the feature wrongly; startup reports it
     */
    void addTo(MethodSteps steps);

    /**
     * Adds the steps that run before a sub-resource locator is called, or none. The steps of the located method run after them. Do not add
     * steps in phases after {@link StepPhase#FILTER} to a locator.
     *
     * @param steps the steps of the locator; its method has no HTTP methods and no {@code metadata()}
     * @throws org.jzenith.core.problem.StartException if the locator uses the feature wrongly
     */
    default void addToLocator(final MethodSteps steps) {}

    /**
     * Returns the access annotations that the steps enforce, also on sub-resources that are known only at run time. Startup fails if a
     * resource has an access annotation that nothing enforces.
     *
     * @return empty unless overridden
     */
    default Set<Class<? extends Annotation>> enforcedAnnotations() {
        return Set.of();
    }

    /**
     * Checks all resource methods of a listener together, when their steps are known.
     *
     * @param routes the table of the methods, created on first use
     * @throws org.jzenith.core.problem.StartException if a method must not be served; startup reports it
     */
    default void check(final Supplier<List<MethodRoute>> routes) {}
}
