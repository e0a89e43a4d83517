package org.jzenith.rest.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Provides kinds of arguments that Jakarta REST does not know. jZenith asks it once for each parameter of a resource method, at startup.
 */
@FunctionalInterface
public interface ArgumentProvider {

    /**
     * Returns the reader for a parameter.
     *
     * @param method a resource method or sub-resource locator
     * @param parameter the parameter of the method
     * @return the reader of the argument; null if the parameter is not of this kind
     * @throws org.jzenith.core.problem.StartException if the parameter uses the feature wrongly
     */
    @Nullable
    ArgumentReader readerOf(MethodModel method, ParameterModel parameter);
}
