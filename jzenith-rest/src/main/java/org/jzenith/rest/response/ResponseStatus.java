package org.jzenith.rest.response;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the status of a resource method's successful response, instead of 200 or 204:
 *
 * <pre>{@code
 * @POST
 * @ResponseStatus(202)
 * public Completable publish(final Article article) {..}
 * }</pre>
 *
 * <p>It applies to all return types except {@code Response}, which has its own status. Failures, an empty {@code Maybe} (404) and a null
 * entity (204) keep their status; {@code TypedResponse.empty()} gets the status of the annotation. A method inherits the annotation from a
 * method that it overrides or implements.
 *
 * <p>Startup fails if the status is not from 200 to 399, if the status allows no body but the method returns an entity, or if a method and
 * a method that it overrides have different annotations.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ResponseStatus {

    /**
     * The status.
     *
     * @return from 200 to 399; 204, 205 and 304 only for a method without an entity; 0 for the default status of the method
     */
    int value() default 0;

    /**
     * The names of the headers that the method adds with a {@link TypedResponse}, for the OpenAPI document. A 201 with a {@code
     * TypedResponse} always lists {@code Location}.
     *
     * @return empty unless set, such as {@code "ETag"}
     */
    String[] headers() default {};
}
