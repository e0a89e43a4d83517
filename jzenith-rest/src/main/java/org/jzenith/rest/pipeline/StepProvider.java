package org.jzenith.rest.pipeline;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Adds steps to resource methods. A plugin gives it to {@code RestContribution.withSteps(..)}; jZenith's own features
 * use the same interface.
 *
 * <p>It is asked once for each resource method: for those of root resources at start, for those of a sub-resource when a locator
 * first returns one of its class. Must be safe for use by many threads.
 */
@FunctionalInterface
public interface StepProvider {

    /**
     * Looks at a method and adds the steps that it needs, or none.
     *
     * @param steps the steps of the method, which has all steps of the providers that were asked before
     * @throws org.jzenith.core.problem.StartException if the method uses the feature wrongly; startup reports it
     */
    void addTo(MethodSteps steps);

    /**
     * Looks at a sub-resource locator and adds the steps that run before it is called, or none. The steps of the located method follow
     * with their own. Phases after {@link StepPhase#FILTER} are not for locators.
     *
     * @param steps the steps of the locator; its method has no HTTP methods and no {@code metadata()}
     * @throws org.jzenith.core.problem.StartException if the locator uses the feature wrongly
     */
    default void addToLocator(final MethodSteps steps) {}

    /**
     * Returns the access annotations that the steps enforce, also on sub-resources that are known only at run time. A start fails if a
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
     * @param routes the table of the methods, created when it is asked for
     * @throws org.jzenith.core.problem.StartException if a method must not be served; startup reports it
     */
    default void check(final Supplier<List<MethodRoute>> routes) {}
}
