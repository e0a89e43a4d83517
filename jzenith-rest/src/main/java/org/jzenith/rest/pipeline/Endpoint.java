package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/** The target of a path: a resource method or a sub-resource locator. */
public sealed interface Endpoint permits CompiledMethod, CompiledLocator {

    /** Returns the steps of a request for this endpoint. */
    Step[] steps();

    /** Returns the endpoint's model. */
    MethodModel model();

    /** Returns RESTEasy's view of the declaration and its annotations. */
    ResourceLocator declared();
}
