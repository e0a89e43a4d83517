package org.jzenith.http.file;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Sends requests over HTTP/1 or over HTTP/2, without an upgrade. */
final class FileClient {

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Context context = vertx.getOrCreateContext();
    private final HttpClient client;
    private final int port;

    record Answer(HttpClientResponse response, byte[] body) {

        int status() {
            return response.statusCode();
        }

        String header(final String name) {
            return response.getHeader(name);
        }
    }

    FileClient(final HttpVersion version, final int port) {
        this.port = port;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(version)
                .setHttp2ClearTextUpgrade(false)
                .setMaxPoolSize(100)
                .setHttp2MaxPoolSize(100)
                .setHttp2MultiplexingLimit(1));
    }

    Answer send(final String method, final String path, final String... headers) throws Exception {
        return onContext(() -> request(method, path, headers)
                .compose(response -> response.body().map(Buffer::getBytes).map(body -> new Answer(response, body))));
    }

    /** The head; the body waits until it is resumed. */
    HttpClientResponse open(final String path) throws Exception {
        return onContext(() -> request("GET", path).map(HttpClientResponse::pause));
    }

    /** Elsewhere the first bytes of a body may arrive before anybody waits for them. */
    private <T> T onContext(final Supplier<Future<T>> request) throws Exception {
        final Promise<T> answer = Promise.promise();
        context.runOnContext(now -> request.get().onComplete(answer));
        return get(answer.future());
    }

    private Future<HttpClientResponse> request(final String method, final String path, final String... headers) {
        final RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(method))
                .setHost("localhost")
                .setPort(port)
                .setURI(path);
        for (int i = 0; i < headers.length; i += 2) {
            options.addHeader(headers[i], headers[i + 1]);
        }
        return client.request(options).compose(request -> request.send());
    }

    static <T> T get(final Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof final Exception cause ? cause : e;
        }
    }

    void close() throws Exception {
        get(vertx.close());
    }
}
