package org.jzenith.rest.argument;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.sse.Sse;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.resteasy.core.ConstructorInjectorImpl;
import org.jboss.resteasy.core.InjectorFactoryImpl;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.ConstructorInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.MethodInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceConstructor;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;

/** Lets Guice make what is bound in Guice; RESTEasy makes the rest, such as {@code @BeanParam} classes. */
@SuppressWarnings("rawtypes") // as in the interface
public final class GuiceInjectorFactory extends InjectorFactoryImpl {

    /** RESTEasy wraps these around a number that it reads. */
    private static final Set<Class<?>> OPTIONALS = Set.of(OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private static final Set<Class<? extends Annotation>> TEXTS = Set.of(
            PathParam.class,
            QueryParam.class,
            HeaderParam.class,
            CookieParam.class,
            MatrixParam.class,
            FormParam.class);

    private final Injector injector;
    private final ParameterInjectors features;
    private final Consumer<Class<?>> subResourceCheck;
    private final long maxOnEventLoop;

    /**
     * Creates it.
     *
     * @param injector makes what is bound
     * @param features the parameters that are read in another way
     * @param subResourceCheck throws if the methods of a class must not be called
     * @param maxOnEventLoop bytes of a JSON document; a larger one is read on a worker thread
     */
    public GuiceInjectorFactory(
            final Injector injector,
            final ParameterInjectors features,
            final Consumer<Class<?>> subResourceCheck,
            final long maxOnEventLoop) {
        this.features = features;
        this.maxOnEventLoop = maxOnEventLoop;
        this.injector = injector;
        this.subResourceCheck = subResourceCheck;
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
        if (parameter.getType() == Sse.class && parameter.getParamType() == Parameter.ParamType.CONTEXT) {
            return new Events(injector.getInstance(Sse.class));
        }
        if (parameter.getParamType() == Parameter.ParamType.BEAN_PARAM) {
            final ValueInjector bean = BeanParameter.of(parameter.getType(), injector, factory);
            return bean == null ? super.createParameterExtractor(parameter, factory) : bean;
        }
        if (parameter.getParamType() == Parameter.ParamType.MESSAGE_BODY && !OPTIONALS.contains(parameter.getType())) {
            return BodyParameter.of(parameter, factory, maxOnEventLoop);
        }
        final ValueInjector optional = parameter.isEncoded()
                ? null
                : optional(
                        parameter.getResourceClass().getClazz(),
                        parameter.getAccessibleObject(),
                        parameter.getParamName(),
                        parameter.getGenericType(),
                        parameter.getAnnotations(),
                        factory);
        if (optional != null) {
            return optional;
        }
        final Supplier<@Nullable ValueInjector> standard =
                () -> TextParameter.of(parameter, super.createParameterExtractor(parameter, factory), factory);
        final ValueInjector ofFeature = features.injectorOf(
                new ParameterInjectors.Declared(
                        parameter.getType(),
                        parameter.getGenericType(),
                        List.of(parameter.getAnnotations()),
                        parameter.getParamName()),
                standard);
        return ofFeature == null ? standard.get() : ofFeature;
    }

    /** The fields and setters of a bean. */
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
        if (type == Sse.class && Arrays.stream(annotations).anyMatch(Context.class::isInstance)) {
            return new Events(injector.getInstance(Sse.class));
        }
        final ValueInjector bean = Arrays.stream(annotations).anyMatch(BeanParam.class::isInstance)
                ? BeanParameter.of(type, injector, factory)
                : null;
        if (bean != null) {
            return bean;
        }
        final ValueInjector optional = optional(owner, target, defaultName, genericType, annotations, factory);
        if (optional != null) {
            return optional;
        }
        final Supplier<@Nullable ValueInjector> standard = () -> TextParameter.of(
                new BeanPart(owner, defaultName, type, genericType, target, annotations),
                super.createParameterExtractor(
                        owner, target, defaultName, type, genericType, annotations, useDefault, factory),
                factory);
        final ValueInjector ofFeature = features.injectorOf(
                new ParameterInjectors.Declared(type, genericType, List.of(annotations), defaultName), standard);
        return ofFeature == null ? standard.get() : ofFeature;
    }

    /** Returns the injector of an {@code Optional} around text or a part; null for all others. */
    private @Nullable ValueInjector optional(
            final Class<?> owner,
            final AccessibleObject target,
            final String name,
            final Type type,
            final Annotation[] annotations,
            final ResteasyProviderFactory factory) {
        final Type valueType = OptionalParameter.valueType(type);
        if (valueType == null || Arrays.stream(annotations).noneMatch(each -> TEXTS.contains(each.annotationType()))) {
            return null;
        }
        final ValueInjector value = createParameterExtractor(
                owner, target, name, Types.getRawType(valueType), valueType, annotations, false, factory);
        return value == null ? null : new OptionalParameter(type, value);
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
