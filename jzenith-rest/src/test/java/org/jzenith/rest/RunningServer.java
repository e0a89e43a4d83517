package org.jzenith.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Module;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;

/** An application on a free port, on two event loops unless a test says otherwise, and a client for it. */
public final class RunningServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunningApplication application;
    private final HttpClient client;

    private RunningServer(final RunningApplication application) {
        this.application = application;
        final HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        this.client = application.endpoints().values().stream()
                        .anyMatch(uri -> uri.getScheme().equals("https"))
                ? builder.sslContext(Transport.clientContext()).build()
                : builder.build();
    }

    public static RunningServer of(final RestApi plugin, final Module... modules) {
        return of(plugin, Map.of(), modules);
    }

    public static RunningServer of(
            final RestApi plugin, final Map<String, Object> configuration, final Module... modules) {
        final JZenith recipe = JZenith.application()
                .withPlugins(plugin)
                .withModules(modules)
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("rest.instances", 2)
                .withOverridingConfiguration("jzenith.event-loops", 2);
        Transport.current().settings().forEach(recipe::withOverridingConfiguration);
        configuration.forEach(recipe::withOverridingConfiguration);
        return new RunningServer(recipe.run());
    }

    /** A client for an application that somebody else stops. */
    public static RunningServer around(final RunningApplication application) {
        return new RunningServer(application);
    }

    public RunningApplication application() {
        return application;
    }

    public Gauge gauge(final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public Answer get(final String path, final String... headers) {
        return send("GET", path, null, headers);
    }

    public Answer post(final String path, final String json, final String... headers) {
        return send("POST", path, json, headers);
    }

    /** Sends bytes, whose type the headers say. */
    public Answer post(final String path, final byte[] body, final String... headers) {
        return exchange("POST", path, BodyPublishers.ofByteArray(body), headers);
    }

    /** Sends a request; a body is JSON unless the headers say otherwise. */
    public Answer send(final String method, final String path, final String body, final String... headers) {
        return exchange(method, path, body == null ? null : BodyPublishers.ofString(body), headers);
    }

    private Answer exchange(final String method, final String path, final BodyPublisher body, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application.uri() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, body == null ? BodyPublishers.noBody() : body);
        if (body != null && !String.join(" ", headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return new Answer(client.send(request.build(), BodyHandlers.ofString()));
        } catch (final java.io.IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        application.close();
    }

    public record Answer(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public String header(final String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body());
            } catch (final java.io.IOException e) {
                throw new UncheckedIOException("No JSON: " + body(), e);
            }
        }
    }
}
