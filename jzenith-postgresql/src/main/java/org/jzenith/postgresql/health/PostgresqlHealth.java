package org.jzenith.postgresql.health;

import io.reactivex.Single;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthConfiguration;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.sql.connection.DatabaseConnections;
import org.jzenith.sql.error.SqlException;

/** Runs {@code SELECT 1}. */
public final class PostgresqlHealth implements HealthCheck {

    private final DatabaseConnections connections;
    private final DatabaseAddress address;
    private final Duration limit;

    /**
     * Made by the framework.
     *
     * @param connections run the statement
     * @param address for messages
     * @param configuration holds the time limit of a check
     */
    @Inject
    public PostgresqlHealth(
            final DatabaseConnections connections,
            final DatabaseAddress address,
            final HealthConfiguration configuration) {
        this.connections = connections;
        this.address = address;
        // A little less than the limit of all checks, so that the answer is ours.
        this.limit = configuration.timeout().multipliedBy(9).dividedBy(10);
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public Single<Health> check() {
        return connections
                .rowCount("SELECT 1", Tuple.tuple())
                .map(rows -> Health.healthy())
                .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(this::unhealthy);
    }

    private Health unhealthy(final Throwable error) {
        if (error instanceof TimeoutException) {
            return Health.unhealthy(
                    address.host() + ":" + address.port() + " did not answer within " + limit.toMillis() + " ms");
        }
        return Health.unhealthy(
                error instanceof SqlException
                        ? String.valueOf(error.getMessage())
                        : error.getClass().getSimpleName());
    }
}
