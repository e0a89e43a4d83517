package org.jzenith.rest.internal.argument;

import com.google.inject.Injector;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.construct.ResourceInstances;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.pipeline.ArgumentReader;

/**
 * A {@code @BeanParam} whose constructor takes parts of the request; RESTEasy makes the others.
 *
 * @param members null for a record, whose fields the constructor sets
 */
record BeanParameter(
        BiFunction<HttpRequest, HttpResponse, Object> constructor,
        @Nullable PropertyInjector members) implements RestArgumentReader {

    /** Returns null for other parameters, and if no constructor takes parts of the request. */
    static @Nullable ArgumentReader of(
            final Parameter parameter, final Injector injector, final ResteasyProviderFactory providers) {
        if (parameter.getParamType() != Parameter.ParamType.BEAN_PARAM) {
            return null;
        }
        final Class<?> type = parameter.getType();
        final BiFunction<HttpRequest, HttpResponse, Object> constructor =
                new ResourceInstances(injector, providers).constructorOfBean(type);
        return constructor == null
                ? null
                : new BeanParameter(
                        constructor,
                        type.isRecord()
                                ? null
                                : providers.getInjectorFactory().createPropertyInjector(type, providers));
    }

    @Override
    public Object read(final RestInvocation invocation) {
        final HttpRequest request = invocation.request();
        final HttpResponse response = invocation.response();
        final Object made = constructor.apply(request, response);
        final CompletionStage<Void> later = members == null ? null : members.inject(request, response, made, true);
        return later == null ? made : later.thenApply(done -> made);
    }
}
