package org.jzenith.rest.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the time until a resource method's response starts. Then jZenith disposes the request and responds with 503:
 *
 * <pre>{@code
 * @GET
 * @Deadline("2s")
 * public Single<Report> report() {..}
 * }</pre>
 *
 * <p>It counts from the moment in which the method is chosen, before filters run and the body is received. It only lowers
 * {@code rest.request-timeout}. On a class it applies to the methods without the annotation. A text that is not a positive
 * duration fails startup.
 *
 * @see org.jzenith.core.context.RequestDeadline
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Deadline {

    /**
     * The time a request may take.
     *
     * @return a duration as in settings, such as {@code 500ms}, {@code 2s} or {@code PT2S}
     */
    String value();
}
