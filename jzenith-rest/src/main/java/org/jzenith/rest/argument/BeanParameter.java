package org.jzenith.rest.argument;

import com.google.inject.Injector;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.construct.ResourceInstances;

/** A {@code @BeanParam} whose constructor takes parts of the request; RESTEasy makes the others. */
final class BeanParameter implements ValueInjector {

    private final BiFunction<HttpRequest, HttpResponse, Object> constructor;

    /** Null for a record, whose fields the constructor sets. */
    private final @Nullable PropertyInjector members;

    private BeanParameter(
            final BiFunction<HttpRequest, HttpResponse, Object> constructor, final @Nullable PropertyInjector members) {
        this.constructor = constructor;
        this.members = members;
    }

    /** Returns null if no constructor takes parts of the request. */
    static @Nullable ValueInjector of(
            final Class<?> type, final Injector injector, final ResteasyProviderFactory factory) {
        final BiFunction<HttpRequest, HttpResponse, Object> constructor =
                new ResourceInstances(injector, factory).constructorOfBean(type);
        return constructor == null
                ? null
                : new BeanParameter(
                        constructor,
                        type.isRecord() ? null : factory.getInjectorFactory().createPropertyInjector(type, factory));
    }

    @Override
    public Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        final Object made = constructor.apply(request, response);
        final CompletionStage<Void> later =
                members == null ? null : members.inject(request, response, made, unwrapAsync);
        return later == null ? made : later.thenApply(done -> made);
    }

    @Override
    public Object inject(final boolean unwrapAsync) {
        throw new IllegalStateException("A @BeanParam needs a request.");
    }
}
