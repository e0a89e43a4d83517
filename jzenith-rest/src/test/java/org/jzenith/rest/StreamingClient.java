package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A client of one version of HTTP with a connection of its own. It sends one request after another, in pieces if the test
 * wants it, and hands out the response piece by piece.
 */
final class StreamingClient implements AutoCloseable {

    private static final int LIMIT_SECONDS = 60;

    /** A whole response. */
    record Answer(int status, MultiMap headers, String body) {

        String header(final String name) {
            return headers.get(name);
        }
    }

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final HttpClient client;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private HttpClientRequest request;
    private CompletableFuture<HttpClientResponse> response;

    /** The pieces of the response; empty for its end. */
    private BlockingQueue<Optional<Buffer>> pieces;

    private StreamingClient(final RunningServer server, final HttpVersion version) {
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(version)
                .setHttp2ClearTextUpgrade(false)
                .setMaxPoolSize(1)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
    }

    static StreamingClient to(final RunningServer server, final HttpVersion version) {
        return new StreamingClient(server, version);
    }

    /** Sends a request and receives the response. A body is JSON unless the headers say otherwise. */
    static Answer send(
            final RunningServer server,
            final HttpVersion version,
            final String method,
            final String path,
            final String body,
            final String... headers)
            throws Exception {
        try (StreamingClient client = to(server, version)) {
            return client.send(method, path, body, headers).answer();
        }
    }

    /** Sends a whole request. A body is JSON unless the headers say otherwise. */
    StreamingClient send(final String method, final String path, final String body, final String... headers)
            throws Exception {
        prepare(method, path, headers);
        if (body == null) {
            await(request.end());
            return this;
        }
        if (!String.join(" ", headers).contains("Content-Type")) {
            request.putHeader("Content-Type", "application/json");
        }
        request.setChunked(false).end(Buffer.buffer(body)); // a server may refuse it before it has all
        return this;
    }

    /** Connects for a request, of which nothing is sent yet. Header names and values in turn. */
    StreamingClient prepare(final String method, final String path, final String... headers) throws Exception {
        final CompletableFuture<HttpClientResponse> next = new CompletableFuture<>();
        final BlockingQueue<Optional<Buffer>> nextPieces = new LinkedBlockingQueue<>();
        response = next;
        pieces = nextPieces;
        request = await(client.request(HttpMethod.valueOf(method), path).onSuccess(made -> {
            made.exceptionHandler(error -> {});
            made.connection().closeHandler(gone -> closed.complete(null));
            made.response()
                    .onSuccess(received -> {
                        received.handler(piece -> nextPieces.add(Optional.of(piece)));
                        received.exceptionHandler(error -> nextPieces.add(Optional.empty()));
                        received.endHandler(ended -> nextPieces.add(Optional.empty()));
                        next.complete(received);
                    })
                    .onFailure(next::completeExceptionally);
        }));
        for (int i = 0; i < headers.length; i += 2) {
            request.putHeader(headers[i], headers[i + 1]);
        }
        request.setChunked(!request.headers().contains("Content-Length") && !method.equals("GET"));
        return this;
    }

    /** Sends the head of a request, whose body follows, or never comes. Header names and values in turn. */
    StreamingClient begin(final String method, final String path, final String... headers) throws Exception {
        prepare(method, path, headers);
        await(request.sendHead());
        return this;
    }

    StreamingClient write(final String piece) throws Exception {
        return write(Buffer.buffer(piece));
    }

    StreamingClient write(final Buffer piece) throws Exception {
        await(request.write(piece));
        return this;
    }

    /** Ends the prepared request. */
    StreamingClient end() throws Exception {
        await(request.end());
        return this;
    }

    /** The response without its body. */
    HttpClientResponse head() throws Exception {
        return response.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** The next piece of the body; empty at its end. */
    String piece() throws Exception {
        final Optional<Buffer> piece = pieces.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(piece).as("a piece in time").isNotNull();
        return piece.map(Buffer::toString).orElse("");
    }

    boolean isAnswered() {
        return response.isDone();
    }

    Answer answer() throws Exception {
        final HttpClientResponse head = head();
        final StringBuilder body = new StringBuilder();
        for (String piece = piece(); !piece.isEmpty(); piece = piece()) {
            body.append(piece);
        }
        return new Answer(head.statusCode(), head.headers(), body.toString());
    }

    /** Waits until the server has closed the connection. */
    void awaitClose() throws Exception {
        closed.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static <T> T await(final Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
