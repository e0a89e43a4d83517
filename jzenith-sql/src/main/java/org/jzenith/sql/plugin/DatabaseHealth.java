package org.jzenith.sql.plugin;

import io.reactivex.Single;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthConfiguration;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;

/** Runs {@code SELECT 1} on a pipeline, as a request would. Shows host and port, no credentials. */
final class DatabaseHealth implements HealthCheck {

    private final String name;
    private final SqlClient client;
    private final SqlDriver driver;
    private final Duration limit;

    DatabaseHealth(
            final String name,
            final SqlClient client,
            final SqlDriver driver,
            final HealthConfiguration configuration) {
        this.name = name;
        this.client = client;
        this.driver = driver;
        // A little less than the limit of all checks, so that the answer is ours.
        this.limit = configuration.timeout().multipliedBy(9).dividedBy(10);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Single<Health> check() {
        return client.query("SELECT 1")
                .rowCount()
                .map(rows -> Health.healthy())
                .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(this::unhealthy);
    }

    private Health unhealthy(final Throwable error) {
        if (error instanceof TimeoutException) {
            return Health.unhealthy(driver.server() + " did not answer within " + limit.toMillis() + " ms");
        }
        return Health.unhealthy(
                error instanceof SqlException
                        ? String.valueOf(error.getMessage())
                        : error.getClass().getSimpleName());
    }
}
