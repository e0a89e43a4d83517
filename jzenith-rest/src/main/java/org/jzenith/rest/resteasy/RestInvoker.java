package org.jzenith.rest.resteasy;

import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.ResourceMethod;

/**
 * What RESTEasy knows of a resource method: its filters, interceptors, arguments and providers, with what dynamic
 * features have added. It is never asked to invoke the method.
 */
public final class RestInvoker extends ResourceMethodInvoker {

    public RestInvoker(final ResourceMethod method, final ResteasyProviderFactory providers) {
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
