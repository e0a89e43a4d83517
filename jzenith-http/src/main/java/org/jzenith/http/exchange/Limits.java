package org.jzenith.http.exchange;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.response.ResponseFeatures;

/**
 * The limits of requests, in the units in which they are compared; what is added to answers, null for
 * nothing; and the header of the deadline, null for none.
 */
record Limits(
        String basePath,
        long maxBody,
        long bodyNanos,
        long requestNanos,
        int maxInFlight,
        Networks proxies,
        @Nullable ResponseFeatures features,
        @Nullable String deadlineHeader,
        InFlightRequests.@Nullable Decoding decoding) {

    static Limits of(final InFlightRequests.Settings settings) {
        return new Limits(
                settings.basePath(),
                settings.maxBody(),
                nanos(settings.bodyTimeout()),
                nanos(settings.requestTimeout()),
                settings.maxInFlight(),
                Networks.of(settings.trustedProxies()),
                settings.features(),
                settings.deadlineHeader(),
                settings.decoding());
    }

    private static long nanos(final Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }
}
