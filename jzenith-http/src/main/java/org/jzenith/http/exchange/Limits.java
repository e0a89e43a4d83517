package org.jzenith.http.exchange;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of requests, in the units in which they are compared. */
record Limits(String basePath, long maxBody, long bodyNanos, long requestNanos, int maxInFlight, Networks proxies) {

    private static final int NOT_FOUND = -1;

    static Limits of(final InFlightRequests.Settings settings) {
        return new Limits(
                settings.basePath(),
                settings.maxBody(),
                nanos(settings.bodyTimeout()),
                nanos(settings.requestTimeout()),
                settings.maxInFlight(),
                Networks.of(settings.trustedProxies()));
    }

    /** The same target with the base path as it is configured; null if it is elsewhere, however it is escaped. */
    @Nullable
    RequestTarget belowBasePath(final RequestTarget target) {
        final String path = target.pathAndQuery();
        if (path.startsWith(basePath) && isEnd(path, basePath.length())) {
            return target;
        }
        final int end = path.indexOf('%') < 0 ? NOT_FOUND : endOfBasePath(path);
        return end == NOT_FOUND || !isEnd(path, end)
                ? null
                : new RequestTarget(target.scheme(), target.authority(), basePath + path.substring(end));
    }

    private static boolean isEnd(final String path, final int index) {
        return path.length() == index || "/?;".indexOf(path.charAt(index)) >= 0;
    }

    /** Where the base path ends in a path that may escape what need not be escaped. */
    private int endOfBasePath(final String path) {
        int at = 0;
        for (int i = 0; i < basePath.length(); i++) {
            if (at + 2 < path.length() && path.charAt(at) == '%') {
                if (basePath.charAt(i) == '%') {
                    if (!path.regionMatches(true, at, basePath, i, 3)) {
                        return NOT_FOUND;
                    }
                    i += 2;
                } else if (basePath.charAt(i) == '/' || escaped(path, at) != basePath.charAt(i)) {
                    return NOT_FOUND;
                }
                at += 3;
            } else if (at < path.length() && path.charAt(at) == basePath.charAt(i)) {
                at++;
            } else {
                return NOT_FOUND;
            }
        }
        return at;
    }

    private static int escaped(final String path, final int at) {
        return Character.digit(path.charAt(at + 1), 16) * 16 + Character.digit(path.charAt(at + 2), 16);
    }

    private static long nanos(final Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }
}
