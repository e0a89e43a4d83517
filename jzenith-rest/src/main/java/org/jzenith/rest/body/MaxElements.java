package org.jzenith.rest.body;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the number of elements of a body that a resource method takes as a {@code Flowable} of values. It replaces the limits
 * {@code rest.max-tokens} and {@code rest.max-parsed-bodies}. On a class, it applies to all such methods without their own limit. A body
 * with more elements gets a 413.
 *
 * <pre>{@code
 * @POST
 * @MaxBodySize("20G")
 * @MaxElements(MaxElements.UNLIMITED)
 * public Single<Long> importAll(final Flowable<Item> items) {
 *     return items.concatMapSingle(store::save, 1).count();
 * }
 * }</pre>
 *
 * <p>A method that keeps all elements, for example with {@code toList()}, needs memory for as many elements as the limit allows, for each
 * request.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface MaxElements {

    /** No limit, for methods that do not keep the elements. */
    long UNLIMITED = Long.MAX_VALUE;

    /**
     * The maximum number of elements.
     *
     * @return at least one
     */
    long value();
}
