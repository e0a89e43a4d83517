package org.jzenith.rest.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many requests of one client a resource method answers in a time; more are answered 429 with {@code Retry-After}:
 *
 * <pre>{@code
 * @POST
 * @RateLimit(permits = 10, per = "1m")
 * public Single<User> create(@Valid CreateUserRequest request) {..}
 * }</pre>
 *
 * <p>It is a token bucket: a client that was silent may send all permits at once, and gets one back after each part of the time.
 * The count is exact, also over several event loops, and holds for this process only. On a class it counts the requests of all
 * its methods that have no limit of their own together. A limit that makes no sense fails the start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RateLimit {

    /** Whose requests are counted together. */
    enum By {

        /**
         * Those of one address, as far as trusted proxies name it; of IPv6 those of one /64 network, because one client has
         * all of its addresses. It is looked at before filters run.
         */
        CLIENT,

        /**
         * Those of one name of the {@code SecurityContext}'s principal, as it is after the filters of {@code
         * Priorities.AUTHENTICATION}; without a principal those of one client.
         */
        PRINCIPAL,

        /** Those with one value of {@link #header}; without it those of one client. It is looked at before filters run. */
        HEADER,

        /** What the {@link RateLimitKey} says that the application binds, after the filters of authentication. */
        KEY
    }

    /**
     * How many requests are answered in the time.
     *
     * @return 1 to 1,000,000
     */
    int permits();

    /**
     * The time.
     *
     * @return a duration as in settings, from 1 ms to one day, such as {@code 1s} or {@code 1m}
     */
    String per();

    /**
     * Whose requests are counted together.
     *
     * @return by default those of one client address
     */
    By by() default By.CLIENT;

    /**
     * The header of {@link By#HEADER}, such as {@code X-Api-Key}. It should be one that is checked: a client that invents values has
     * as many permits as values.
     *
     * @return empty for other kinds
     */
    String header() default "";
}
