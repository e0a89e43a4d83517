package org.jzenith.websocket;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import java.security.Principal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One path of the plugin with what serves it. Immutable.
 *
 * @param template the path
 * @param handler for each run of the application
 * @param subprotocols that the handler speaks
 * @param authentication says who asks; null if the connection does
 * @param check of each handshake
 */
record WebSocketRoute(
        PathTemplate template,
        Function<Injector, WebSocketHandler> handler,
        List<String> subprotocols,
        @Nullable Function<? super Handshake, Maybe<? extends Principal>> authentication,
        Function<? super Handshake, Completable> check) {

    WebSocketRoute withSubprotocols(final List<String> names) {
        return new WebSocketRoute(template, handler, names, authentication, check);
    }

    WebSocketRoute withCheck(final Function<? super Handshake, Completable> next) {
        return new WebSocketRoute(template, handler, subprotocols, authentication, next);
    }

    WebSocketRoute withAuthentication(final Function<? super Handshake, Maybe<? extends Principal>> next) {
        return new WebSocketRoute(template, handler, subprotocols, next, check);
    }

    /** With the object that serves it. */
    record Made(WebSocketRoute route, WebSocketHandler handler) {}
}
