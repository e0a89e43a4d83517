package org.jzenith.rest.internal.pipeline;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.resteasy.MethodMetadata;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.ParameterModel;

/** A resource method, or a sub-resource locator, with what RESTEasy knows of it. */
public final class RestMethod implements MethodModel, Errors.RoutedMethod {

    private final ResourceLocator located;
    private final @Nullable MethodMetadata metadata;
    private final String route;
    private final boolean hasPath;

    /**
     * Describes a resource method.
     *
     * @param metadata RESTEasy's metadata, filters and interceptors of the method
     */
    public RestMethod(final MethodMetadata metadata) {
        this(metadata.declared(), metadata);
    }

    /**
     * Describes a sub-resource locator.
     *
     * @param locator RESTEasy's metadata
     */
    public RestMethod(final ResourceLocator locator) {
        this(locator, null);
    }

    /** Returns what RESTEasy knows of a method. */
    public static RestMethod of(final MethodModel method) {
        return (RestMethod) method;
    }

    private RestMethod(final ResourceLocator located, final @Nullable MethodMetadata metadata) {
        this.located = located;
        this.metadata = metadata;
        final String path = located.getFullpath();
        this.route = path == null || path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
        this.hasPath = annotated().isAnnotationPresent(Path.class);
    }

    @Override
    public String route() {
        return route;
    }

    @Override
    public Method getResourceMethod() {
        return located.getMethod();
    }

    @Override
    public Class<?> getResourceClass() {
        return located.getResourceClass().getClazz();
    }

    @Override
    public boolean isLocator() {
        return metadata == null;
    }

    @Override
    public SortedSet<String> httpMethods() {
        return new TreeSet<>(isLocator() ? Set.of() : declared().getHttpMethods());
    }

    @Override
    public List<MediaType> consumes() {
        if (isLocator() || declared().getConsumes().length > 0) {
            return isLocator() ? List.of() : List.of(declared().getConsumes());
        }
        return Arrays.stream(located.getParams())
                .map(RestMethod::ownType)
                .filter(Objects::nonNull)
                .findFirst()
                .map(List::of)
                .orElse(List.of());
    }

    /** Returns the media type that the type of the body names, so that the method need not name it. */
    private static @Nullable MediaType ownType(final Parameter parameter) {
        return parameter.getParamType() == Parameter.ParamType.MESSAGE_BODY
                        && ContentTypes.bodyType(parameter.getGenericType()) instanceof final Class<?> known
                ? ContentTypes.ownType(known)
                : null;
    }

    @Override
    public List<MediaType> produces() {
        return isLocator() ? List.of() : List.of(declared().getProduces());
    }

    @Override
    public List<ParameterModel> parameters() {
        return ParameterModel.of(located);
    }

    @Override
    public @Nullable ParameterModel parameter(final int index) {
        return ParameterModel.of(located, index);
    }

    @Override
    public Type resultType() {
        return located.getGenericReturnType();
    }

    /** Returns RESTEasy's filters, interceptors and providers of the method. */
    public MethodMetadata metadata() {
        if (metadata == null) {
            throw new IllegalStateException(this + " is a sub-resource locator, which has no method metadata.");
        }
        return metadata;
    }

    /** Returns RESTEasy's metadata of the method. */
    public ResourceMethod declared() {
        return metadata().declared();
    }

    @Override
    public AnnotatedElement annotated() {
        return located.getAnnotatedMethod();
    }

    @Override
    public boolean isBlocking() {
        return annotated().isAnnotationPresent(Blocking.class)
                || (annotation(Blocking.class) != null && !annotated().isAnnotationPresent(NonBlocking.class));
    }

    /** Returns true if a reader interceptor of the application sees the body. */
    public boolean isBodyIntercepted() {
        return Arrays.stream(metadata()
                        .providers()
                        .getServerReaderInterceptorRegistry()
                        .postMatch(getResourceClass(), getResourceMethod()))
                .anyMatch(interceptor -> !(interceptor instanceof ContentCodings.Check));
    }

    /** Returns true if the method has its own path. */
    boolean hasPath() {
        return hasPath;
    }

    @Override
    public String toString() {
        return getResourceClass().getSimpleName() + "." + getResourceMethod().getName();
    }
}
