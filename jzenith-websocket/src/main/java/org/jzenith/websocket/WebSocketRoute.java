package org.jzenith.websocket;

import com.google.inject.Injector;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.internal.request.PathTemplate;

/**
 * A path of the plugin and the object that serves it. Immutable.
 *
 * @param template the path
 * @param handler creates the handler in each run of the application
 * @param subprotocols the subprotocols of the handler
 */
record WebSocketRoute(
        PathTemplate template, Function<Injector, ? extends WebSocketHandler> handler, List<String> subprotocols) {

    /** Parses a path. It must start with a slash and a fixed segment, and its parameters must be whole segments. */
    static PathTemplate template(final String path) {
        try {
            final PathTemplate template = PathTemplate.ofSegments(path);
            if (PathTemplate.fixed(path).startsWith("/")) {
                return template;
            }
        } catch (final IllegalArgumentException e) {
            throw malformed(path, e);
        }
        throw malformed(path, null);
    }

    private static IllegalArgumentException malformed(final String path, final @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "The path '" + path
                        + "' of a WebSocket is invalid. It must start with a slash and a fixed segment, as in /chat/{room}. "
                        + "Each parameter must be a whole segment with its own name.",
                cause);
    }

    /** Returns the segments before the first parameter. */
    String prefix() {
        return PathTemplate.fixed(template.toString());
    }

    WebSocketRoute withSubprotocols(final List<String> names) {
        return new WebSocketRoute(template, handler, names);
    }

    Made make(final Injector injector) {
        return new Made(this, handler.apply(injector));
    }

    /** A route with the object that serves it. */
    record Made(WebSocketRoute route, WebSocketHandler handler) {

        /** Returns the part of the mount that guards check. */
        MountPart part() {
            return new MountPart(route.template().toString(), handler.getClass());
        }
    }
}
