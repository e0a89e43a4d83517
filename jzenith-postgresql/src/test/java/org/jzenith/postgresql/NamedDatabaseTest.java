package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.subjects.CompletableSubject;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.OverloadedException;

/** A database with a qualifier, alone. */
final class NamedDatabaseTest {

    @Test
    void errorsNameTheSettingsWithTheirQualifier() {
        final RunningApplication application = JZenith.application()
                .withPlugins(PostgresqlPlugin.named("archive"))
                .withConfiguration("postgresql.archive.host", "127.0.0.1")
                .withConfiguration("postgresql.archive.port", TestServer.port())
                .withConfiguration("postgresql.archive.password", TestServer.password())
                .withConfiguration("postgresql.archive.database", TestServer.freshDatabase())
                .withConfiguration("postgresql.archive.pool.size", 1)
                .withConfiguration("postgresql.archive.pool.max-wait-queue", 0)
                .run();
        final Database database = application.get(Database.class, "archive");
        final CompletableSubject hold = CompletableSubject.create();
        final var first = database.withTransactionCompletable(
                        tx -> tx.query("SELECT 1").execute().andThen(hold))
                .test();
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> tx.query("SELECT 1").execute())
                        .blockingAwait())
                .isInstanceOf(OverloadedException.class)
                .hasMessageContaining("(postgresql.archive.pool.max-wait-queue)");
        hold.onComplete();
        assertThat(first.awaitTerminalEvent()).isTrue();
        first.assertComplete();
        application.stop();
    }
}
