package org.jzenith.rest.pipeline;

import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A resource method, or a sub-resource locator, as it is known at start. Immutable and safe for use by many threads. */
public interface MethodModel extends ResourceInfo {

    /** Returns the path of the class and the method, without the base path and the paths of locators before. */
    String route();

    /** Returns true for a sub-resource locator, which has no HTTP methods and no media types. */
    boolean isLocator();

    /** Returns the HTTP methods of the method, such as {@code GET}; sorted. */
    SortedSet<String> httpMethods();

    /** Returns the media types of the bodies that the method takes; empty if it or its class does not say. */
    List<MediaType> consumes();

    /** Returns the media types of the responses; empty if the method or its class does not say. */
    List<MediaType> produces();

    /** Returns what the method takes of a request, its own parameters first, then those of its resource. */
    List<ParameterModel> parameters();

    /**
     * Returns one of the parameters that the method itself declares.
     *
     * @param index the index of the parameter
     * @return null for a parameter of several parts, such as a {@code @BeanParam}
     */
    @Nullable
    ParameterModel parameter(int index);

    /** Returns the type that the method returns, as it declares it, for example {@code Single<List<Order>>}. */
    Type resultType();

    /** Returns the method that has the annotations: an inherited one if the method itself has none. */
    AnnotatedElement annotated();

    /**
     * Finds an annotation, for example for a limit such as {@code @Deadline}.
     *
     * @param type the type of the annotation
     * @return the method's annotation, else that of its class, else null
     */
    default <A extends Annotation> @Nullable A annotation(final Class<A> type) {
        final A own = annotated().getAnnotation(type);
        return own == null ? getResourceClass().getAnnotation(type) : own;
    }

    /** Returns true if the method runs on a thread that may block. */
    boolean isBlocking();
}
