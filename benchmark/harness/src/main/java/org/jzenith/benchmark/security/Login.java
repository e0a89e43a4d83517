package org.jzenith.benchmark.security;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.MeasuredServer;

/** Logs a user in, as a browser does. */
final class Login {

    private static final int SEE_OTHER = 303;
    private static final int FOUND = 302;
    private static final int MOST_REDIRECTS = 5;

    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Returns the {@code Cookie} header of a session. */
    static String cookieOf(final MeasuredServer server) {
        return new Login().cookie(server);
    }

    /** Begins a login, and returns the address to which the provider sends the browser back. */
    URI callback(final MeasuredServer server) {
        URI next = begin(server);
        while (next.getRawQuery() == null || !next.getRawQuery().contains("code=")) {
            next = next.resolve(get(next).headers().firstValue("Location").orElseThrow());
        }
        return next;
    }

    /** Returns the {@code Cookie} header. */
    String cookies() {
        return cookies.entrySet().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private static URI begin(final MeasuredServer server) {
        return URI.create(server.origin() + "/login?return=" + MeasuredServer.PATH);
    }

    private String cookie(final MeasuredServer server) {
        URI next = begin(server);
        for (int i = 0; i < MOST_REDIRECTS; i++) {
            final HttpResponse<String> response = get(next);
            if (response.statusCode() != SEE_OTHER && response.statusCode() != FOUND) {
                break;
            }
            next = next.resolve(response.headers().firstValue("Location").orElseThrow());
        }
        final String session = cookies.entrySet().stream()
                .filter(cookie -> cookie.getKey().startsWith("__Host-session")
                        && !cookie.getValue().isEmpty())
                .map(Object::toString)
                .collect(Collectors.joining("; "));
        if (session.isEmpty()) {
            throw server.failure("The login at " + server.origin() + " has set no session cookie.");
        }
        return session;
    }

    private HttpResponse<String> get(final URI address) {
        try {
            final HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Sec-Fetch-Mode", "navigate");
            if (!cookies.isEmpty()) {
                request.header("Cookie", cookies());
            }
            final HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            for (final String field : response.headers().allValues("Set-Cookie")) {
                final String pair = field.substring(0, field.indexOf(';'));
                cookies.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
            return response;
        } catch (final IOException e) {
            throw new BenchmarkException(address + " cannot be asked for.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
