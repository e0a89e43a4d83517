package org.jzenith.benchmark.baseline;

import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends events to listeners on all event loops: encoded once, handed once to each event loop. */
final class EventBroadcast {

    /** The heartbeat interval: jZenith's default. */
    private static final long HEARTBEAT_MILLIS = 15_000;

    private static final int MOST_WAITING = 256 * 1024;
    private static final Buffer COMMENT = Buffer.buffer(":\n\n");

    private final List<Listeners> all = new CopyOnWriteArrayList<>();

    /** Returns the listeners of the calling event loop. */
    Listeners ofThisEventLoop(final Vertx vertx) {
        final Listeners listeners = new Listeners(vertx.getOrCreateContext());
        vertx.setPeriodic(HEARTBEAT_MILLIS, id -> listeners.heartbeat());
        all.add(listeners);
        return listeners;
    }

    void send(final String text, final int count) {
        final byte[] event = ("data: " + text + "\n\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < count; i++) {
            all.forEach(listeners -> listeners.context.runOnContext(now -> listeners.send(event)));
        }
    }

    /** The listeners of one event loop. */
    static final class Listeners {

        private final Context context;
        private final Set<HttpServerResponse> responses = new LinkedHashSet<>();
        private final List<HttpServerResponse> slow = new ArrayList<>();
        private boolean quiet = true;

        private Listeners(final Context context) {
            this.context = context;
        }

        void add(final HttpServerResponse response) {
            response.setChunked(true)
                    .setWriteQueueMaxSize(MOST_WAITING)
                    .closeHandler(left -> responses.remove(response));
            response.write(COMMENT, null);
            responses.add(response);
        }

        private void send(final byte[] event) {
            quiet = false;
            for (final HttpServerResponse response : responses) {
                if (response.writeQueueFull()) {
                    slow.add(response);
                } else {
                    response.write(BufferImpl.buffer(Unpooled.wrappedBuffer(event)), null);
                }
            }
            slow.forEach(HttpServerResponse::reset);
            slow.clear();
        }

        private void heartbeat() {
            if (quiet) {
                responses.forEach(response -> response.write(COMMENT, null));
            }
            quiet = true;
        }
    }
}
