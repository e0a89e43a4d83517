package org.jzenith.http.exchange;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The limits of one listener that follow latency: one for each event loop. Safe for use by many threads. */
final class AdaptiveLimits {

    private final RequestSettings.@Nullable AdaptiveBounds bounds;
    private final Map<Executor, AdaptiveLimit> limits = new ConcurrentHashMap<>();

    /**
     * Creates it without limits.
     *
     * @param bounds null for no limits
     */
    AdaptiveLimits(final RequestSettings.@Nullable AdaptiveBounds bounds) {
        this.bounds = bounds;
    }

    /** The limit of an event loop, which its servers have together; null if there is none. */
    @Nullable
    AdaptiveLimit of(final Executor eventLoop, final Vertx vertx) {
        final RequestSettings.AdaptiveBounds set = bounds;
        return set == null
                ? null
                : limits.computeIfAbsent(eventLoop, first -> {
                    final AdaptiveLimit limit = new AdaptiveLimit(set.min(), set.max());
                    vertx.setPeriodic(AdaptiveLimit.WINDOW_MILLIS, timer -> limit.check());
                    return limit;
                });
    }

    /** The requests that no such limit counts or refuses, beside those that have priority. */
    List<String> excludedPaths() {
        return bounds == null ? List.of() : bounds.excludedPaths();
    }
}
