package org.jzenith.http.exchange;

import io.vertx.core.http.HttpServerRequest;

/**
 * Asks a request for its body. A client may have reset the stream of HTTP/2 in the meantime: then nothing more comes, and
 * Vert.x would throw.
 */
final class BodyDemand {

    private BodyDemand() {}

    static void pause(final HttpServerRequest incoming) {
        if (!incoming.isEnded()) {
            incoming.pause();
        }
    }

    static void resume(final HttpServerRequest incoming) {
        if (!incoming.isEnded()) {
            incoming.resume();
        }
    }

    static void fetch(final HttpServerRequest incoming, final long count) {
        if (!incoming.isEnded()) {
            incoming.fetch(count);
        }
    }
}
