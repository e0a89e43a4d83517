package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;
import org.jzenith.http.response.ResponseFeatures;

/**
 * The limits of requests, in the units in which they are compared; what is added to answers, null for
 * nothing; and the header of the deadline, null for none.
 */
record Limits(
        String basePath,
        int maxRequestLine,
        long maxBody,
        long bodyNanos,
        long requestNanos,
        int maxInFlight,
        Networks proxies,
        @Nullable ResponseFeatures features,
        @Nullable String deadlineHeader,
        @Nullable BodyDecoding decoding) {}
