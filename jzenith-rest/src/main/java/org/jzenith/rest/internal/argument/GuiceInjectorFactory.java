package org.jzenith.rest.internal.argument;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.resteasy.core.ConstructorInjectorImpl;
import org.jboss.resteasy.core.InjectorFactoryImpl;
import org.jboss.resteasy.core.StringParameterInjector;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.ConstructorInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.MethodInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceConstructor;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.pipeline.ArgumentReader;

/** Lets Guice make what is bound in Guice; RESTEasy makes the rest, such as {@code @BeanParam} classes. */
@SuppressWarnings("rawtypes") // as in the interface
public final class GuiceInjectorFactory extends InjectorFactoryImpl {

    /** The types that methods get directly; RESTEasy makes a proxy for others, and for fields. */
    private static final Set<Class<?>> CONTEXT =
            Set.of(UriInfo.class, HttpHeaders.class, Request.class, SecurityContext.class);

    private final Injector injector;

    /** Asked in this order; RESTEasy's injector is the last. */
    private final List<ParameterReaders> readers;

    private final Consumer<Class<?>> subResourceCheck;

    /**
     * Creates it.
     *
     * @param injector makes what is bound
     * @param fields the fields of forms
     * @param subResourceCheck throws if the methods of a class must not be called
     * @param maxOnEventLoop bytes of a JSON document; a larger one is read on a worker thread
     */
    public GuiceInjectorFactory(
            final Injector injector,
            final ParameterReaders fields,
            final Consumer<Class<?>> subResourceCheck,
            final long maxOnEventLoop) {
        this.injector = injector;
        this.readers = List.of(
                (parameter, providers) -> BeanParameter.of(parameter, injector, providers),
                (parameter, providers) -> BodyParameter.of(parameter, providers, maxOnEventLoop),
                OptionalParameter::of,
                (parameter, providers) -> VersionParameter.of(parameter),
                fields,
                (parameter, providers) -> contextOfMethod(parameter),
                TextParameter::of);
        this.subResourceCheck = subResourceCheck;
    }

    private static @Nullable RestArgumentReader contextOfMethod(final Parameter parameter) {
        final Class<?> type = parameter.getType();
        return parameter instanceof MethodParameter
                        && parameter.getParamType() == Parameter.ParamType.CONTEXT
                        && CONTEXT.contains(type)
                ? invocation -> invocation.data().get(type)
                : null;
    }

    @Override
    public ConstructorInjector createConstructor(final Class<?> type, final ResteasyProviderFactory factory) {
        final ConstructorInjector bound = bound(type);
        return bound == null ? super.createConstructor(type, factory) : bound;
    }

    @Override
    public ConstructorInjector createConstructor(final Constructor constructor, final ResteasyProviderFactory factory) {
        final ConstructorInjector bound = bound(constructor.getDeclaringClass());
        return bound == null ? new BeanConstructor(constructor, factory) : bound;
    }

    @Override
    public ConstructorInjector createConstructor(
            final ResourceConstructor constructor, final ResteasyProviderFactory factory) {
        final ConstructorInjector bound = bound(constructor.getConstructor().getDeclaringClass());
        return bound == null ? super.createConstructor(constructor, factory) : bound;
    }

    @Override
    public MethodInjector createMethodInjector(final ResourceLocator method, final ResteasyProviderFactory factory) {
        subResourceCheck.accept(method.getResourceClass().getClazz());
        return super.createMethodInjector(method, factory);
    }

    @Override
    public @Nullable ValueInjector createParameterExtractor(
            final Parameter parameter, final ResteasyProviderFactory factory) {
        return injector(parameter, factory, () -> super.createParameterExtractor(parameter, factory));
    }

    /** The fields, setters and constructors of beans, and the constructors of resources. */
    @Override
    public @Nullable ValueInjector createParameterExtractor(
            final Class owner,
            final AccessibleObject target,
            final String defaultName,
            final Class type,
            final Type genericType,
            final Annotation[] annotations,
            final boolean useDefault,
            final ResteasyProviderFactory factory) {
        return injector(
                new BeanPart(owner, defaultName, type, genericType, target, annotations),
                factory,
                () -> super.createParameterExtractor(
                        owner, target, defaultName, type, genericType, annotations, useDefault, factory));
    }

    private @Nullable ValueInjector injector(
            final Parameter parameter,
            final ResteasyProviderFactory factory,
            final Supplier<@Nullable ValueInjector> standard) {
        if (parameter.getType() == Sse.class && parameter.getParamType() == Parameter.ParamType.CONTEXT) {
            return new Events(injector.getInstance(Sse.class));
        }
        for (final ParameterReaders each : readers) {
            final ArgumentReader reader = each.readerOf(parameter, factory);
            if (reader != null) {
                return reader instanceof final ValueInjector both ? both : new ReaderInjector(reader, standard);
            }
        }
        final ValueInjector made = standard.get();
        if (made instanceof final StringParameterInjector text) {
            DefaultText.check(text, parameter);
        }
        return made;
    }

    private @Nullable ConstructorInjector bound(final Class<?> type) {
        return injector.getExistingBinding(Key.get(type)) == null ? null : new ByGuice(injector.getProvider(type));
    }

    /** The constructor of a {@code @BeanParam} without parameters. */
    private static final class BeanConstructor extends ConstructorInjectorImpl {

        BeanConstructor(final Constructor<?> constructor, final ResteasyProviderFactory factory) {
            super(constructor, factory);
        }

        /** RESTEasy wraps what the constructor throws in a {@code RuntimeException}. */
        @Override
        public Object construct(final boolean unwrapAsync) {
            try {
                return super.construct(unwrapAsync);
            } catch (final RuntimeException e) {
                throw e.getClass() == RuntimeException.class && e.getCause() != null
                        ? new ApplicationException(e.getCause())
                        : e;
            }
        }
    }

    /** A replacement for RESTEasy's {@code Sse}, whose broadcasters make all listeners wait for the slowest. */
    private record Events(Sse events) implements ValueInjector {

        @Override
        public Object inject(final boolean unwrapAsync) {
            return events;
        }

        @Override
        public Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
            return events;
        }
    }

    private record ByGuice(Provider<?> provider) implements ConstructorInjector {

        private static final Object[] NO_ARGUMENTS = {};

        @Override
        public Object construct(final boolean unwrapAsync) {
            return provider.get();
        }

        @Override
        public Object construct(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
            return provider.get();
        }

        @Override
        public Object injectableArguments(final boolean unwrapAsync) {
            return NO_ARGUMENTS;
        }

        @Override
        public Object injectableArguments(
                final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
            return NO_ARGUMENTS;
        }
    }
}
