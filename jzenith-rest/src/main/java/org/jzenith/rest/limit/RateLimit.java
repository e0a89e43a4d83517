package org.jzenith.rest.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the rate of one client's requests to a resource method. Further requests get a 429 with {@code Retry-After}:
 *
 * <pre>{@code
 * @POST
 * @RateLimit(permits = 10, per = "1m")
 * public Single<User> create(@Valid CreateUserRequest request) {..}
 * }</pre>
 *
 * <p>The limit is a token bucket: an idle client may send all permits at once, and regains them evenly over the time. The count is exact
 * across event loops. It covers only this instance, or all instances with {@code rest.rate-limit.store=redis}. On a class, the limit is
 * shared by all methods without their own limit. An invalid limit fails startup.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RateLimit {

    /** The key by which requests are counted. */
    enum By {

        /**
         * The client's address, or the address that trusted proxies forward. For IPv6, the key is the /64 network, because one client
         * usually has all addresses of it. Checked before filters run.
         */
        CLIENT,

        /**
         * The name of the {@code SecurityContext}'s principal after the filters of {@code Priorities.AUTHENTICATION}; without a principal,
         * the client's address.
         */
        PRINCIPAL,

        /** The value of the {@link #header}; without it, the client's address. Checked before filters run. */
        HEADER,

        /** The key from the {@link RateLimitKey} that the application binds, after the authentication filters. */
        KEY
    }

    /**
     * The number of requests that are handled within {@link #per}.
     *
     * @return 1 to 1,000,000
     */
    int permits();

    /**
     * The time within which {@link #permits} requests are handled.
     *
     * @return a duration as in settings, from 1 ms to one day, such as {@code 1s} or {@code 1m}
     */
    String per();

    /**
     * The key by which requests are counted.
     *
     * @return the client's address by default
     */
    By by() default By.CLIENT;

    /**
     * The name of the header for {@link By#HEADER}, such as {@code X-Api-Key}. Choose a header whose value the application checks: a client
     * that invents values gets new permits with each value.
     *
     * @return empty for other kinds
     */
    String header() default "";
}
