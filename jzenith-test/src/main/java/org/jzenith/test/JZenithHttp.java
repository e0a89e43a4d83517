package org.jzenith.test;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Publisher;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.test.internal.client.FutureResult;
import org.jzenith.test.internal.client.ReceivedElements;
import org.jzenith.test.internal.client.RequestParts;
import org.jzenith.test.internal.client.TrustAll;
import org.jzenith.test.internal.token.TestTokens;

/**
 * A small HTTP client for tests of one application.
 *
 * <pre>{@code
 * http.post("/user", Map.of("name", "Ada")).expectStatus(201)
 * http.withHeader("Accept", "text/plain").get("/user/1").body()
 * }</pre>
 *
 * <p>It uses HTTP/1.1, follows no redirects, stores no cookies and waits at most 30 seconds for a response. A body is
 *
 * <ul>
 *   <li>a {@code String} or {@code byte[]}, which is sent as it is,
 *   <li>a {@link java.nio.file.Path}, whose file is streamed, as {@code application/octet-stream},
 *   <li>a {@link TestForm},
 *   <li>any other object, which is written as JSON by Jackson, with the application's {@code ObjectMapper} if it has bound one.
 * </ul>
 *
 * <p>The {@code Content-Type} is {@code application/json} unless the list or a header names another. Immutable and safe for use by many
 * threads.
 *
 * <p>Over TLS it accepts every certificate, because it knows the application by its port. {@link #withSslContext} sets a client
 * certificate, or lets the client check the application's certificate.
 */
public final class JZenithHttp {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String AUTHORIZATION = "Authorization";
    private static final int OK = 200;
    private static final int LINE = 300;

    private final HttpClient client;
    private final OpenClients clients;
    private final URI base;
    private final ObjectMapper mapper;
    private final TestTokens tokens;
    private final Settings settings;

    private JZenithHttp(
            final HttpClient client,
            final OpenClients clients,
            final URI base,
            final ObjectMapper mapper,
            final TestTokens tokens,
            final Settings settings) {
        this.client = client;
        this.clients = clients;
        this.base = base;
        this.mapper = mapper;
        this.tokens = tokens;
        this.settings = settings;
    }

    /**
     * The settings that a copy can change.
     *
     * @param headers the headers of each request
     */
    private record Settings(
            SSLContext tls, HttpClient.Version version, Duration timeout, Map<String, String> headers) {}

    static JZenithHttp to(
            final URI base, final ObjectMapper mapper, final TestTokens tokens, final OpenClients clients) {
        final Settings settings = new Settings(TrustAll.context(), HttpClient.Version.HTTP_1_1, LIMIT, Map.of());
        return new JZenithHttp(connected(clients, settings), clients, base, mapper, tokens, settings);
    }

    private static HttpClient connected(final OpenClients clients, final Settings settings) {
        return clients.open(settings.tls(), settings.version(), LIMIT);
    }

    private JZenithHttp connecting(final Settings changed) {
        return new JZenithHttp(connected(clients, changed), clients, base, mapper, tokens, changed);
    }

    private JZenithHttp with(final Settings changed) {
        return new JZenithHttp(client, clients, base, mapper, tokens, changed);
    }

    /**
     * Returns a copy with other TLS settings, for example those of a {@link TestCertificate#client client's certificate}.
     *
     * @param tls the trusted certificates of servers, and the client's own certificate
     * @return a copy with its own connections, which end with the application
     */
    public JZenithHttp withSslContext(final SSLContext tls) {
        return connecting(new Settings(tls, settings.version(), settings.timeout(), settings.headers()));
    }

    /**
     * Returns a copy that uses HTTP/2, negotiated over TLS (ALPN). WebSockets use HTTP/1.1.
     *
     * @return a copy with its own connections, which end with the application
     * @throws IllegalStateException if the application has no TLS
     */
    public JZenithHttp withHttp2() {
        if (!base.getScheme().equals("https")) {
            throw new IllegalStateException(
                    "The client of the test uses HTTP/2 only over TLS, but " + base + " has no TLS. Give the "
                            + "application a TestCertificate with rest.tls.certificate and rest.tls.key.");
        }
        return connecting(
                new Settings(settings.tls(), HttpClient.Version.HTTP_2, settings.timeout(), settings.headers()));
    }

    /**
     * Returns a copy with a different time limit for each response, stream element and message.
     *
     * @param limit the limit; the default is 30 seconds
     * @return a copy
     */
    public JZenithHttp withTimeout(final Duration limit) {
        return with(new Settings(settings.tls(), settings.version(), limit, settings.headers()));
    }

    /**
     * Returns a copy that sends one more header with each request.
     *
     * @param name the header's name; it replaces a header with the same name, ignoring case
     * @param value the header's value
     * @return a copy
     * @throws IllegalArgumentException if the JDK's client sets the header itself, such as {@code Host}, or if name or value have an
     *     illegal character
     */
    public JZenithHttp withHeader(final String name, final String value) {
        RequestParts.checkHeader(name, value);
        final Map<String, String> more = headers();
        more.put(name, value);
        return withHeaders(more);
    }

    private Map<String, String> headers() {
        final Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(settings.headers());
        return copy;
    }

    private JZenithHttp withHeaders(final Map<String, String> headers) {
        return with(new Settings(settings.tls(), settings.version(), settings.timeout(), headers));
    }

    /**
     * Returns a copy that sends requests and handshakes as a user, with a bearer token that is signed by a test key:
     *
     * <pre>{@code
     * http.as("ann", "admin").delete("/user/1").expectStatus(204)
     * }</pre>
     *
     * <p>The application needs {@code JwtPlugin} of {@code jzenith-security-jwt}, and no settings. In a test it trusts the test key instead
     * of the keys in {@code jwt.jwks-url}, {@code jwt.key-file} or {@code jwt.secret}. The token has the issuer, the audience, and the
     * claims for name and roles that the other {@code jwt} settings name. It is valid for an hour. If {@code jwt.required-claims} names
     * further claims, pass them to {@link #as(String, Map, String...)}.
     *
     * @param name the user's name
     * @param roles the user's roles
     * @return a copy
     * @throws IllegalStateException if the application has no {@code JwtPlugin}, or the test has set other keys
     */
    public JZenithHttp as(final String name, final String... roles) {
        return as(name, Map.of(), roles);
    }

    /**
     * Returns a copy that sends requests and handshakes as a user with further claims, such as a tenant.
     *
     * @param name the user's name
     * @param claims they replace claims of {@link #as(String, String...)} with the same name; an {@link java.time.Instant} is written as
     *     seconds, so {@code Map.of("exp", Instant.now().minusSeconds(120))} creates an expired token
     * @param roles the user's roles
     * @return a copy
     * @throws IllegalStateException if the application has no {@code JwtPlugin}, or the test has set other keys
     */
    public JZenithHttp as(final String name, final Map<String, ?> claims, final String... roles) {
        return withHeader(AUTHORIZATION, "Bearer " + tokens.token(name, claims, List.of(roles)));
    }

    /**
     * Returns a copy without an {@code Authorization} header, like {@code APP.http()}.
     *
     * @return a copy
     */
    public JZenithHttp anonymous() {
        final Map<String, String> fewer = headers();
        fewer.remove(AUTHORIZATION);
        return withHeaders(fewer);
    }

    /**
     * Returns the address of the application.
     *
     * @return a value such as {@code http://localhost:41234}
     */
    public URI uri() {
        return base;
    }

    /**
     * Gets a resource.
     *
     * @param path path and query, encoded, for example {@code /user?limit=2}
     * @return the response
     */
    public TestResponse get(final String path) {
        return send("GET", path, null);
    }

    /**
     * Posts a body.
     *
     * @param path path and query, encoded
     * @param body a body as described for this class, or null for no body
     * @return the response
     */
    public TestResponse post(final String path, final @Nullable Object body) {
        return send("POST", path, body);
    }

    /**
     * Puts a body.
     *
     * @param path path and query, encoded
     * @param body a body as described for this class, or null for no body
     * @return the response
     */
    public TestResponse put(final String path, final @Nullable Object body) {
        return send("PUT", path, body);
    }

    /**
     * Changes a part of a resource.
     *
     * @param path path and query, encoded
     * @param body a {@code List}, or text that is a JSON array, is sent as JSON Patch ({@code
     *     application/json-patch+json}), and anything else as JSON Merge Patch ({@code application/merge-patch+json}), unless
     *     the client has another {@code Content-Type}
     * @return the response
     */
    public TestResponse patch(final String path, final Object body) {
        return exchange("PATCH", path, SentBody.patch(body, contentType(), mapper));
    }

    /**
     * Deletes a resource.
     *
     * @param path path and query, encoded
     * @return the response
     */
    public TestResponse delete(final String path) {
        return send("DELETE", path, null);
    }

    /**
     * Sends any request.
     *
     * @param method the method, for example {@code OPTIONS}
     * @param path path and query, encoded
     * @param body a body as described for this class, or null for no body
     * @return the response
     * @throws IllegalArgumentException if the path does not start with {@code /}, or has characters that a URI cannot have
     * @throws UncheckedIOException if no response arrives in time, or the connection breaks
     */
    public TestResponse send(final String method, final String path, final @Nullable Object body) {
        return exchange(method, path, SentBody.of(body, contentType(), mapper));
    }

    private @Nullable String contentType() {
        return settings.headers().get(CONTENT_TYPE);
    }

    private TestResponse exchange(final String method, final String path, final SentBody body) {
        final HttpRequest request =
                request(method, path, body).timeout(settings.timeout()).build();
        try {
            final HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            return new TestResponse(response, response.body(), body.shown(), mapper);
        } catch (final IOException e) {
            throw new UncheckedIOException(method + " " + base + path + " got no response: " + e, e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + method + " " + base + path, e);
        }
    }

    private HttpRequest.Builder request(final String method, final String path, final SentBody body) {
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(RequestParts.uri(base.toString(), path)).method(method, body.publisher());
        if (body.type() != null) {
            request.setHeader(CONTENT_TYPE, body.type());
        }
        settings.headers().forEach(request::setHeader);
        return request;
    }

    /**
     * Listens to server-sent events. To reconnect as a browser does, add {@code withHeader("Last-Event-ID", event.id())}.
     *
     * @param path path and query, encoded
     * @return the events; close them after use
     * @throws AssertionError if the response is not 200 with {@code text/event-stream}; the error shows request and response
     */
    public TestStream<TestEvent> events(final String path) {
        return stream(path, "text/event-stream", new EventLines(mapper));
    }

    /**
     * Reads the elements of a stream of {@code application/x-ndjson} as they arrive. The next line is read when a test asks
     * for it.
     *
     * @param path path and query, encoded
     * @param type the type of an element
     * @param <T> the type of an element
     * @return the elements; close them after use
     * @throws AssertionError if the response is not 200 with {@code application/x-ndjson}; the error shows request and response
     */
    public <T> TestStream<T> lines(final String path, final Class<T> type) {
        return stream(path, "application/x-ndjson", line -> {
            try {
                return line.isBlank() ? null : mapper.readValue(line, type);
            } catch (final IOException e) {
                throw new IllegalArgumentException(
                        "The line cannot be read as " + type.getSimpleName() + ": "
                                + ReceivedElements.shortened(line, LINE),
                        e);
            }
        });
    }

    private <T> TestStream<T> stream(
            final String path, final String mediaType, final Function<String, @Nullable T> parser) {
        final String what = "GET " + base + path;
        final HttpRequest request = withHeader("Accept", mediaType)
                .request("GET", path, SentBody.of(null, null, mapper))
                .build();
        final HttpResponse<Publisher<List<ByteBuffer>>> response;
        try {
            // No time-out of the request: that of newer JDKs is for the body, too.
            response = FutureResult.result(
                    client.sendAsync(request, BodyHandlers.ofPublisher()), settings.timeout(), what);
        } catch (final ExecutionException e) {
            throw new AssertionError(what + " got no response: " + e.getCause(), e.getCause());
        }
        if (response.statusCode() != OK
                || !response.headers().firstValue(CONTENT_TYPE).orElse("").startsWith(mediaType)) {
            throw refused(response, mediaType, what);
        }
        final LineStream<T> stream =
                new LineStream<>(new ReceivedElements<>(what, settings.timeout()), parser, clients::remove);
        clients.add(stream);
        response.body().subscribe(stream);
        return stream;
    }

    private AssertionError refused(
            final HttpResponse<Publisher<List<ByteBuffer>>> response, final String mediaType, final String what) {
        final HttpResponse.BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
        response.body().subscribe(bytes);
        final byte[] body;
        try {
            body = FutureResult.result(
                    bytes.getBody().toCompletableFuture(), settings.timeout(), "The body of " + what);
        } catch (final ExecutionException e) {
            return new AssertionError(what + " broke: " + e.getCause(), e.getCause());
        }
        return new AssertionError(
                "The response is not " + mediaType + ".\n" + new TestResponse(response, body, "", mapper).details());
    }

    /**
     * Opens a WebSocket. The handshake has the headers of this client, for example {@code Origin} and {@code
     * Authorization}.
     *
     * @param path path and query, encoded
     * @param subprotocols the subprotocols that the client offers, the preferred one first
     * @return the WebSocket; close it after use
     * @throws WebSocketRefusedException if the application refuses the handshake
     * @throws AssertionError if it does not respond in time, or the connection breaks
     */
    public TestWebSocket webSocket(final String path, final String... subprotocols) {
        final URI uri = RequestParts.uri(base.toString().replaceFirst("^http", "ws"), path);
        final String source = "WebSocket " + uri;
        final MessageListener listener =
                new MessageListener(new ReceivedElements<>(source, settings.timeout()), mapper);
        final WebSocket.Builder builder = client.newWebSocketBuilder();
        settings.headers().forEach(builder::header);
        if (subprotocols.length > 0) {
            builder.subprotocols(subprotocols[0], Arrays.copyOfRange(subprotocols, 1, subprotocols.length));
        }
        try {
            final WebSocket socket = FutureResult.result(builder.buildAsync(uri, listener), settings.timeout(), source);
            final TestWebSocket opened =
                    new TestWebSocket(socket, listener, source, settings.timeout(), mapper, clients::remove);
            clients.add(opened);
            return opened;
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused && refused.getResponse() != null) {
                throw new WebSocketRefusedException(
                        new TestResponse(refused.getResponse(), body(refused.getResponse()), "", mapper), refused);
            }
            throw new AssertionError(source + " got no response: " + e.getCause(), e.getCause());
        }
    }

    private static byte[] body(final HttpResponse<?> response) {
        return response.body() instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : new byte[0];
    }
}
