package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;

/** The first server of a cluster accepts connections and does not respond. */
@Tag("full")
class FrozenServerTest {

    private static JZenith application(final String hosts) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.hosts", hosts)
                .withConfiguration("postgresql.password", TestServer.password())
                .withConfiguration("postgresql.database", TestServer.freshDatabase())
                .withConfiguration("postgresql.connect-timeout", "2s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"disable", "prefer"})
    void theNextServerIsTriedInTime(final String tls) throws IOException {
        try (SilentServer frozen = new SilentServer()) {
            final RunningApplication application = application(frozen.address() + ",127.0.0.1:" + TestServer.port())
                    .withConfiguration("postgresql.tls.mode", tls)
                    .withConfiguration("postgresql.migrations.locations", "migrations/good")
                    .withConfiguration("postgresql.connect-timeout", "30s")
                    .run();
            assertThat(application
                            .get(Database.class)
                            .query("SELECT id FROM thing")
                            .map(row -> row.getInteger(0))
                            .single()
                            .blockingGet())
                    .isEqualTo(1);
            assertThat(frozen.accepted()).isPositive();
            Leaks.await("no connection to the frozen server is left", () -> frozen.open() == 0);
            application.stop();
        }
    }

    @Test
    void theReportOfTheStartNamesTheFrozenServer() throws IOException {
        try (SilentServer frozen = new SilentServer();
                SilentServer other = new SilentServer()) {
            assertThatThrownBy(() -> application(frozen.address() + "," + other.address())
                            .run())
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(frozen.address())
                    .hasMessageContaining("set postgresql.hosts;");
            Leaks.await("no connection is left", () -> frozen.open() + other.open() == 0);
        }
    }
}
