package org.jzenith.test;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;

/** The clients, streams and WebSockets that tests have open to one application. Safe for use by many threads. */
final class OpenClients {

    private final List<HttpClient> clients = new CopyOnWriteArrayList<>();
    private final Set<TestStream<?>> streams = ConcurrentHashMap.newKeySet();

    HttpClient open(final SSLContext tls, final HttpClient.Version version, final Duration connectTimeout) {
        final HttpClient client = HttpClient.newBuilder()
                .version(version)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .sslContext(tls)
                .build();
        clients.add(client);
        return client;
    }

    void add(final TestStream<?> stream) {
        streams.add(stream);
    }

    void remove(final TestStream<?> stream) {
        streams.remove(stream);
    }

    /** Closes the streams and WebSockets that a test has left open. */
    void closeStreams() {
        streams.forEach(stream -> {
            if (stream instanceof TestWebSocket socket) {
                socket.abort();
            } else {
                stream.close();
            }
        });
    }

    /** Ends the clients' threads on Java 21 and newer. On older versions, the threads end when the clients are garbage collected. */
    void close() {
        closeStreams();
        clients.forEach(OpenClients::close);
        clients.clear();
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
