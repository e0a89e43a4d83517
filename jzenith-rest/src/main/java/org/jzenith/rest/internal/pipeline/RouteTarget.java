package org.jzenith.rest.internal.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jzenith.rest.pipeline.Step;

/** The target of a path: a resource method or a sub-resource locator. Immutable and safe for use by many threads. */
public sealed interface RouteTarget {

    /** Returns the steps of a request of this target. */
    Step[] steps();

    /** Returns the model of the method or locator. */
    RestMethod model();

    /** Returns RESTEasy's view of the declaration and its annotations. */
    ResourceLocator declared();

    /**
     * A resource method with its steps, made at start.
     *
     * @param model the model of the method
     * @param steps the steps; the last one writes the response
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record CompiledMethod(RestMethod model, Step[] steps) implements RouteTarget {

        @Override
        public ResourceLocator declared() {
            return model.declared();
        }
    }

    /**
     * A sub-resource locator with its steps, of which the last one matches the rest of the path.
     *
     * @param declared RESTEasy's metadata
     * @param model the model of the locator
     * @param steps the steps; the last one matches the rest of the path
     * @param contributed the number of steps that providers have added, which come first
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record CompiledLocator(ResourceLocator declared, RestMethod model, Step[] steps, int contributed)
            implements RouteTarget {}
}
