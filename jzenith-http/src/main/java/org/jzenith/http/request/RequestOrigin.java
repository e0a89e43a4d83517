package org.jzenith.http.request;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Locale;

/** The origin of the page that sent a request: browsers report it in {@code Sec-Fetch-Site} (W3C Fetch Metadata) and {@code Origin}. */
public enum RequestOrigin {

    /** A page of this server, or the user's own action, such as an entered address. */
    SAME,

    /** A page of another origin, which may be of the same site. */
    OTHER,

    /** Neither header is there, so no current browser has sent the request. */
    UNKNOWN;

    /**
     * Reads the headers of a request. {@code Sec-Fetch-Site} overrides {@code Origin}, because a proxy may have changed the host.
     *
     * @param headers the headers of the request
     * @param own the origins of this server, such as {@code https://shop.example}
     * @return {@link #OTHER} also for headers that are repeated or malformed
     */
    public static RequestOrigin of(final MultiMap headers, final List<String> own) {
        final List<String> sites = headers.getAll("Sec-Fetch-Site");
        final List<String> origins = headers.getAll("Origin");
        if (sites.isEmpty() && origins.isEmpty()) {
            return UNKNOWN;
        }
        final boolean isSame = sites.isEmpty()
                ? origins.size() == 1
                        && own.stream().map(RequestOrigin::normal).anyMatch(normal(origins.get(0))::equals)
                : sites.size() == 1
                        && (sites.get(0).equals("same-origin") || sites.get(0).equals("none"));
        return isSame ? SAME : OTHER;
    }

    /** In lower case and without the port that its scheme implies, as browsers send it. */
    private static String normal(final String origin) {
        final String lower = origin.toLowerCase(Locale.ROOT);
        if (lower.startsWith("https://") && lower.endsWith(":443")) {
            return lower.substring(0, lower.length() - ":443".length());
        }
        return lower.startsWith("http://") && lower.endsWith(":80")
                ? lower.substring(0, lower.length() - ":80".length())
                : lower;
    }
}
