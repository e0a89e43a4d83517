package org.jzenith.test.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jzenith.test.internal.client.TrustAll;

/**
 * A test's browser, without scripts and images. It follows the redirects of a login, and keeps cookies by host; ports share cookies.
 *
 * <pre>{@code
 * TestBrowser browser = TestBrowser.at(APP.http().uri());
 * assertThat(browser.open("/orders").body()).contains("Orders of ann");
 * }</pre>
 *
 * <p>Its requests look as if a user has opened a page: {@code Accept: text/html}, {@code Sec-Fetch-Mode: navigate}. Each {@code with..}
 * method returns a tab of the same browser, which shares its cookies. Certificates of servers are not checked. Safe for use by many
 * threads.
 */
public final class TestBrowser {

    private static final String SITE = "Sec-Fetch-Site";
    private static final int MOST_REDIRECTS = 20;
    private static final int MOVED_PERMANENTLY = 301;
    private static final int PERMANENT_REDIRECT = 308;
    private static final int NOT_MODIFIED = 304;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HttpClient client;
    private final HttpClient.Version version;
    private final URI home;
    private final Map<String, Map<String, String>> cookies;
    private final Map<String, String> headers;

    private TestBrowser(
            final HttpClient client,
            final HttpClient.Version version,
            final URI home,
            final Map<String, Map<String, String>> cookies,
            final Map<String, String> headers) {
        this.client = client;
        this.version = version;
        this.home = home;
        this.cookies = cookies;
        this.headers = headers;
    }

    /**
     * Creates a browser without cookies.
     *
     * @param home the address to which paths are appended, such as {@code APP.http().uri()}
     * @return a browser that uses HTTP/1.1
     */
    public static TestBrowser at(final URI home) {
        return new TestBrowser(
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(LIMIT)
                        .sslContext(TrustAll.context())
                        .build(),
                HttpClient.Version.HTTP_1_1,
                home,
                new ConcurrentHashMap<>(),
                Map.of("Accept", "text/html", "Sec-Fetch-Mode", "navigate"));
    }

    /**
     * Returns a tab of the same browser that uses HTTP/2 over TLS.
     *
     * @return a tab with the same cookies
     */
    public TestBrowser withHttp2() {
        return new TestBrowser(client, HttpClient.Version.HTTP_2, home, cookies, headers);
    }

    /**
     * Returns a tab of the same browser with another home.
     *
     * @param other the address to which paths are appended
     * @return a tab with the same cookies
     */
    public TestBrowser withHome(final URI other) {
        return new TestBrowser(client, version, other, cookies, headers);
    }

    /**
     * Returns a tab that sends a header.
     *
     * @param name the name; replaces a header with this name
     * @param value the value; empty to remove the header
     * @return a tab with the same cookies
     */
    public TestBrowser withHeader(final String name, final String value) {
        final Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        if (value.isEmpty()) {
            all.remove(name);
        } else {
            all.put(name, value);
        }
        return new TestBrowser(client, version, home, cookies, all);
    }

    /**
     * Returns a tab whose requests look as if a script sends them.
     *
     * @return a tab with the same cookies
     */
    public TestBrowser asScript() {
        return withHeader("Sec-Fetch-Mode", "cors").withHeader("Accept", "application/json");
    }

    /**
     * Returns the cookies of the home's host.
     *
     * @return values by name; changing the map changes the browser's cookies
     */
    public Map<String, String> cookies() {
        return cookiesOf(home);
    }

    private Map<String, String> cookiesOf(final URI uri) {
        return cookies.computeIfAbsent(uri.getHost(), host -> new ConcurrentHashMap<>());
    }

    /**
     * Gets a page without following redirects.
     *
     * @param path the path below the home
     * @return the first response
     */
    public HttpResponse<String> get(final String path) {
        return send("GET", home.resolve(path), "");
    }

    /**
     * Posts a form as a page of the same site would, without following redirects.
     *
     * @param path the path below the home
     * @param form a form such as {@code a=1&b=2}; empty for no content
     * @return the first response
     */
    public HttpResponse<String> post(final String path, final String form) {
        final TestBrowser tab = headers.containsKey(SITE) ? this : withHeader(SITE, "same-origin");
        return tab.send("POST", home.resolve(path), form);
    }

    /**
     * Opens a page, and follows redirects.
     *
     * @param path the path below the home
     * @return the last response
     */
    public HttpResponse<String> open(final String path) {
        return follow(get(path));
    }

    /**
     * Follows the redirects of a response, with GET.
     *
     * @param first a response of this browser
     * @return the first response that is not a redirect
     * @throws AssertionError after 20 redirects
     */
    public HttpResponse<String> follow(final HttpResponse<String> first) {
        HttpResponse<String> response = first;
        for (int i = 0; i < MOST_REDIRECTS; i++) {
            final int status = response.statusCode();
            if (status < MOVED_PERMANENTLY || status > PERMANENT_REDIRECT || status == NOT_MODIFIED) {
                return response;
            }
            response = send("GET", location(response), "");
        }
        throw new AssertionError("More than " + MOST_REDIRECTS + " redirects, the last one from " + response.uri());
    }

    /**
     * Returns the address to which a response redirects.
     *
     * @param response a redirect
     * @return its {@code Location}, absolute
     * @throws AssertionError if the response has no {@code Location}
     */
    public static URI location(final HttpResponse<String> response) {
        return response.uri()
                .resolve(response.headers()
                        .firstValue("Location")
                        .orElseThrow(() -> new AssertionError(
                                "There is no Location header in the " + response + ": " + response.body())));
    }

    /**
     * Sends a request with the cookies of its host, and keeps those of the response.
     *
     * @param method the HTTP method
     * @param uri the URI, on any host
     * @param form empty for no content
     * @return the response, without following redirects
     */
    public HttpResponse<String> send(final String method, final URI uri, final String form) {
        final Map<String, String> jar = cookiesOf(uri);
        final HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .version(uri.getScheme().equals("https") ? version : HttpClient.Version.HTTP_1_1)
                .method(method, form.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(form));
        if (!form.isEmpty()) {
            request.setHeader("Content-Type", "application/x-www-form-urlencoded");
        }
        if (!jar.isEmpty()) {
            request.setHeader(
                    "Cookie",
                    jar.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        headers.forEach(request::setHeader);
        try {
            final HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            response.headers().allValues("Set-Cookie").forEach(field -> keep(jar, field));
            return response;
        } catch (final IOException e) {
            throw new UncheckedIOException(method + " " + uri + " got no response: " + e, e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + method + " " + uri, e);
        }
    }

    private static void keep(final Map<String, String> jar, final String field) {
        final String[] parts = field.split(";", -1);
        final int equals = parts[0].indexOf('=');
        if (equals <= 0) {
            return;
        }
        final String name = parts[0].substring(0, equals).strip();
        boolean deleted = false;
        for (int i = 1; i < parts.length; i++) {
            final String attribute = parts[i].strip().toLowerCase(Locale.ROOT);
            deleted |= attribute.equals("max-age=0") || attribute.startsWith("max-age=-");
        }
        if (deleted) {
            jar.remove(name);
        } else {
            jar.put(name, parts[0].substring(equals + 1).strip());
        }
    }
}
