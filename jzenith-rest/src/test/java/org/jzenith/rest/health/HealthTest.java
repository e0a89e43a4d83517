package org.jzenith.rest.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.internal.deployment.HealthResource;
import org.jzenith.test.internal.log.LogLines;

final class HealthTest {

    private static final RestApi PLUGIN = RestPlugin.withResources();
    private static final String TRUSTED = "127.0.0.1,::1";

    @Test
    void everythingIsUp() {
        try (RunningServer server = RunningServer.of(PLUGIN, check("good", () -> Single.just(Health.healthy())))) {
            for (final String path : new String[] {"", "/live", "/ready", "/started"}) {
                final Answer answer = server.get("/health" + path);
                assertThat(answer.status()).as(path).isEqualTo(200);
                assertThat(answer.json().path("status").textValue()).isEqualTo("UP");
                assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
                assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            }
            final JsonNode check = only(server.get("/health"), "good");
            assertThat(check.path("status").textValue()).isEqualTo("UP");
            assertThat(check.has("took")).isFalse();
            assertThat(check.has("reason")).isFalse();
        }
    }

    @Test
    void strangersReadNamesAndStatesOnly() throws Exception {
        try (RunningServer server = RunningServer.of(
                PLUGIN,
                check("disk", () -> Single.just(Health.unhealthy("db.internal:5432 refused the connection"))))) {
            for (final HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
                for (final String path : List.of("/health", "/health/ready")) {
                    final Reply answer = send(server, version, HttpMethod.GET, path);
                    assertThat(answer.response().version()).isEqualTo(version);
                    assertThat(answer.response().statusCode()).isEqualTo(503);
                    assertThat(answer.response().getHeader("Retry-After")).isEqualTo("1");
                    assertThat(answer.body())
                            .isEqualTo("{\"status\":\"DOWN\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"},"
                                    + "{\"name\":\"disk\",\"status\":\"DOWN\"}]}");
                    final Reply head = send(server, version, HttpMethod.HEAD, path);
                    assertThat(head.response().statusCode()).isEqualTo(503);
                    assertThat(head.body()).isEmpty();
                }
                assertThat(send(server, version, HttpMethod.GET, "/health/live").body())
                        .isEqualTo("{\"status\":\"UP\",\"checks\":[{\"name\":\"application\",\"status\":\"UP\"}]}");
            }
        }
    }

    @Test
    void anApplicationThatWorksWithoutAPartIsReady() throws Exception {
        try (RunningServer server = RunningServer.of(
                PLUGIN,
                Map.of("rest.health.details-for", TRUSTED),
                check("cache", () -> Single.just(Health.degraded("the cache is away"))),
                check("disk", () -> Single.just(Health.healthy())))) {
            for (final String path : List.of("/health", "/health/ready")) {
                final Answer answer = server.get(path);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("Retry-After")).isNull();
                assertThat(answer.json().path("status").textValue()).isEqualTo("DEGRADED");
                assertThat(answer.json().path("checks").path(1).path("status").textValue())
                        .isEqualTo("DEGRADED");
                assertThat(answer.json().path("checks").path(1).path("reason").textValue())
                        .isEqualTo("the cache is away");
                assertThat(answer.json().path("checks").path(2).path("status").textValue())
                        .isEqualTo("UP");
            }
            assertThat(server.get("/health/live").json().path("status").textValue())
                    .isEqualTo("UP");
        }
    }

    @Test
    void theWorstPartDecides() throws Exception {
        try (RunningServer server = RunningServer.of(
                PLUGIN,
                check("cache", () -> Single.just(Health.degraded("the cache is away"))),
                check("disk", () -> Single.just(Health.unhealthy("the disk is full"))))) {
            assertThat(server.get("/health/ready").status()).isEqualTo(503);
            assertThat(server.get("/health/ready").json().path("status").textValue())
                    .isEqualTo("DOWN");
        }
    }

    @Test
    void onlyTheAddressThatATrustedProxyNamesCounts() {
        final Map<String, Object> settings =
                Map.of("rest.health.details-for", "10.1.0.0/16," + TRUSTED, "rest.trusted-proxies", TRUSTED);
        try (RunningServer server =
                RunningServer.of(PLUGIN, settings, check("disk", () -> Single.just(Health.unhealthy("full"))))) {
            assertThat(server.get("/health", "X-Forwarded-For", "10.1.2.3").body())
                    .contains("full");
            assertThat(server.get("/health", "Forwarded", "for=10.1.2.3").body())
                    .contains("full");
            assertThat(server.get("/health", "X-Forwarded-For", "10.2.0.1").body())
                    .doesNotContain("full");
            assertThat(server.get("/health", "X-Forwarded-For", "10.1.2.3, 10.2.0.1")
                            .body())
                    .doesNotContain("full");
            assertThat(server.get("/health", "X-Forwarded-For", "unknown").body())
                    .doesNotContain("full");
            assertThat(server.get("/health").body())
                    .as("a proxy that names no client")
                    .doesNotContain("full");
        }
    }

    @Test
    void aForwardedAddressOfAStrangerCountsForNothing() {
        try (RunningServer server = RunningServer.of(
                PLUGIN,
                Map.of("rest.health.details-for", "10.1.0.0/16"),
                check("disk", () -> Single.just(Health.unhealthy("full"))))) {
            assertThat(server.get("/health", "X-Forwarded-For", "10.1.2.3").body())
                    .doesNotContain("full");
        }
    }

    @Test
    void theAddressesThatReadDetailsMustBeAddresses() {
        assertThatThrownBy(() -> RunningServer.of(PLUGIN, Map.of("rest.health.details-for", "operators")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest.health.details-for")
                .hasMessageContaining("'operators'");
    }

    @Test
    void theReasonIsLoggedOnceForEachChange() {
        final AtomicReference<Health> disk = new AtomicReference<>(Health.healthy());
        try (LogLines log = LogLines.of(HealthChecks.class)) {
            try (RunningServer server = RunningServer.of(PLUGIN, check("disk", () -> Single.just(disk.get())))) {
                server.get("/health");
                disk.set(Health.unhealthy("the disk is full"));
                server.get("/health");
                server.get("/health/ready");
                disk.set(Health.degraded("the disk is slow"));
                server.get("/health");
                server.get("/health");
                disk.set(Health.unhealthy("the disk is full again"));
                server.get("/health");
                disk.set(Health.healthy());
                server.get("/health/ready");
                server.get("/health");
            }
            assertThat(log.events().stream()
                            .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                            .map(ILoggingEvent::getFormattedMessage))
                    .containsExactly(
                            "The health check disk is down: the disk is full.",
                            "The health check disk is degraded: the disk is slow.",
                            "The health check disk is down: the disk is full again.",
                            "The health check disk is up again.");
        }
    }

    @Test
    void unhealthyCheckIsDownWithItsReason() {
        try (RunningServer server =
                trusted(Map.of(), check("disk", () -> Single.just(Health.unhealthy("the disk is full"))))) {
            expectDown(server, "disk", "the disk is full");
        }
    }

    @Test
    void failingCheckIsDownAndShowsNoMessage() {
        try (RunningServer server =
                trusted(Map.of(), check("bad", () -> Single.error(new IllegalStateException("hunter2"))))) {
            expectDown(server, "bad", "the check failed with IllegalStateException");
        }
    }

    @Test
    void throwingCheckIsDown() {
        try (RunningServer server = trusted(Map.of(), check("worse", () -> {
            throw new IllegalStateException("hunter2");
        }))) {
            expectDown(server, "worse", "the check failed with IllegalStateException");
        }
    }

    @Test
    void silentCheckIsDownAfterItsTimeLimit() {
        try (RunningServer server = trusted(Map.of("health.timeout", "200ms"), check("silent", Single::never))) {
            expectDown(server, "silent", "no answer within 200 ms");
        }
    }

    @Test
    void livenessAndStartAskNoCheck() {
        final AtomicInteger asked = new AtomicInteger();
        try (RunningServer server = RunningServer.of(PLUGIN, check("counted", () -> {
            asked.incrementAndGet();
            return Single.just(Health.unhealthy("down"));
        }))) {
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            assertThat(server.get("/health/started").status()).isEqualTo(200);
            assertThat(asked).hasValue(0);
        }
    }

    @Test
    void nothingIsReadyOrStartedBeforeTheDoorsAreOpen() {
        try (RunningServer server = RunningServer.of(PLUGIN)) {
            final HealthResource starting = new HealthResource(
                    server.application().get(HealthChecks.class), new ApplicationState(), address -> false);

            assertThat(starting.started().blockingGet().getStatus()).isEqualTo(503);
            assertThat(starting.ready().blockingGet().getStatus()).isEqualTo(503);
            assertThat(starting.health().blockingGet().getStatus()).isEqualTo(503);
            assertThat(starting.live().blockingGet().getStatus()).isEqualTo(200);
        }
    }

    @Test
    void nothingIsReadyFromTheFirstMomentOfStopping() {
        final RunningServer server = RunningServer.of(PLUGIN);
        final HealthResource health = server.application().get(HealthResource.class);
        server.close();

        assertThat(health.ready().blockingGet().getStatus()).isEqualTo(503);
        assertThat(health.live().blockingGet().getStatus()).isEqualTo(200);
        assertThat(health.started().blockingGet().getStatus()).isEqualTo(200);
    }

    @Test
    void readinessTurnsWhileTheDoorIsStillOpen() throws Exception {
        try (RunningServer server = trusted(Map.of("jzenith.stop-delay", "4s", "jzenith.idle-grace", "3s"))) {
            final ApplicationState state = server.application().get(ApplicationState.class);
            final Thread stopping = new Thread(server::close);
            stopping.start();
            while (state.phase() == ApplicationState.Phase.RUNNING) {
                Thread.onSpinWait();
            }

            final Answer ready = server.get("/health/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.json().path("checks").path(0).path("reason").textValue())
                    .isEqualTo("stopping");
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            stopping.join();
        }
    }

    /** Takes the path that the framework leaves. */
    @Path("/health")
    public static final class OwnHealth {
        @GET
        public String own() {
            return "own";
        }
    }

    @Test
    void applicationMayAnswerByItself() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(OwnHealth.class), Map.of("rest.health.enabled", false))) {
            assertThat(server.get("/health").body()).isEqualTo("own");
            assertThat(server.get("/health/live").status()).isEqualTo(404);
        }
    }

    private static void expectDown(final RunningServer server, final String name, final String reason) {
        for (final String path : new String[] {"", "/ready"}) {
            final Answer answer = server.get("/health" + path);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.json().path("status").textValue()).isEqualTo("DOWN");
            assertThat(only(answer, name).path("status").textValue()).isEqualTo("DOWN");
            assertThat(only(answer, name).path("reason").textValue()).isEqualTo(reason);
            assertThat(only(answer, name).path("took").isIntegralNumber()).isTrue();
            assertThat(answer.body()).doesNotContain("hunter2");
        }
        assertThat(server.get("/health/live").status()).isEqualTo(200);
    }

    /** Starts a server whose client may read all details. */
    private static RunningServer trusted(final Map<String, Object> settings, final AbstractModule... modules) {
        final Map<String, Object> all = new HashMap<>(settings);
        all.put("rest.health.details-for", TRUSTED);
        return RunningServer.of(PLUGIN, all, modules);
    }

    private record Reply(HttpClientResponse response, String body) {}

    private static Reply send(
            final RunningServer server, final HttpVersion version, final HttpMethod method, final String path)
            throws Exception {
        final URI uri = server.application().uri();
        final HttpClient client = server.application()
                .get(Vertx.class)
                .createHttpClient(
                        new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
        try {
            return client.request(method, uri.getPort(), uri.getHost(), path)
                    .compose(request -> request.send()
                            .compose(response -> response.body().map(body -> new Reply(response, body.toString()))))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
        } finally {
            client.close();
        }
    }

    /** The entry of this check; there is no other beside the application's. */
    private static JsonNode only(final Answer answer, final String name) {
        final JsonNode checks = answer.json().path("checks");
        assertThat(checks).hasSize(2);
        assertThat(checks.path(0).path("name").textValue()).isEqualTo("application");
        assertThat(checks.path(1).path("name").textValue()).isEqualTo(name);
        return checks.path(1);
    }

    private static AbstractModule check(final String name, final Supplier<Single<Health>> answer) {
        return new AbstractModule() {
            @Override
            protected void configure() {
                Multibinder.newSetBinder(binder(), HealthCheck.class)
                        .addBinding()
                        .toInstance(new HealthCheck() {
                            @Override
                            public String name() {
                                return name;
                            }

                            @Override
                            public Single<Health> check() {
                                return answer.get();
                            }
                        });
            }
        };
    }
}
