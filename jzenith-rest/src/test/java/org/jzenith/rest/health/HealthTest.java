package org.jzenith.rest.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

final class HealthTest {

    private static final RestPlugin PLUGIN = RestPlugin.withResources();

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
            assertThat(check.path("took").isIntegralNumber()).isTrue();
            assertThat(check.has("reason")).isFalse();
        }
    }

    @Test
    void unhealthyCheckIsDownWithItsReason() {
        try (RunningServer server =
                RunningServer.of(PLUGIN, check("disk", () -> Single.just(Health.unhealthy("the disk is full"))))) {
            expectDown(server, "disk", "the disk is full");
        }
    }

    @Test
    void failingCheckIsDownAndShowsNoMessage() {
        try (RunningServer server =
                RunningServer.of(PLUGIN, check("bad", () -> Single.error(new IllegalStateException("hunter2"))))) {
            expectDown(server, "bad", "the check failed with IllegalStateException");
        }
    }

    @Test
    void throwingCheckIsDown() {
        try (RunningServer server = RunningServer.of(PLUGIN, check("worse", () -> {
            throw new IllegalStateException("hunter2");
        }))) {
            expectDown(server, "worse", "the check failed with IllegalStateException");
        }
    }

    @Test
    void silentCheckIsDownAfterItsTimeLimit() {
        try (RunningServer server =
                RunningServer.of(PLUGIN, Map.of("health.timeout", "200ms"), check("silent", Single::never))) {
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
            final HealthResource starting =
                    new HealthResource(server.application().get(HealthChecks.class), new ApplicationState());

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
        try (RunningServer server = RunningServer.of(PLUGIN, Map.of("jzenith.stop-delay", "4s"))) {
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
            assertThat(answer.body()).doesNotContain("hunter2");
        }
        assertThat(server.get("/health/live").status()).isEqualTo(200);
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
