package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;

/** The results of the last health checks, which run only while somebody looks. */
final class HealthState implements Section {

    private volatile @Nullable HealthChecks checks;
    private volatile List<HealthChecks.Result> results = List.of();

    void begin(final HealthChecks all) {
        checks = all;
    }

    /** Runs the checks, which have a time limit. Called on an event loop. */
    @SuppressWarnings("CheckReturnValue") // the checks never fail, and nobody waits for them
    void check() {
        final HealthChecks all = checks;
        if (all != null) {
            all.run().subscribe(done -> results = done);
        }
    }

    @Override
    public String name() {
        return "health";
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        results.forEach(result -> json.add(new JsonObject()
                .put("name", result.name())
                .put("status", result.health().status().name().toLowerCase(Locale.ROOT))
                .put("reason", result.health().reason())
                .put("took", DisplayText.millis(result.took().toNanos()))));
        return json;
    }

    @Override
    public List<Finding> findings() {
        return results.stream()
                .filter(result -> result.health().status() != Health.Status.UP)
                .map(this::finding)
                .toList();
    }

    private Finding finding(final HealthChecks.Result result) {
        final Health health = result.health();
        return new Finding(
                health.status() == Health.Status.DOWN,
                name(),
                "The health check " + result.name() + " is "
                        + health.status().name().toLowerCase(Locale.ROOT) + ": " + health.reason() + ".");
    }
}
