package org.jzenith.rest.internal.deployment;

import jakarta.ws.rs.Path;
import java.util.List;
import org.jboss.resteasy.spi.metadata.ResourceBuilder;
import org.jboss.resteasy.util.GetRestful;
import org.jzenith.rest.internal.argument.ContextArgument;

/**
 * Reads the annotations of resources. RESTEasy takes a class whose {@code @Path} is on a superclass or an interface for a root
 * resource, and serves it at the root.
 */
final class RootResources extends ResourceBuilder {

    /** @param contexts the objects of a request that methods take by their type */
    RootResources(final List<ContextArgument> contexts) {
        registerResourceClassProcessor(resource -> ContextArgument.declare(contexts, resource), 0);
    }

    @Override
    protected ResourceClassBuilder createResourceClassBuilder(final Class<?> type) {
        final Class<?> annotated = GetRestful.getRootResourceClass(type);
        return annotated == null
                ? super.createResourceClassBuilder(type)
                : buildRootResource(type, annotated.getAnnotation(Path.class).value());
    }
}
