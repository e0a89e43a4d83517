package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The application of docs/plugins.md with two databases and two ports, through both of its ports. */
final class SeveralDatabasesTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(SeveralDatabases::application);

    @BeforeEach
    void tables() {
        for (final Database database :
                List.of(APP.get(Database.class), APP.application().get(Database.class, "archive"))) {
            database.query("CREATE TABLE IF NOT EXISTS note (text text)")
                    .execute()
                    .blockingAwait();
            database.query("DELETE FROM note").execute().blockingAwait();
        }
        APP.get(Database.class)
                .query("INSERT INTO note VALUES ('a'), ('b')")
                .execute()
                .blockingAwait();
    }

    @Test
    void eachPortHasItsOwnResources() {
        assertThat(APP.application().endpoints()).containsOnlyKeys("rest", "rest.admin");
        assertThat(APP.http("rest").get("/notes").status()).isEqualTo(200);
        assertThat(APP.http("rest").post("/archive/a", "").status()).isEqualTo(404);
        assertThat(APP.http("rest.admin").get("/notes").status()).isEqualTo(404);
    }

    @Test
    void aResourceUsesBothDatabases() {
        assertThat(APP.http("rest.admin").post("/archive/a", "").status()).isEqualTo(204);
        assertThat(APP.http("rest").get("/notes").body()).isEqualTo("[\"b\"]");
        final Database archive = APP.application().get(Database.class, "archive");
        assertThat(archive.query("SELECT text FROM note").single().blockingGet().getString(0))
                .isEqualTo("a");
    }

    @Test
    void theHealthOfBothDatabasesIsShownAtBothPorts() {
        assertThat(APP.get(HealthChecks.class).run().blockingGet())
                .extracting(HealthChecks.Result::name)
                .containsExactly("postgresql", "postgresql.archive");
        assertThat(APP.http("rest").get("/health").status()).isEqualTo(200);
        assertThat(APP.http("rest.admin").get("/health").body()).contains("postgresql.archive");
    }

    @Test
    void oneEmbeddedServerHasBothDatabases() {
        try (RunningApplication application = SeveralDatabases.application("--rest.port=0", "--rest.admin.port=0")
                .run()) {
            final Database notes = application.get(Database.class);
            final Database archive = application.get(Database.class, "archive");
            assertThat(SeveralDatabases.databaseOf(notes).blockingGet()).isEqualTo("notes");
            assertThat(SeveralDatabases.databaseOf(archive).blockingGet()).isEqualTo("archive");
            assertThat(port(archive)).isEqualTo(port(notes));
        }
    }

    private static int port(final Database database) {
        return database.query("SELECT inet_server_port()")
                .map(row -> row.getInteger(0))
                .single()
                .blockingGet();
    }

    @Test
    void aProblemOfTheSecondDatabaseNamesItsKeys() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> SeveralDatabases.application(
                                "--rest.port=0",
                                "--rest.admin.port=0",
                                "--postgresql.archive.host=127.0.0.1",
                                "--postgresql.archive.port=1",
                                "--postgresql.archive.connect-timeout=100ms")
                        .run());
        assertThat(failure.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("It comes from --postgresql.archive.host (command line).")
                        .contains("Start it, or set postgresql.archive.host and postgresql.archive.port;"
                                + " postgresql.archive.connect-timeout is how long"));
    }
}
