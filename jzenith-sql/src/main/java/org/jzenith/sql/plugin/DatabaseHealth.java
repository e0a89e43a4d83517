package org.jzenith.sql.plugin;

import io.reactivex.Single;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.statement.DatabaseConnections;

/**
 * Runs a query on a pipeline, as a request would. After the server has refused a change, the query asks if it accepts changes, until it
 * does. If the settings do not require a server that does, the database is only degraded, because reads work. Runs another query on the
 * connections of {@code readOnly()} if the application uses them. If only this query fails, the database is degraded. Shows host and port,
 * no credentials.
 */
final class DatabaseHealth implements HealthCheck {

    private final String name;
    private final Database database;
    private final DatabaseConnections connections;
    private final SqlDriver driver;
    private final Duration limit;

    DatabaseHealth(
            final String name,
            final Database database,
            final DatabaseConnections connections,
            final SqlDriver driver,
            final HealthConfiguration configuration) {
        this.name = name;
        this.database = database;
        this.connections = connections;
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
        final String query = driver.writableQuery(connections.hasRefusedChange());
        final Single<Health> own = limited(
                database.query(Objects.requireNonNullElse(query, "SELECT 1"))
                        .rowCount()
                        .map(rows -> rows > 0 ? healthy(query != null) : readOnly()),
                "",
                Health::unhealthy);
        return connections.usesReadOnly() ? own.zipWith(reads(), DatabaseHealth::worse) : own;
    }

    /** Checks the connections of {@code readOnly()}. Everything else works without them. */
    private Single<Health> reads() {
        return limited(
                database.readOnly().query("SELECT 1").rowCount().map(rows -> Health.healthy()),
                "readOnly(): ",
                Health::degraded);
    }

    private Single<Health> limited(
            final Single<Health> check, final String part, final Function<String, Health> failed) {
        return check.timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .onErrorReturn(error -> failed.apply(part + reason(error)));
    }

    private static Health worse(final Health one, final Health other) {
        return one.status().compareTo(other.status()) >= 0 ? one : other;
    }

    private Health healthy(final boolean acceptsChanges) {
        if (acceptsChanges) {
            connections.forgetRefusedChange();
        }
        return Health.healthy();
    }

    private Health readOnly() {
        connections.replaceAll();
        final String reason = driver.server() + " accepts no changes";
        return driver.writableQuery(false) == null ? Health.degraded(reason) : Health.unhealthy(reason);
    }

    private String reason(final Throwable error) {
        if (error instanceof TimeoutException) {
            return driver.server() + " did not answer within " + limit.toMillis() + " ms";
        }
        return error instanceof SqlException
                ? String.valueOf(error.getMessage())
                : error.getClass().getSimpleName();
    }
}
