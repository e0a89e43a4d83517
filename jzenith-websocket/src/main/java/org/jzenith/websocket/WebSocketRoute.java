package org.jzenith.websocket;

import com.google.inject.Injector;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.MountPart;
import org.jzenith.websocket.handshake.PathTemplate;

/**
 * A path of the plugin and the objects that serve it. Immutable.
 *
 * @param template the path
 * @param handler creates the handler, for each run of the application
 * @param subprotocols the subprotocols of the handler
 * @param authentication creates the authentication, for each run of the application; null to use the principal of the connection
 * @param check creates the check of handshakes, for each run of the application
 */
record WebSocketRoute(
        PathTemplate template,
        Function<Injector, ? extends WebSocketHandler> handler,
        List<String> subprotocols,
        @Nullable Function<Injector, ? extends HandshakeAuthentication> authentication,
        Function<Injector, ? extends HandshakeCheck> check) {

    WebSocketRoute withSubprotocols(final List<String> names) {
        return new WebSocketRoute(template, handler, names, authentication, check);
    }

    WebSocketRoute withCheck(final Function<Injector, ? extends HandshakeCheck> next) {
        return new WebSocketRoute(template, handler, subprotocols, authentication, next);
    }

    WebSocketRoute withAuthentication(final Function<Injector, ? extends HandshakeAuthentication> next) {
        return new WebSocketRoute(template, handler, subprotocols, next, check);
    }

    Made make(final Injector injector) {
        return new Made(
                this,
                handler.apply(injector),
                authentication == null ? null : authentication.apply(injector),
                check.apply(injector));
    }

    /** A route with the objects that serve it. */
    record Made(
            WebSocketRoute route,
            WebSocketHandler handler,
            @Nullable HandshakeAuthentication authentication,
            HandshakeCheck check) {

        /** The part of the mount, for guards. */
        MountPart part() {
            return new MountPart(route.template().toString(), handler.getClass());
        }
    }
}
