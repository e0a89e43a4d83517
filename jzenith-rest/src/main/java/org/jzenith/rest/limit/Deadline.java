package org.jzenith.rest.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the time until a resource method's response starts. When the time is over, jZenith disposes the request and responds with 503:
 *
 * <pre>{@code
 * @GET
 * @Deadline("2s")
 * public Single<Report> report() {..}
 * }</pre>
 *
 * <p>The time starts when the method is matched, before filters run and the body is received. The annotation can only lower
 * {@code rest.request-timeout}. On a class, it applies to all methods without their own annotation. Startup fails if the value is not a
 * positive duration.
 *
 * @see org.jzenith.core.context.RequestDeadline
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Deadline {

    /**
     * The maximum time until the response starts.
     *
     * @return a duration as in settings, such as {@code 500ms}, {@code 2s} or {@code PT2S}
     */
    String value();
}
