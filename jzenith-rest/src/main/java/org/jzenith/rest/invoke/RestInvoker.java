package org.jzenith.rest.invoke;

import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.ResourceMethod;

/**
 * What RESTEasy knows of a resource method: its filters, interceptors, arguments and providers, with what dynamic
 * features have added. It is never asked to invoke the method.
 */
final class RestInvoker extends ResourceMethodInvoker {

    RestInvoker(final ResourceMethod method, final ResteasyProviderFactory providers) {
        super(method, providers.getInjectorFactory(), null, providers);
    }

    ResourceMethod declared() {
        return method;
    }

    ValueInjector[] arguments() {
        return methodInjector.getParams();
    }

    boolean expectsBody() {
        return methodInjector.expectsBody();
    }

    ResteasyProviderFactory providers() {
        return resourceMethodProviderFactory;
    }
}
