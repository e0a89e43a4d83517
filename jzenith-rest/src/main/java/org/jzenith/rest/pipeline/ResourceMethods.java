package org.jzenith.rest.pipeline;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The table of the resource methods of a listener. Injected; that of {@code RestPlugin.named("admin")} with
 * {@code @Named("admin")}. Safe for use by many threads.
 */
public interface ResourceMethods {

    /**
     * Returns all resource methods, and the sub-resource locators that may return objects of any class. A locator that declares a
     * class or interface with resource methods is replaced by these.
     *
     * @return sorted by template, then by HTTP method; does not change
     * @throws IllegalStateException before {@code check} of the listener's plugin has succeeded; ask in {@code prepare} or later
     */
    List<MethodRoute> all();

    /**
     * Returns the exceptions that {@code withMapping(..)} maps for all of these methods.
     *
     * @return the status for each exception; empty if a function makes the response
     * @throws IllegalStateException as {@link #all} does
     */
    Map<Class<? extends Throwable>, OptionalInt> mappedFailures();

    /**
     * Returns the table that {@code --routes} prints: a line for each method, with its steps and the decision about access.
     *
     * @return several lines of text, the first with titles
     * @throws IllegalStateException as {@link #all} does
     */
    @Override
    String toString();
}
