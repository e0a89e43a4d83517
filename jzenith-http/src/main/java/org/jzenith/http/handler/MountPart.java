package org.jzenith.http.handler;

/**
 * A mount or a part of one, about which {@linkplain ListenerGuard guards} decide by its path and by the annotations of its handler.
 *
 * @param template the path of a mount, without a trailing slash, so that the root is empty; or that of a part with the names of its
 *     parameters, for example {@code /chat/{room}}
 * @param handler the class that handles the requests
 */
public record MountPart(String template, Class<?> handler) {

    /** Returns the path, for reports. */
    @Override
    public String toString() {
        return template.isEmpty() ? "/" : template;
    }
}
