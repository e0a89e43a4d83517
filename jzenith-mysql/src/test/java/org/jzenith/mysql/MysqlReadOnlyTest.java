package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;

/** A server that accepts no changes any more. */
@Tag("full")
final class MysqlReadOnlyTest {

    private final String name = TestServer.freshDatabase();
    private RunningApplication application;
    private Database database;

    /** Administrators may always write. */
    @BeforeEach
    void start() {
        TestServer.run(name, "CREATE TABLE item (id int PRIMARY KEY)");
        TestServer.run(
                name,
                "CREATE PROCEDURE fail(number INT, words TEXT) SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = number, MESSAGE_TEXT = words");
        TestServer.run(name, "CREATE USER writer IDENTIFIED BY 'secret'");
        TestServer.run(name, "GRANT SELECT, INSERT, EXECUTE ON " + name + ".* TO writer");
        application = TestServer.application(name)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("mysql.username", "writer")
                .withConfiguration("mysql.password", "secret")
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        application.stop();
        TestServer.run(name, "SET GLOBAL read_only = 0");
        TestServer.run(name, "DROP USER writer");
    }

    private long connection() {
        return database.query("SELECT CONNECTION_ID()").as(Long.class).single().blockingGet();
    }

    private void insert(final int id) {
        database.query("INSERT INTO item VALUES (?)", id).execute().blockingAwait();
    }

    @Test
    void itsConnectionsAreReplaced() {
        insert(1);
        final long before = connection();
        TestServer.run(name, "SET GLOBAL read_only = 1");
        assertThatThrownBy(() -> insert(2))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("has become read-only");
        TestServer.await(name, "SELECT count(*) FROM information_schema.processlist WHERE id = " + before, 0);
        assertThat(connection()).isNotEqualTo(before);
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> tx.query("INSERT INTO item VALUES (3)").execute())
                        .blockingAwait())
                .isInstanceOf(UnavailableException.class);
        TestServer.run(name, "SET GLOBAL read_only = 0");
        insert(2);
        assertThat(TestServer.count(name, "SELECT count(*) FROM item")).isEqualTo(2);
    }

    private Health health() {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.name().equals("mysql"))
                .map(HealthChecks.Result::health)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void healthIsDegradedFromTheFirstRefusedWriteUntilItAcceptsThemAgain() {
        TestServer.run(name, "SET GLOBAL read_only = 1");
        assertThat(health()).as("nobody writes").isEqualTo(Health.healthy());
        assertThatThrownBy(() -> insert(1)).isInstanceOf(UnavailableException.class);
        assertThat(health().status()).isEqualTo(Health.Status.DEGRADED);
        assertThat(health().reason()).endsWith(" accepts no changes");
        TestServer.run(name, "SET GLOBAL read_only = 0");
        assertThat(health()).isEqualTo(Health.healthy());
        insert(1);
    }

    @Test
    void readOnlyRefusesAChangeWithOneState() {
        final Database reads = database.readOnly();
        for (final boolean readOnlyServer : new boolean[] {false, true}) {
            TestServer.run(name, "SET GLOBAL read_only = " + readOnlyServer);
            assertThat(refused(reads.query("INSERT INTO item VALUES (2)").execute()))
                    .hasMessageContaining("readOnly() is for reads");
            refused(reads.withTransactionCompletable(
                    tx -> tx.query("INSERT INTO item VALUES (2)").execute()));
            refused(database.transactions()
                    .readOnly()
                    .withTransactionCompletable(
                            tx -> tx.query("INSERT INTO item VALUES (2)").execute()));
        }
    }

    private static SqlException refused(final Completable change) {
        final SqlException error = catchThrowableOfType(SqlException.class, change::blockingAwait);
        assertThat(error).isNotInstanceOf(UnavailableException.class);
        assertThat(error.sqlState()).isEqualTo("25006");
        return error;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1290, The server is running with the --read-only option",
                "1836, Running in read-only mode",
                "1874, InnoDB is in read only mode"
            })
    void readOnlyRefusesEachErrorOfThatKindWithOneState(final String error) {
        final String[] parts = error.split(", ", 2);
        refused(database.readOnly()
                .query("CALL fail(?, ?)", Integer.valueOf(parts[0]), parts[1])
                .execute());
    }

    @Test
    void anErrorOfTheTransactionReplacesNoConnection() {
        TestServer.run(
                name,
                "CREATE PROCEDURE refuse() SIGNAL SQLSTATE '25006'"
                        + " SET MYSQL_ERRNO = 1792, MESSAGE_TEXT = 'Cannot execute statement in a READ ONLY transaction'");
        final long before = connection();
        final SqlException error = refused(database.query("CALL refuse()").execute());
        assertThat(error.errorCode()).isEqualTo(1792);
        assertThat(error).hasMessageContaining("in a READ ONLY transaction");
        insert(1);
        assertThat(connection()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET STATEMENT transaction_read_only = 0 FOR INSERT INTO item VALUES (2)",
                "SET STATEMENT tx_read_only = 0 FOR INSERT INTO item VALUES (2)"
            })
    void aStatementCannotAllowItselfToChange(final String statement) {
        final Database reads = database.readOnly();
        assertThatThrownBy(() -> reads.query(statement).execute().blockingAwait())
                .isInstanceOf(SqlException.class);
        assertThatThrownBy(() -> reads.withTransactionCompletable(
                                tx -> tx.query(statement).execute())
                        .blockingAwait())
                .isInstanceOf(SqlException.class);
        assertThat(TestServer.count(name, "SELECT count(*) FROM item")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1836, Running in read-only mode, true",
        "1874, InnoDB is in read only mode, true",
        "1290, The server is running with the --super-read-only option so it cannot execute this statement, true",
        "1290, The server is running with the --secure-file-priv option so it cannot execute this statement, false"
    })
    void anErrorSaysSo(final int number, final String words, final boolean readOnly) {
        final Throwable error = catchThrowable(
                () -> database.query("CALL fail(?, ?)", number, words).execute().blockingAwait());
        assertThat(error).isInstanceOf(readOnly ? UnavailableException.class : SqlException.class);
        assertThat(error.getMessage().contains("has become read-only")).isEqualTo(readOnly);
    }
}
