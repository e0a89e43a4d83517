package org.jzenith.security.oidc;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** One address of several instances, each of which gets the next request. */
final class RoundRobin implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final HttpClient client = vertx.createHttpClient();
    private final AtomicInteger next = new AtomicInteger();
    private final Instances instances;
    private final HttpServer server;

    RoundRobin(final Instances instances) {
        this.instances = instances;
        this.server = vertx.createHttpServer()
                .requestHandler(this::pass)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort() + "/");
    }

    private void pass(final HttpServerRequest request) {
        final URI instance = instances.get(next.getAndIncrement() % 2).uri();
        request.body()
                .compose(body -> client.request(request.method(), instance.getPort(), instance.getHost(), request.uri())
                        .compose(passed -> {
                            passed.headers().setAll(request.headers());
                            return passed.send(body);
                        }))
                .compose(response -> response.body().compose(body -> {
                    request.response().setStatusCode(response.statusCode());
                    request.response().headers().setAll(response.headers());
                    return request.response().end(body);
                }))
                .recover(error -> {
                    request.response().setStatusCode(502);
                    return request.response().end(Buffer.buffer(String.valueOf(error)));
                })
                .onComplete(done -> {});
    }

    @Override
    public void close() {
        Future.join(client.close(), server.close())
                .compose(closed -> vertx.close())
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
