package org.jzenith.javascript.internal.api;

import io.reactivex.Maybe;
import io.reactivex.MaybeEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;

/** Sends the requests of {@code fetch}, and collects their responses, up to 10 MiB. Safe for use by many threads. */
final class FetchClient {

    private static final int MOST_BYTES = 10 * 1024 * 1024;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int CONNECTIONS = 32;
    private static final int MOST_WAITING = 256;

    private final HttpClient client;

    FetchClient(final Vertx vertx) {
        client = vertx.httpClientBuilder()
                .with(new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS).setDecompressionSupported(true))
                .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(MOST_WAITING))
                .build();
    }

    /**
     * A whole response.
     *
     * @param url the URL of its request
     * @param head status and headers
     * @param body the body
     */
    record Fetched(String url, HttpClientResponse head, Buffer body) {}

    /** Sends a request when subscribed; dispose ends it. Redirects are responses, because they can lead to other hosts. */
    Maybe<Fetched> send(final FetchRequest request) {
        return Maybe.create(emitter -> client.request(request.options()).onComplete(opened -> {
            if (opened.failed()) {
                emitter.tryOnError(opened.cause());
            } else if (emitter.isDisposed()) {
                opened.result().reset();
            } else {
                send(request, opened.result(), emitter);
            }
        }));
    }

    private static void send(
            final FetchRequest request, final HttpClientRequest open, final MaybeEmitter<Fetched> emitter) {
        emitter.setCancellable(open::reset);
        final Buffer body = request.body();
        (body == null ? open.send() : open.send(body)).onComplete(answered -> {
            if (answered.failed()) {
                emitter.tryOnError(answered.cause());
            } else {
                receive(request.url(), answered.result(), emitter);
            }
        });
    }

    private static void receive(
            final String url, final HttpClientResponse response, final MaybeEmitter<Fetched> emitter) {
        final Buffer collected = Buffer.buffer();
        response.exceptionHandler(emitter::tryOnError)
                .handler(piece -> {
                    if (collected.length() + piece.length() > MOST_BYTES) {
                        response.request().reset();
                        emitter.tryOnError(new IOException("The response to fetch(..) is larger than 10 MiB."));
                    } else {
                        collected.appendBuffer(piece);
                    }
                })
                .endHandler(end -> emitter.onSuccess(new Fetched(url, response, collected)));
    }
}
