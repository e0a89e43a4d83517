package org.jzenith.websocket;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.List;
import java.util.function.Function;

/**
 * One path of the plugin with what serves it. Immutable.
 *
 * @param template the path
 * @param handler for each run of the application
 * @param subprotocols that the handler speaks
 * @param check of each handshake
 */
record WebSocketRoute(
        PathTemplate template,
        Function<Injector, WebSocketHandler> handler,
        List<String> subprotocols,
        Function<? super Handshake, Completable> check) {

    WebSocketRoute withSubprotocols(final List<String> names) {
        return new WebSocketRoute(template, handler, names, check);
    }

    WebSocketRoute withCheck(final Function<? super Handshake, Completable> next) {
        return new WebSocketRoute(template, handler, subprotocols, next);
    }

    /** With the object that serves it. */
    record Made(WebSocketRoute route, WebSocketHandler handler) {}
}
