package org.jzenith.rest.internal.resteasy;

import java.lang.reflect.Type;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jzenith.rest.internal.entity.TypedResults;

/**
 * RESTEasy's metadata of a resource method: filters, interceptors, arguments and providers, including those that
 * dynamic features add. It never invokes the method.
 */
public final class MethodMetadata extends ResourceMethodInvoker {

    public MethodMetadata(final ResourceMethod method, final ResteasyProviderFactory providers) {
        super(method, providers.getInjectorFactory(), null, providers);
    }

    /** Returns the declared type for writers, without its {@code TypedResponse}. */
    @Override
    public Type getGenericReturnType() {
        return TypedResults.entityOf(super.getGenericReturnType());
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
