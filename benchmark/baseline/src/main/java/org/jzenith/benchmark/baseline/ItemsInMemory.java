package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.function.Consumer;

/** Streams an array of items to a response, as fast as the client takes it. */
final class ItemsInMemory {

    private final HttpServerResponse response;
    private final Item[] items;
    private final ItemText text;
    private final Consumer<Throwable> failed;
    private int next;

    ItemsInMemory(
            final HttpServerResponse response,
            final Item[] items,
            final ItemText text,
            final Consumer<Throwable> failed) {
        this.response = response;
        this.items = items;
        this.text = text;
        this.failed = failed;
    }

    void start() {
        response.setChunked(true);
        response.drainHandler(drained -> send());
        send();
    }

    private void send() {
        try {
            while (next < items.length) {
                if (response.writeQueueFull()) {
                    return;
                }
                while (next < items.length && !text.isFull()) {
                    text.write(items[next++]);
                }
                if (next < items.length) {
                    response.write(text.taken(), null);
                }
            }
            if (!response.ended()) {
                text.end();
                response.end(text.taken(), null);
            }
        } catch (final IOException e) {
            failed.accept(e);
        }
    }
}
