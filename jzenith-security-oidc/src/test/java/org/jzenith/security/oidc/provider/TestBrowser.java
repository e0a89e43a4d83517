package org.jzenith.security.oidc.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A browser of a test: follows redirects, and keeps cookies by host as browsers do, so that ports share them. Each {@code with..} method
 * returns a tab of the same browser, which shares its cookies.
 */
public final class TestBrowser {

    private static final int MOST_REDIRECTS = 20;
    private static final int SEE_OTHER = 303;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final HttpClient client;
    private final URI home;
    private final Map<String, Map<String, String>> cookies;
    private final Map<String, String> headers;

    private TestBrowser(
            final HttpClient client,
            final URI home,
            final Map<String, Map<String, String>> cookies,
            final Map<String, String> headers) {
        this.client = client;
        this.home = home;
        this.cookies = cookies;
        this.headers = headers;
    }

    /** Opens a browser without cookies. */
    public static TestBrowser at(final URI home) {
        return new TestBrowser(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(LIMIT)
                        .build(),
                home,
                new ConcurrentHashMap<>(),
                Map.of("Accept", "text/html", "Sec-Fetch-Mode", "navigate"));
    }

    /** Returns a tab of the same browser that shows another address. */
    public TestBrowser withHome(final URI other) {
        return new TestBrowser(client, other, cookies, headers);
    }

    /** Returns a tab that sends a header; an empty value removes it. */
    public TestBrowser withHeader(final String name, final String value) {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        if (value.isEmpty()) {
            all.remove(name);
        } else {
            all.put(name, value);
        }
        return new TestBrowser(client, home, cookies, all);
    }

    /** Returns a tab whose requests a script sends. */
    public TestBrowser asScript() {
        return withHeader("Sec-Fetch-Mode", "cors").withHeader("Accept", "application/json");
    }

    /** Returns the cookies of the home's host. */
    public Map<String, String> cookies() {
        return cookies.computeIfAbsent(home.getHost(), host -> new ConcurrentHashMap<>());
    }

    /** Gets a page without following redirects. */
    public HttpResponse<String> get(final String path) {
        return send("GET", home.resolve(path), "");
    }

    /** Posts a form without following redirects. */
    public HttpResponse<String> post(final String path, final String form) {
        return send("POST", home.resolve(path), form);
    }

    /** Opens a page, and follows redirects. */
    public HttpResponse<String> open(final String path) {
        return follow(get(path));
    }

    /** Follows the redirects of a response. */
    public HttpResponse<String> follow(final HttpResponse<String> first) {
        HttpResponse<String> response = first;
        for (int i = 0; i < MOST_REDIRECTS; i++) {
            if (response.statusCode() != SEE_OTHER && response.statusCode() != SEE_OTHER - 1) {
                return response;
            }
            response = send("GET", location(response), "");
        }
        throw new AssertionError("More than " + MOST_REDIRECTS + " redirects, the last one from " + response.uri());
    }

    /** Returns the address to which a response redirects. */
    public static URI location(final HttpResponse<String> response) {
        return response.uri()
                .resolve(response.headers()
                        .firstValue("Location")
                        .orElseThrow(() -> new AssertionError("No Location in " + response + ": " + response.body())));
    }

    /** Sends a request with the cookies of its host, and keeps those of the response. */
    public HttpResponse<String> send(final String method, final URI uri, final String body) {
        final Map<String, String> jar = cookies.computeIfAbsent(uri.getHost(), host -> new ConcurrentHashMap<>());
        final HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        if (!body.isEmpty()) {
            request.setHeader("Content-Type", "application/x-www-form-urlencoded");
        }
        if (!jar.isEmpty()) {
            request.setHeader(
                    "Cookie",
                    jar.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        try {
            final HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            response.headers().allValues("Set-Cookie").forEach(field -> keep(jar, field));
            return response;
        } catch (final IOException e) {
            throw new UncheckedIOException(method + " " + uri, e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void keep(final Map<String, String> jar, final String field) {
        final String pair = field.split(";", 2)[0];
        final int equals = pair.indexOf('=');
        if (field.contains("Max-Age=0;")) {
            jar.remove(pair.substring(0, equals));
        } else {
            jar.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
    }
}
