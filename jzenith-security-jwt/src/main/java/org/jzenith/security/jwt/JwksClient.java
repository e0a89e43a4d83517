package org.jzenith.security.jwt;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;

/** Reads small documents of a provider: at most 256 KiB, within a time limit, without redirects. */
final class JwksClient {

    private static final int MAX_BYTES = 256 * 1024;
    private static final int OK = 200;

    private final Vertx vertx;
    private final HttpClient client;
    private final long timeoutMillis;

    JwksClient(final Vertx vertx, final Duration timeout) {
        this.vertx = vertx;
        this.timeoutMillis = timeout.toMillis();
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(2)
                .setConnectTimeout(Math.toIntExact(timeout.toMillis()))
                .setDecompressionSupported(false));
    }

    /** Reads a document. */
    Future<Buffer> get(final URI uri) {
        final Promise<Buffer> document = Promise.promise();
        client.request(new RequestOptions().setAbsoluteURI(uri.toString()).setFollowRedirects(false))
                .onFailure(document::tryFail)
                .onSuccess(request -> {
                    request.putHeader("Accept", "application/json");
                    final long timer = vertx.setTimer(timeoutMillis, late -> {
                        document.tryFail("no complete answer within " + timeoutMillis + " ms");
                        request.reset();
                    });
                    document.future().onComplete(ended -> vertx.cancelTimer(timer));
                    request.response()
                            .onFailure(document::tryFail)
                            .onSuccess(response -> read(request, response, document));
                    request.end();
                });
        return document.future();
    }

    private static void read(
            final HttpClientRequest request, final HttpClientResponse response, final Promise<Buffer> document) {
        if (response.statusCode() != OK) {
            document.tryFail("the status " + response.statusCode());
            request.reset();
            return;
        }
        final Buffer all = Buffer.buffer();
        response.exceptionHandler(document::tryFail);
        response.handler(piece -> {
            if (all.length() + piece.length() > MAX_BYTES) {
                document.tryFail("an answer of more than " + MAX_BYTES + " bytes");
                request.reset();
            } else {
                all.appendBuffer(piece);
            }
        });
        response.endHandler(end -> document.tryComplete(all));
    }

    Future<Void> close() {
        return client.close();
    }
}
