package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.List;

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
        if (sites.isEmpty()) {
            return ofOrigin(headers, own);
        }
        return sites.size() == 1
                        && (sites.get(0).equals("same-origin") || sites.get(0).equals("none"))
                ? SAME
                : OTHER;
    }

    /**
     * Reads the header {@code Origin} alone.
     *
     * @param headers the headers of the request
     * @param own the origins of this server
     * @return {@link #OTHER} also for a header that is repeated or malformed
     */
    public static RequestOrigin ofOrigin(final MultiMap headers, final List<String> own) {
        final List<String> origins = headers.getAll("Origin");
        if (origins.isEmpty()) {
            return UNKNOWN;
        }
        final WebOrigin origin = origins.size() == 1 ? WebOrigin.of(origins.get(0)) : null;
        return origin != null && own.stream().anyMatch(each -> origin.equals(WebOrigin.of(each))) ? SAME : OTHER;
    }

    /**
     * Returns true for a method that may change something, so that the origin of its request matters.
     *
     * @param method the method of a request; that of a WebSocket, GET, counts as safe
     * @return false for GET, HEAD and OPTIONS
     */
    public static boolean isUnsafe(final HttpMethod method) {
        return !(method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) || method.equals(HttpMethod.OPTIONS));
    }
}
