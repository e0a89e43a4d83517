package org.jzenith.rest.internal.resteasy;

import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.ResourceMethod;

/**
 * RESTEasy's metadata of a resource method: filters, interceptors, arguments and providers, including those that
 * dynamic features add. It never invokes the method.
 */
public final class MethodMetadata extends ResourceMethodInvoker {

    public MethodMetadata(final ResourceMethod method, final ResteasyProviderFactory providers) {
        super(method, providers.getInjectorFactory(), null, providers);
    }

    public ResourceMethod declared() {
        return method;
    }

    public ValueInjector[] arguments() {
        return methodInjector.getParams();
    }

    public boolean expectsBody() {
        return methodInjector.expectsBody();
    }

    public ResteasyProviderFactory providers() {
        return resourceMethodProviderFactory;
    }
}
