package org.jzenith.rest;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/** Asks over HTTP/2: in the clear with prior knowledge, over TLS by ALPN. */
final class Http2Client implements AutoCloseable {

    /** One answer with its whole content. */
    record Answer(HttpVersion version, int status, MultiMap headers, Buffer body) {}

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client;

    private Http2Client(final RunningServer server) {
        final boolean isSecure = server.application().uri().getScheme().equals("https");
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setSsl(isSecure)
                .setUseAlpn(isSecure)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
    }

    static Http2Client to(final RunningServer server) {
        return new Http2Client(server);
    }

    /** Header names and values in turn. */
    Answer send(final String method, final String path, final String... headers) throws Exception {
        return send(method, path, Buffer.buffer(), headers);
    }

    /** Header names and values in turn. The body of the answer is asked for on the event loop, which would throw it away otherwise. */
    Answer send(final String method, final String path, final Buffer content, final String... headers)
            throws Exception {
        return await(client.request(HttpMethod.valueOf(method), path).compose(request -> {
            for (int i = 0; i < headers.length; i += 2) {
                request.headers().add(headers[i], headers[i + 1]);
            }
            return (content.length() == 0 ? request.send() : request.send(content))
                    .compose(response -> response.body()
                            .map(body ->
                                    new Answer(response.version(), response.statusCode(), response.headers(), body)));
        }));
    }

    private static <T> T await(final Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
