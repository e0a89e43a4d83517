package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/**
 * A resource method with its steps, made at start. Immutable and safe for use by many threads.
 *
 * @param model the model of the method
 * @param steps the steps; the last one writes the response
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CompiledMethod(MethodModel model, Step[] steps) implements RouteTarget {

    @Override
    public ResourceLocator declared() {
        return model.declared();
    }
}
