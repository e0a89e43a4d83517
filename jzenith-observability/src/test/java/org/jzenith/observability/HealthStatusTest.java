package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.observability.internal.recent.RecentActivity;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The status of a health check, among the metrics and on the operators' page. */
final class HealthStatusTest {

    private static final AtomicReference<Health> CACHE = new AtomicReference<>(Health.healthy());

    /** A part whose state the test sets. */
    private record CacheCheck() implements HealthCheck {

        @Override
        public String name() {
            return "cache";
        }

        @Override
        public Single<Health> check() {
            return Single.just(CACHE.get());
        }
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(),
                    RestPlugin.named("admin"),
                    AdminPlugin.create(),
                    ObservabilityPlugin.create())
            .withConfiguration("rest.admin.port", 0)
            .withModules(binder -> Multibinder.newSetBinder(binder, HealthCheck.class)
                    .addBinding()
                    .toInstance(new CacheCheck())));

    private static double metric() {
        final String series = "jzenith_health_status{health_check=\"cache\"} ";
        return APP.http("rest.admin")
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachStatusIsMeasuredInTheLatestRun() {
        CACHE.set(Health.degraded("away"));
        assertThat(APP.http().get("/health/ready").status()).isEqualTo(200);
        assertThat(metric()).isEqualTo(0.5);
        CACHE.set(Health.unhealthy("broken"));
        assertThat(metric()).as("a scrape runs no check").isEqualTo(0.5);
        assertThat(APP.http().get("/health/ready").status()).isEqualTo(503);
        assertThat(metric()).isZero();
        CACHE.set(Health.healthy());
        assertThat(APP.http().get("/health/ready").status()).isEqualTo(200);
        assertThat(metric()).isEqualTo(1);
    }

    private static JsonObject data() {
        return new JsonObject(APP.http("rest.admin").get("/admin/data").body());
    }

    @Test
    void thePageOfOperatorsWarnsOfADegradedPart() {
        CACHE.set(Health.degraded("away"));
        APP.get(RecentActivity.class).check();
        Exposition.await(
                "the page shows the part",
                () -> data().getJsonArray("health").stream()
                        .map(JsonObject.class::cast)
                        .anyMatch(row ->
                                "degraded".equals(row.getString("status")) && "away".equals(row.getString("reason"))));
        assertThat(data().getJsonArray("findings"))
                .contains(new JsonObject()
                        .put("level", "warning")
                        .put("section", "health")
                        .put("text", "The health check cache is degraded: away."));
    }
}
