package org.jzenith.websocket;

import com.google.inject.Injector;
import java.util.List;
import java.util.function.Function;
import org.jzenith.http.handler.MountPart;
import org.jzenith.websocket.handshake.PathTemplate;

/**
 * A path of the plugin and the object that serves it. Immutable.
 *
 * @param template the path
 * @param handler creates the handler, for each run of the application
 * @param subprotocols the subprotocols of the handler
 */
record WebSocketRoute(
        PathTemplate template, Function<Injector, ? extends WebSocketHandler> handler, List<String> subprotocols) {

    WebSocketRoute withSubprotocols(final List<String> names) {
        return new WebSocketRoute(template, handler, names);
    }

    Made make(final Injector injector) {
        return new Made(this, handler.apply(injector));
    }

    /** A route with the object that serves it. */
    record Made(WebSocketRoute route, WebSocketHandler handler) {

        /** The part of the mount, for guards. */
        MountPart part() {
            return new MountPart(route.template().toString(), handler.getClass());
        }
    }
}
