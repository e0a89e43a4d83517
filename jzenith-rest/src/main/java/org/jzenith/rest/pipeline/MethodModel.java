package org.jzenith.rest.pipeline;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.resteasy.MethodMetadata;

/**
 * A resource method, or a sub-resource locator, as it is known at start. Immutable and safe for use by many threads.
 *
 * <p>The methods that return or take types of RESTEasy are for jZenith's own features and may change in any version.
 */
public final class MethodModel implements Errors.RoutedMethod {

    private final ResourceLocator located;
    private final @Nullable MethodMetadata metadata;
    private final String route;
    private final boolean hasPath;
    private final boolean observed;

    /**
     * Describes a resource method.
     *
     * @param metadata RESTEasy's metadata, filters and interceptors of the method
     */
    public MethodModel(final MethodMetadata metadata) {
        this(metadata.declared(), metadata);
    }

    /**
     * Describes a sub-resource locator.
     *
     * @param locator RESTEasy's metadata
     */
    public MethodModel(final ResourceLocator locator) {
        this(locator, null);
    }

    private MethodModel(final ResourceLocator located, final @Nullable MethodMetadata metadata) {
        this.located = located;
        this.metadata = metadata;
        final String path = located.getFullpath();
        this.route = path == null || path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
        this.hasPath = annotated().isAnnotationPresent(Path.class);
        this.observed = metadata != null
                && (metadata.getResponseFilters().length > 0 || metadata.getWriterInterceptors().length > 0);
    }

    /** Returns the path of the class and the method, without the base path and the paths of locators before. */
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

    /** Returns true for a sub-resource locator, which has no HTTP methods and no media types. */
    public boolean isLocator() {
        return metadata == null;
    }

    /** Returns the HTTP methods of the method, such as {@code GET}; sorted. */
    public SortedSet<String> httpMethods() {
        return new TreeSet<>(isLocator() ? Set.of() : declared().getHttpMethods());
    }

    /** Returns the media types of the bodies that the method takes; empty if it or its class does not say. */
    public List<MediaType> consumes() {
        if (isLocator() || declared().getConsumes().length > 0) {
            return isLocator() ? List.of() : List.of(declared().getConsumes());
        }
        return Arrays.stream(located.getParams())
                .map(MethodModel::ownType)
                .filter(Objects::nonNull)
                .findFirst()
                .map(List::of)
                .orElse(List.of());
    }

    /** Returns the media type that the type of the body names, so that the method need not name it. */
    private static @Nullable MediaType ownType(final Parameter parameter) {
        return parameter.getParamType() == Parameter.ParamType.MESSAGE_BODY
                        && bodyType(parameter.getGenericType()) instanceof final Class<?> known
                ? ContentTypes.ownType(known)
                : null;
    }

    /** Returns the media types of the responses; empty if the method or its class does not say. */
    public List<MediaType> produces() {
        return isLocator() ? List.of() : List.of(declared().getProduces());
    }

    /** Returns what the method takes of a request, the parameters of its own first, then those of its resource. */
    public List<ParameterModel> parameters() {
        return ParameterModel.of(located);
    }

    /**
     * Returns one of the parameters that the method itself declares. For jZenith's own features.
     *
     * @param index the index of the parameter
     * @return null for a parameter of several parts, such as a {@code @BeanParam}
     */
    public @Nullable ParameterModel parameter(final int index) {
        return ParameterModel.of(located, index);
    }

    /** Returns the type that the method returns, as it declares it, for example {@code Single<List<Order>>}. */
    public Type resultType() {
        return located.getGenericReturnType();
    }

    /** Returns RESTEasy's filters, interceptors and providers of the method. For jZenith's own features. */
    public MethodMetadata metadata() {
        if (metadata == null) {
            throw new IllegalStateException(this + " is a sub-resource locator, which has no metadata of a method.");
        }
        return metadata;
    }

    /** Returns RESTEasy's metadata of the method. For jZenith's own features. */
    public ResourceMethod declared() {
        return metadata().declared();
    }

    /** Returns the method that has the annotations: an inherited one if the method itself has none. */
    public AnnotatedElement annotated() {
        return located.getAnnotatedMethod();
    }

    /**
     * Finds an annotation, for example for a limit such as {@code @Deadline}.
     *
     * @param type the type of the annotation
     * @return the method's annotation, else that of its class, else null
     */
    public <A extends Annotation> @Nullable A annotation(final Class<A> type) {
        final A own = annotated().getAnnotation(type);
        return own == null ? getResourceClass().getAnnotation(type) : own;
    }

    /**
     * Returns the type that a body is read into. For jZenith's own features.
     *
     * @param declared the type of a parameter
     * @return without {@code Single} or {@code Optional} around it
     */
    public static Type bodyType(final Type declared) {
        return declared instanceof final ParameterizedType wrapper
                        && (wrapper.getRawType() == Single.class || wrapper.getRawType() == Optional.class)
                ? wrapper.getActualTypeArguments()[0]
                : declared;
    }

    /** Returns true if the method runs on a thread that may block. */
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

    /** Returns true if the method has a path of its own. */
    boolean hasPath() {
        return hasPath;
    }

    /** Returns true if response filters or writer interceptors see the responses of the method. */
    public boolean isResponseObserved() {
        return observed;
    }

    @Override
    public String toString() {
        return getResourceClass().getSimpleName() + "." + getResourceMethod().getName();
    }
}
