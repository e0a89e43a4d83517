package org.acme.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.sql.jooq.Jooq;
import org.jzenith.sql.plugin.DatabasePlugin;

/** A driver of another project, which imports only what plugin authors may import. */
final class OtherDriverTest {

    @TempDir
    private Path migrations;

    private JZenith application() {
        return AcmeServer.application().withConfiguration("acme.migrations.locations", "filesystem:" + migrations);
    }

    private static String failure(final JZenith application) {
        final StartException error = catchThrowableOfType(StartException.class, application::run);
        assertThat(error).isNotNull();
        assertThat(error.problems()).hasSize(1);
        return error.problems().get(0).toString();
    }

    private static List<String> health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.health().status() == Health.Status.UP)
                .map(HealthChecks.Result::name)
                .toList();
    }

    @Test
    void itMigratesRunsStatementsAndTypesErrors() throws IOException {
        Files.writeString(migrations.resolve("V1__item.sql"), "CREATE TABLE item (id int PRIMARY KEY)");
        final RunningApplication application = application().run();
        final Database database = application.get(Database.class);
        database.withTransactionCompletable(
                        tx -> tx.query("INSERT INTO item VALUES (?)", 1).execute())
                .blockingAwait();
        final Jooq jooq = application.get(Jooq.class);
        assertThat(jooq.query(jooq.dsl()
                                .select(field("id", Integer.class))
                                .from(table("item"))
                                .where(field("id", Integer.class).eq(1)))
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(1);
        assertThatThrownBy(() -> database.query("INSERT INTO item VALUES (?)", 1)
                        .execute()
                        .blockingAwait())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(health(application)).contains("acme");
        application.stop();
    }

    @Test
    void notificationsOfADatabaseThatHasNoneAreRefused() {
        final RunningApplication application = application().run();
        final Database database = application.get(Database.class);
        assertThatThrownBy(() -> database.notifications("orders"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("The database of acme has no notifications, so notifications(..) cannot be used with it.");
        application.stop();
    }

    @Test
    void readOnlyConnectionsOfADriverThatHasNoneAreRefused() {
        final RunningApplication application = application().run();
        final Database database = application.get(Database.class);
        assertThatThrownBy(database::readOnly)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("The database of acme has no read-only connections. Use transactions().readOnly().");
        application.stop();
    }

    @Test
    void aFurtherDatabaseHasAName() {
        final RunningApplication application = AcmeServer.on(
                        DatabasePlugin.named(new AcmeProduct(), "archive"), AcmeServer.freshDatabase())
                .run();
        assertThat(application
                        .get(Database.class, "archive")
                        .query("SELECT 1")
                        .rowCount()
                        .blockingGet())
                .isEqualTo(1);
        assertThat(health(application)).contains("acme.archive");
        application.stop();
    }

    @Test
    void aMigrationThatFailsIsNotSaidToBeRolledBack() throws IOException {
        Files.writeString(migrations.resolve("V1__item.sql"), "CREATE TABEL item (id int)");
        assertThat(failure(application()))
                .startsWith("The migration V1__item.sql failed on 127.0.0.1:")
                .contains("undo its changes")
                .doesNotContain("rolled back");
    }

    @Test
    void theReportsNameTheProductAndItsSettings() {
        assertThat(failure(application().withOverridingConfiguration("acme.database", "nowhere")))
                .matches("(?s)Acme DB at .* has no database 'nowhere'\\..*set acme\\.database\\.");
        assertThat(failure(application().withOverridingConfiguration("acme.password", "wrong")))
                .matches("(?s)Acme DB at .* refuses the user .*Set acme\\.username and acme\\.password to .*");
        assertThat(failure(JZenith.application("--acme.url=postgresql://db/x")
                        .withPlugins(DatabasePlugin.create(new AcmeProduct()))))
                .startsWith("acme.url does not begin with acme://.")
                .contains("Write it as acme://user:password@host:port/database?sslmode=prefer");
    }
}
