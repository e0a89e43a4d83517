package org.jzenith.rest.internal.construct;

import com.google.inject.ConfigurationException;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.InjectionPoint;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The source of the value of a constructor's parameter: Guice, or the request through RESTEasy. */
sealed interface ConstructorArgument {

    @Nullable
    Object value(@Nullable HttpRequest request, @Nullable HttpResponse response);

    /**
     * An argument that no source provides.
     *
     * @param unbound the whole problem if a binding is missing
     */
    record Missing(String what, @Nullable StartProblem unbound) implements ConstructorArgument {

        Missing(final String what) {
            this(what, null);
        }

        @Override
        public Object value(final @Nullable HttpRequest request, final @Nullable HttpResponse response) {
            throw new IllegalStateException(what);
        }
    }

    record OfGuice(Provider<?> provider) implements ConstructorArgument {

        @Override
        public @Nullable Object value(final @Nullable HttpRequest request, final @Nullable HttpResponse response) {
            return provider.get();
        }
    }

    record OfRequest(ValueInjector injector, Class<?> type) implements ConstructorArgument {

        @Override
        public @Nullable Object value(final @Nullable HttpRequest request, final @Nullable HttpResponse response) {
            if (request == null) {
                throw new IllegalStateException(
                        type.getName() + " takes request parameters, but no request is in progress on thread "
                                + Thread.currentThread().getName() + ".");
            }
            return injector.inject(request, response, false);
        }
    }

    static ConstructorArgument of(
            final Constructor<?> constructor,
            final int index,
            final Injector injector,
            final @Nullable ResteasyProviderFactory providers,
            final boolean isBean) {
        final Parameter parameter = constructor.getParameters()[index];
        final Key<?> key = key(constructor, index);
        final String name = "its parameter " + (index + 1) + " ("
                + parameter.getParameterizedType().getTypeName() + ")";
        if ((!isBean && parameter.isAnnotationPresent(FormParam.class))
                || parameter.isAnnotationPresent(Suspended.class)) {
            return new Missing(name + " belongs to the body or the response, which only methods can take");
        }
        final boolean context = parameter.isAnnotationPresent(Context.class);
        if (Constructors.isOfRequest(parameter)
                || (context && injector.getExistingBinding(Key.get(parameter.getType())) == null)) {
            return ofRequest(constructor, index, parameter, name, providers);
        }
        if (key == null) {
            return new Missing(name + " has more than one qualifier");
        }
        try {
            return new OfGuice(injector.getProvider(key));
        } catch (final ConfigurationException e) {
            return new Missing(name + " is not bound", Wiring.missing(injector, constructor, index));
        }
    }

    private static ConstructorArgument ofRequest(
            final Constructor<?> constructor,
            final int index,
            final Parameter parameter,
            final String name,
            final @Nullable ResteasyProviderFactory providers) {
        if (providers == null) {
            return new Missing(name + " belongs to a request");
        }
        try {
            final ValueInjector made = providers
                    .getInjectorFactory()
                    .createParameterExtractor(
                            constructor.getDeclaringClass(),
                            constructor,
                            parameter.getName(),
                            parameter.getType(),
                            constructor.getGenericParameterTypes()[index],
                            parameter.getAnnotations(),
                            false,
                            providers);
            return new OfRequest(made, constructor.getDeclaringClass());
        } catch (final StartException e) {
            throw e;
        } catch (final RuntimeException e) {
            return new Missing(name + " cannot be created from text: " + e.getMessage());
        }
    }

    private static @Nullable Key<?> key(final Constructor<?> constructor, final int index) {
        try {
            for (final Dependency<?> each :
                    InjectionPoint.forConstructor(constructor).getDependencies()) {
                if (each.getParameterIndex() == index) {
                    return each.getKey();
                }
            }
            return null;
        } catch (final ConfigurationException e) {
            return null;
        }
    }
}
