package org.jzenith.security;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends targets as they are, over HTTP/1.1 or HTTP/2. */
final class RawClient {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

    private RawClient() {}

    /** The status and the whole body, and over HTTP/1.1 the headers. */
    record Answer(int status, String text) {}

    static Answer send(
            final boolean http2,
            final int port,
            final String method,
            final String target,
            final Map<String, String> headers)
            throws Exception {
        return http2 ? http2(port, method, target, headers) : http1(port, method, target, headers);
    }

    private static Answer http1(
            final int port, final String method, final String target, final Map<String, String> headers)
            throws IOException {
        final StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        if (!headers.containsKey("Upgrade")) {
            request.append("Connection: close\r\n");
        }
        return raw(port, request.append("\r\n").toString());
    }

    static Answer raw(final int port, final String request) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            final StringBuilder text = new StringBuilder();
            final byte[] bytes = new byte[8192];
            int count = socket.getInputStream().read(bytes);
            while (count >= 0) {
                text.append(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
                if (text.indexOf("HTTP/1.1 101") == 0 || isWhole(text.toString(), request.startsWith("HEAD "))) {
                    break;
                }
                count = socket.getInputStream().read(bytes);
            }
            return new Answer(Integer.parseInt(text.substring(9, 12)), text.toString());
        }
    }

    private static boolean isWhole(final String text, final boolean hasNoBody) {
        final int end = text.indexOf("\r\n\r\n");
        final Matcher length = LENGTH.matcher(text);
        return end > 0 && length.find() && (hasNoBody || text.length() >= end + 4 + Integer.parseInt(length.group(1)));
    }

    private static Answer http2(
            final int port, final String method, final String target, final Map<String, String> headers)
            throws Exception {
        final Vertx vertx = vertx();
        try {
            return http2(vertx, port, method, target, headers);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    /** Returns the threads of clients. */
    static Vertx vertx() {
        return Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    }

    /** Sends a request over a connection of its own. */
    static Answer http2(
            final Vertx vertx,
            final int port,
            final String method,
            final String target,
            final Map<String, String> headers)
            throws Exception {
        final RequestOptions options = new RequestOptions()
                .setHost("localhost")
                .setPort(port)
                .setMethod(HttpMethod.valueOf(method))
                .setURI(target);
        headers.forEach(options::putHeader);
        final HttpClient client = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        try {
            final Promise<Answer> answer = Promise.promise();
            // On the event loop: elsewhere the body may have passed before it is asked for.
            vertx.runOnContext(start -> client.request(options)
                    .compose(request -> request.send())
                    .compose(
                            response -> response.body().map(body -> new Answer(response.statusCode(), body.toString())))
                    .onComplete(answer));
            return answer.future().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } finally {
            client.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }
}
