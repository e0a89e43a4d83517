package org.jzenith.rest.pipeline;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.entity.ContentCodings;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.resteasy.RestInvoker;

/** A resource method as it is known at start. Immutable and safe for use by many threads. */
public final class MethodModel implements Errors.RoutedMethod {

    private final RestInvoker invoker;
    private final String route;
    private final boolean hasPath;
    private final boolean observed;

    /**
     * Creates it.
     *
     * @param invoker RESTEasy's metadata, filters and interceptors of the method
     */
    public MethodModel(final RestInvoker invoker) {
        this.invoker = invoker;
        final String path = declared().getFullpath();
        this.route = path == null || path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
        this.hasPath = annotated().isAnnotationPresent(Path.class);
        this.observed = invoker.getResponseFilters().length > 0 || invoker.getWriterInterceptors().length > 0;
    }

    @Override
    public String route() {
        return route;
    }

    @Override
    public Method getResourceMethod() {
        return invoker.getMethod();
    }

    @Override
    public Class<?> getResourceClass() {
        return invoker.getResourceClass();
    }

    /** Returns RESTEasy's filters, interceptors and providers of the method. */
    public RestInvoker invoker() {
        return invoker;
    }

    /** Returns RESTEasy's metadata of the method. */
    public ResourceMethod declared() {
        return invoker.declared();
    }

    /** Returns the method that has the annotations: an inherited one if the method itself has none. */
    public AnnotatedElement annotated() {
        return declared().getAnnotatedMethod();
    }

    /**
     * Looks for an annotation.
     *
     * @param type of the annotation
     * @return that of the method, else that of its class, else null
     */
    public <A extends Annotation> @Nullable A annotation(final Class<A> type) {
        final A own = annotated().getAnnotation(type);
        return own == null ? declared().getResourceClass().getClazz().getAnnotation(type) : own;
    }

    /** Returns the type that a parameter for the body is read into: without {@code Single} or {@code Optional} around it. */
    public static Type bodyType(final Parameter parameter) {
        final Class<?> type = parameter.getType();
        return (type == Single.class || type == Optional.class)
                        && parameter.getGenericType() instanceof final ParameterizedType wrapper
                ? wrapper.getActualTypeArguments()[0]
                : type;
    }

    /** Returns true if the method runs on a thread that may block. */
    public boolean isBlocking() {
        return annotated().isAnnotationPresent(Blocking.class)
                || (annotation(Blocking.class) != null && !annotated().isAnnotationPresent(NonBlocking.class));
    }

    /** Returns true if a reader interceptor of the application sees the body. */
    public boolean isBodyIntercepted() {
        return Arrays.stream(invoker.providers()
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
