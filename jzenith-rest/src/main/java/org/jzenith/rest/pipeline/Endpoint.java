package org.jzenith.rest.pipeline;

import org.jboss.resteasy.spi.metadata.ResourceLocator;

/** What stands at a path: a resource method or a sub-resource locator. */
public sealed interface Endpoint permits CompiledMethod, CompiledLocator {

    /** What a request does that is for this endpoint. */
    Step[] steps();

    /** What is known of it. */
    MethodModel model();

    /** What RESTEasy has read of its annotations. */
    ResourceLocator declared();
}
