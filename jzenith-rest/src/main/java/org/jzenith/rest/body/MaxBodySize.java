package org.jzenith.rest.body;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the request body of a resource method, instead of {@code rest.max-body-size}. On a class, it applies to all methods without their
 * own limit. A larger body gets a 413.
 *
 * <pre>{@code
 * @POST
 * @MaxBodySize("1G")
 * public Completable upload(final Flowable<Buffer> body) {
 *     return store.save(body);
 * }
 * }</pre>
 *
 * <p>A body that is read as a whole must also fit into {@code rest.max-buffered-bodies}. A pre-matching filter that reads the body is
 * limited by {@code rest.max-body-size}, because the method is not known yet.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface MaxBodySize {

    /** No limit, for methods that read a body in pieces or elements and do not keep them. */
    String UNLIMITED = "unlimited";

    /**
     * The largest body.
     *
     * @return a size such as {@code 512}, {@code 64K}, {@code 10M} or {@code 1G}, or {@link #UNLIMITED}
     */
    String value();
}
