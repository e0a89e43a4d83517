package org.jzenith.http.handler;

import org.jspecify.annotations.Nullable;

/**
 * A mount or a part of a mount. {@linkplain ListenerGuard Guards} decide about it by its route, the annotations of its handler, and its
 * path.
 *
 * @param template for a mount, the path without a trailing slash, so that the root is empty; for a part, the path with the names of its
 *     parameters, for example {@code /chat/{room}}
 * @param handler the class that handles the requests
 * @param route the HTTP route of a part; null for a mount, and for a part that is not an HTTP route, such as a WebSocket
 */
public record MountPart(
        String template, Class<?> handler, @Nullable MountRoute route) {

    /**
     * Creates a mount, or a part that is not an HTTP route.
     *
     * @param template the path, as in the record
     * @param handler the class that handles the requests
     */
    public MountPart(final String template, final Class<?> handler) {
        this(template, handler, null);
    }

    /**
     * Returns the path, for reports.
     *
     * @return the template; {@code /} for the root
     */
    public String path() {
        return template.isEmpty() ? "/" : template;
    }

    /** Returns the path for reports; for a route, also the HTTP method and the origin. */
    @Override
    public String toString() {
        return route == null
                ? path()
                : route.method() + " " + path() + (route.origin().isEmpty() ? "" : " (" + route.origin() + ")");
    }
}
