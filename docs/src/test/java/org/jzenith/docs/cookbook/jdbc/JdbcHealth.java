package org.jzenith.docs.cookbook.jdbc;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;

/** Asks the database, without which the service cannot work. */
@Singleton
final class JdbcHealth implements HealthCheck {

    private final DataSource pool;
    private final Blocking blocking;

    @Inject
    JdbcHealth(final DataSource pool, final Blocking blocking) {
        this.pool = pool;
        this.blocking = blocking;
    }

    @Override
    public String name() {
        return "jdbc";
    }

    // region check
    @Override
    public Single<Health> check() {
        return blocking.single(() -> {
            try (Connection connection = pool.getConnection()) {
                return connection.isValid(1)
                        ? Health.healthy()
                        : Health.unhealthy("the database does not respond");
            }
        });
    }
    // endregion
}
