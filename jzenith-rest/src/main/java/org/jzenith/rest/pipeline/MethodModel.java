package org.jzenith.rest.pipeline;

import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A resource method, or a sub-resource locator, as it is known at startup. Immutable and safe for use by many threads. */
public interface MethodModel extends ResourceInfo {

    /** Returns the path of the class and the method, without the base path and the paths of the locators that lead to the method. */
    String route();

    /** Returns true for a sub-resource locator, which has no HTTP methods and no media types. */
    boolean isLocator();

    /** Returns the sorted HTTP methods of the method, such as {@code GET}. */
    SortedSet<String> httpMethods();

    /** Returns the media types of the bodies that the method takes; empty if neither the method nor its class declares them. */
    List<MediaType> consumes();

    /** Returns the media types of the responses; empty if neither the method nor its class declares them. */
    List<MediaType> produces();

    /** Returns the parts of a request that the method takes: its own parameters first, then those of its resource. */
    List<ParameterModel> parameters();

    /**
     * Returns one of the parameters that the method itself declares.
     *
     * @param index the index of the parameter
     * @return null for a parameter of several parts, such as a {@code @BeanParam}
     */
    @Nullable
    ParameterModel parameter(int index);

    /** Returns the declared return type of the method, for example {@code Single<List<Order>>}. */
    Type resultType();

    /** Returns the method that has the annotations: an inherited one if the method itself has none. */
    AnnotatedElement annotated();

    /**
     * Finds an annotation, for example for a limit such as {@code @Deadline}.
     *
     * @param type the type of the annotation
     * @return the annotation of the method, or else of its class; null if neither has it
     */
    default <A extends Annotation> @Nullable A annotation(final Class<A> type) {
        final A own = annotated().getAnnotation(type);
        return own == null ? getResourceClass().getAnnotation(type) : own;
    }

    /** Returns true if the method runs on a thread that may block. */
    boolean isBlocking();
}
