package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.reactivex.Observable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.test.TestCertificate;

/** An application on a free port whose resource shows the identity of each request. */
final class ProtectedServer implements AutoCloseable {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");
    private static final Path CERTIFICATE;
    private static final Path KEY;

    static {
        try {
            CERTIFICATE = Files.createTempFile("server", ".crt");
            KEY = Files.createTempFile("server", ".key");
            AUTHORITY.server("localhost").writeCertificate(CERTIFICATE).writeKey(KEY);
            CERTIFICATE.toFile().deleteOnExit();
            KEY.toFile().deleteOnExit();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final RunningApplication application;
    private final List<SecurityEvent> events;
    private final HttpClient client = HttpClient.newBuilder()
            .sslContext(AUTHORITY.sslContext())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final HttpClient http2Client =
            HttpClient.newBuilder().sslContext(AUTHORITY.sslContext()).build();

    private ProtectedServer(final RunningApplication application, final List<SecurityEvent> events) {
        this.application = application;
        this.events = events;
    }

    static ProtectedServer of(final Map<String, ?> configuration) {
        return of(configuration, binder -> {}, JwtPlugin.create());
    }

    static ProtectedServer of(
            final Map<String, ?> configuration, final Module module, final PluginSource... mechanisms) {
        final List<SecurityEvent> events = new CopyOnWriteArrayList<>();
        final boolean withJwt = List.of(mechanisms).stream().anyMatch(JwtPlugin.class::isInstance);
        final JZenith recipe = JZenith.application()
                .withPlugins(RestPlugin.withResources(IdentityResource.class), SecurityPlugin.create())
                .withPlugins(mechanisms)
                .withModules(
                        module,
                        binder -> Observers.binder(binder).addBinding().toInstance(new EventObserver<SecurityEvent>() {
                            @Override
                            public Class<SecurityEvent> events() {
                                return SecurityEvent.class;
                            }

                            @Override
                            public void observe(final SecurityEvent event) {
                                events.add(event);
                            }
                        }))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.tls.certificate", CERTIFICATE)
                .withOverridingConfiguration("rest.tls.key", KEY)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 2);
        if (withJwt) {
            recipe.withOverridingConfiguration("jwt.max-failed-proofs", 100_000);
        }
        configuration.forEach(recipe::withOverridingConfiguration);
        return new ProtectedServer(recipe.run(), events);
    }

    <T> T instance(final Class<T> type) {
        return application.injector().getInstance(type);
    }

    Gauge gauge(final String name) {
        return instance(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    int port() {
        return application.port();
    }

    List<SecurityEvent> events() {
        return events;
    }

    CompletableFuture<HttpResponse<String>> send(final String path, final String... authorization) {
        return send(HttpClient.Version.HTTP_1_1, path, authorization);
    }

    /** Sends a token through a proxy, which names the network of the client. */
    CompletableFuture<HttpResponse<String>> sendFrom(final String network, final String token) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("https://localhost:" + application.port() + "/me"))
                        .header("X-Forwarded-For", network)
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> send(
            final HttpClient.Version version, final String path, final String... authorization) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + application.port() + path))
                .version(version);
        for (final String each : authorization) {
            request.header("Authorization", each);
        }
        return (version == HttpClient.Version.HTTP_2 ? http2Client : client)
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends an authorization on the one connection of HTTP/2, so that many requests need no handshakes. */
    CompletableFuture<HttpResponse<String>> sendHttp2(final String authorization) {
        return send(HttpClient.Version.HTTP_2, "/me", authorization);
    }

    HttpResponse<String> get(final String path, final String... authorization) {
        return send(path, authorization).join();
    }

    HttpResponse<String> withToken(final String token) {
        return get("/me", "Bearer " + token);
    }

    void assertAccepts(final String token) {
        final HttpResponse<String> response = withToken(token);
        assertThat(response.body()).isEqualTo("ann");
        assertThat(response.statusCode()).isEqualTo(200);
    }

    /** Sends a token with HTTP/1.1 and then, when its refusal is cached, with HTTP/2. */
    void assertRefuses(final String token) {
        for (final HttpClient.Version version : HttpClient.Version.values()) {
            final HttpResponse<String> response =
                    send(version, "/me", "Bearer " + token).join();
            assertThat(response.statusCode()).as(response.body()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"api\"");
            assertThat(response.body())
                    .contains("The credentials are wrong.")
                    .doesNotContain("claim", "algorithm", "key");
        }
    }

    static void eventually(final BooleanSupplier condition) {
        assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.getAsBoolean())
                        .map(tick -> true)
                        .timeout(15, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .isTrue();
    }

    @Override
    public void close() {
        application.close();
    }
}
