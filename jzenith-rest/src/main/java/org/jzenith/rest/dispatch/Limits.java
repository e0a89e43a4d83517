package org.jzenith.rest.dispatch;

import java.time.Duration;

/** What a request may take, in the units in which it is compared. */
record Limits(String basePath, long maxBody, long bodyNanos, long requestNanos, int maxInFlight, Proxies proxies) {

    static Limits of(final RequestHandler.Settings settings) {
        return new Limits(
                basePath(settings.basePath()),
                settings.maxBody(),
                nanos(settings.bodyTimeout()),
                nanos(settings.requestTimeout()),
                settings.maxInFlight(),
                Proxies.of(settings.trustedProxies()));
    }

    /** Without the slash at the end, so that the root is empty. */
    private static String basePath(final String configured) {
        String path = configured;
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return path;
    }

    boolean isBelowBasePath(final String path) {
        return path.startsWith(basePath)
                && (path.length() == basePath.length() || "/?;".indexOf(path.charAt(basePath.length())) >= 0);
    }

    private static long nanos(final Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }
}
