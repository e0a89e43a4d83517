package org.jzenith.rest.pipeline;

import org.jspecify.annotations.Nullable;

/** Reads arguments that Jakarta REST does not know. It is asked once for each parameter of a resource method, at start. */
@FunctionalInterface
public interface ArgumentProvider {

    /**
     * Looks at a parameter.
     *
     * @param method a resource method or sub-resource locator
     * @param parameter the parameter of the method
     * @return reads the argument; null if the parameter is not of this kind
     * @throws org.jzenith.core.problem.StartException if the parameter uses the feature wrongly
     */
    @Nullable
    ArgumentReader readerOf(MethodModel method, ParameterModel parameter);
}
