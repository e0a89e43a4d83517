package org.jzenith.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A small HTTP client for one application.
 *
 * <pre>{@code
 * http.post("/user", Map.of("name", "Ada")).status()
 * http.withHeader("Accept", "text/plain").get("/user/1").body()
 * }</pre>
 *
 * <p>It uses HTTP/1.1, follows no redirects, stores no cookies and waits at most 30 seconds for a response. Bodies are
 * JSON unless a {@code Content-Type} is given: a {@code String} or {@code byte[]} is sent as it is, everything else
 * is written by Jackson, with the application's own {@code ObjectMapper} where it has bound one. Immutable and safe for use
 * by many threads.
 *
 * <p>Over TLS it accepts whatever certificate the application has, because it knows the application by its port. {@link
 * #withSslContext} gives it a certificate of its own, or checks that of the application.
 */
public final class JZenithHttp {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HttpClient client;
    private final List<HttpClient> clients;
    private final URI base;
    private final ObjectMapper mapper;
    private final Map<String, String> headers;

    private JZenithHttp(
            final HttpClient client,
            final List<HttpClient> clients,
            final URI base,
            final ObjectMapper mapper,
            final Map<String, String> headers) {
        this.client = client;
        this.clients = clients;
        this.base = base;
        this.mapper = mapper;
        this.headers = headers;
    }

    static JZenithHttp to(final URI base, final ObjectMapper mapper) {
        return to(TrustAll.context(), new CopyOnWriteArrayList<>(), base, mapper, Map.of());
    }

    private static JZenithHttp to(
            final SSLContext tls,
            final List<HttpClient> clients,
            final URI base,
            final ObjectMapper mapper,
            final Map<String, String> headers) {
        final HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(LIMIT)
                .sslContext(tls)
                .build();
        clients.add(client);
        return new JZenithHttp(client, clients, base, mapper, headers);
    }

    /**
     * The same client with TLS of its own, for example that of a {@link TestCertificate#client client's certificate}.
     *
     * @param tls says which certificates of servers are trusted, and which the client has
     * @return a copy with connections of its own, which end with the application
     */
    public JZenithHttp withSslContext(final SSLContext tls) {
        return to(tls, clients, base, mapper, headers);
    }

    /**
     * The same client with one more header on each request.
     *
     * @param name the header's name; one of the same name is replaced, whatever its case
     * @param value the header's value
     * @return a copy
     */
    public JZenithHttp withHeader(final String name, final String value) {
        final Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(name, value);
        return new JZenithHttp(client, clients, base, mapper, more);
    }

    /**
     * The address of the application.
     *
     * @return for example {@code http://localhost:41234}
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
     * @param body text or bytes to send as they are, any other object to send as JSON, or null for no body
     * @return the response
     */
    public TestResponse post(final String path, final @Nullable Object body) {
        return send("POST", path, body);
    }

    /**
     * Puts a body.
     *
     * @param path path and query, encoded
     * @param body text or bytes to send as they are, any other object to send as JSON, or null for no body
     * @return the response
     */
    public TestResponse put(final String path, final @Nullable Object body) {
        return send("PUT", path, body);
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
     * @param method the method, for example {@code PATCH}
     * @param path path and query, encoded
     * @param body text or bytes to send as they are, any other object to send as JSON, or null for no body
     * @return the response
     * @throws UncheckedIOException if no response arrives within 30 seconds, or the connection breaks
     */
    public TestResponse send(final String method, final String path, final @Nullable Object body) {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        if (body != null && !headers.containsKey("Content-Type")) {
            all.put("Content-Type", "application/json");
        }
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(LIMIT).method(method, publisher(body));
        all.forEach(request::setHeader);
        try {
            return new TestResponse(client.send(request.build(), BodyHandlers.ofByteArray()), mapper);
        } catch (final IOException e) {
            throw new UncheckedIOException(method + " " + base + path + " got no response: " + e, e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + method + " " + base + path, e);
        }
    }

    private BodyPublisher publisher(final @Nullable Object body) {
        if (body == null) {
            return BodyPublishers.noBody();
        }
        if (body instanceof String text) {
            return BodyPublishers.ofString(text);
        }
        if (body instanceof byte[] bytes) {
            return BodyPublishers.ofByteArray(bytes);
        }
        try {
            return BodyPublishers.ofByteArray(mapper.writeValueAsBytes(body));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("The body cannot be written as JSON: " + body, e);
        }
    }

    /** Ends the clients' threads on Java 21 and newer; on older versions they end when the client is garbage collected. */
    void close() {
        clients.forEach(JZenithHttp::close);
    }

    private static void close(final Object closeable) {
        if (closeable instanceof AutoCloseable closing) {
            try {
                closing.close();
            } catch (final Exception e) {
                throw new IllegalStateException("The HTTP client of the test cannot be closed.", e);
            }
        }
    }
}
