package org.jzenith.security.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An identity provider that answers as a test says. */
final class ProviderServer implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final AtomicInteger calls = new AtomicInteger();
    private final HttpServer server;
    private volatile Handler<HttpServerRequest> answer;

    ProviderServer(final Handler<HttpServerRequest> answer) {
        this.answer = answer;
        this.server = vertx.createHttpServer()
                .requestHandler(request -> {
                    calls.incrementAndGet();
                    this.answer.handle(request);
                })
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    static Handler<HttpServerRequest> jwks(final JWK... keys) {
        final String json = new JWKSet(List.of(keys)).toString();
        return request -> request.response().end(json);
    }

    static Handler<HttpServerRequest> text(final int status, final String text) {
        return request -> request.response().setStatusCode(status).end(text);
    }

    void answer(final Handler<HttpServerRequest> changed) {
        answer = changed;
    }

    int calls() {
        return calls.get();
    }

    String url() {
        return "http://localhost:" + server.actualPort() + "/endpoint";
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }
}
