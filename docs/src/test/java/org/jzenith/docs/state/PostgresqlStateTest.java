package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.state.SharedValues;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;

/** Shared state in PostgreSQL. */
final class PostgresqlStateTest extends StoredStateContract {

    private static PostgresqlServer server;
    private static TwoInstances instances;

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        server.createDatabase("state");
        instances = TwoInstances.of(() -> application("state"));
    }

    private static JZenith application(final String database) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("postgresql.port", server.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", database)
                .withConfiguration("jzenith.shared-state", "postgresql");
    }

    @AfterAll
    static void stop() {
        instances.close();
        server.close();
    }

    @Override
    TwoInstances instances() {
        return instances;
    }

    private static long rows(final String condition) {
        return instances
                .one()
                .get(Database.class)
                .query("SELECT count(*) FROM jzenith_state WHERE " + condition)
                .as(Long.class)
                .single()
                .blockingGet();
    }

    @Test
    void laterWritesDeleteExpiredRows() {
        final SharedValues<String> values = one().values("expired", 10, Duration.ofMillis(1), TEXT);
        values.put("a", "1").blockingAwait();
        values.put("b", "1").blockingAwait();
        final String expired = "key LIKE 'expired:%' AND expires_at < now()";
        final SharedValues<String> writes = other().values("writes", 10, Duration.ofMinutes(1), TEXT);
        while (rows(expired) > 0) {
            writes.put("c", "1").blockingAwait();
        }
        assertThat(rows("key LIKE 'expired:%'")).isZero();
        assertThat(rows("key LIKE 'writes:%'")).isEqualTo(1);
        assertThat(one().counts("writes-2", 10, Duration.ofMinutes(1))
                        .add(List.of("a"))
                        .blockingGet())
                .hasSize(1);
    }

    @Test
    void withoutTheSettingThereIsNoTable() {
        server.createDatabase("none");
        application("none")
                .withOverridingConfiguration("jzenith.shared-state", "memory")
                .run()
                .close();
        assertThatThrownBy(() -> application("none")
                        .withConfiguration("postgresql.migrations.enabled", false)
                        .run())
                .hasMessageContaining("or run: CREATE TABLE IF NOT EXISTS jzenith_state (")
                .hasMessageContaining("CREATE INDEX IF NOT EXISTS");
    }

    @Test
    void aStoreWithoutItsPluginFailsStartup() {
        assertThatThrownBy(() -> application("state")
                        .withOverridingConfiguration("jzenith.shared-state", "redis")
                        .run())
                .hasMessageContaining("jzenith.shared-state is 'redis', and the application has no plugin 'redis'.")
                .hasMessageContaining(
                        "Add RedisPlugin.create() to withPlugins(..) (the class org.jzenith.redis.RedisPlugin in the"
                                + " artifact org.jzenith:jzenith-redis).");
        assertThatThrownBy(() -> application("state")
                        .withOverridingConfiguration("jzenith.shared-state", "redis.tickets")
                        .run())
                .hasMessageContaining("Add RedisPlugin.named(\"tickets\") to withPlugins(..)");
        assertThatThrownBy(() -> application("state")
                        .withOverridingConfiguration("jzenith.shared-state", "mysql")
                        .run())
                .hasMessageContaining("jzenith.shared-state is 'mysql', and no plugin has a store with this name.")
                .hasMessageContaining("Set it to one of: memory, postgresql.");
    }
}
