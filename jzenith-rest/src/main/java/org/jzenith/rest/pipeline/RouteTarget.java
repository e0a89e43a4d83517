package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/** The target of a path: a resource method or a sub-resource locator. */
public sealed interface RouteTarget permits CompiledMethod, CompiledLocator {

    /** Returns the steps of a request of this target. */
    Step[] steps();

    /** Returns the model of the method or locator. */
    MethodModel model();

    /** Returns RESTEasy's view of the declaration and its annotations. */
    ResourceLocator declared();
}
