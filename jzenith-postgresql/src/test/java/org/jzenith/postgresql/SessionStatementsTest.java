package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.jooq.Jooq;

/** Callers share connections, so no statement may change a session. */
final class SessionStatementsTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;
    private static Jooq jooq;

    @BeforeAll
    static void start() {
        TestServer.run(
                DATABASE,
                "CREATE TABLE item (id int PRIMARY KEY); CREATE TABLE temp (id int); CREATE SEQUENCE counted");
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.pool.size", 1)
                .run();
        database = application.get(Database.class);
        jooq = application.get(Jooq.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    private static void isNotSent(final Completable work, final String reason) {
        assertThatThrownBy(work::blockingAwait)
                .isExactlyInstanceOf(SqlException.class)
                .hasMessageStartingWith("the statement was not sent: ")
                .hasMessageContaining(reason);
    }

    private static Completable inTransaction(final String... statements) {
        return database.withTransactionCompletable(tx -> Flowable.fromArray(statements)
                .concatMapCompletable(sql -> tx.query(sql).execute()));
    }

    @Test
    void insertsOfOtherCallersAreCommittedWhoeverBegins() {
        assertThat(catchThrowable(() -> database.query("BEGIN").execute().blockingAwait()))
                .hasMessageContaining("use withTransaction(..)");
        Flowable.range(1, 10)
                .concatMapCompletable(
                        id -> database.query("INSERT INTO item VALUES ($1)", id).execute())
                .blockingAwait();
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM item")).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            begin | use withTransaction(..)
            START TRANSACTION READ ONLY | use withTransaction(..)
            COMMIT | use withTransaction(..)
            END | use withTransaction(..)
            ROLLBACK | use withTransaction(..)
            ROLLBACK TO SAVEPOINT a | use withTransaction(..)
            ABORT | use withTransaction(..)
            SAVEPOINT a | use withTransaction(..)
            RELEASE a | use withTransaction(..)
            PREPARE TRANSACTION 'a' | use withTransaction(..)
            ROLLBACK PREPARED 'a' | use withTransaction(..)
            ;; /* a /* b */ c */ BeGiN | use withTransaction(..)
            SET work_mem = '1MB' | use SET LOCAL in withTransaction(..)
            SET SESSION ROLE x | use SET LOCAL in withTransaction(..)
            SET TIME ZONE 'UTC' | SET would outlast the statement, in a session that other callers use too; use SET LOCAL
            SET LOCAL work_mem = '1MB' | use it in withTransaction(..)
            SET TRANSACTION READ ONLY | use it in withTransaction(..)
            RESET ALL | RESET would change a session that other callers use too; use SET LOCAL in withTransaction(..)
            DISCARD TEMP | DISCARD changes the session
            LOAD 'auto_explain' | LOAD changes the session
            LISTEN a | database.notifications(..)
            UNLISTEN * | database.notifications(..)
            PREPARE a AS SELECT 1 | no way yet to use PREPARE
            EXECUTE a | no way yet to use EXECUTE
            DEALLOCATE ALL | no way yet to use DEALLOCATE
            COPY item FROM STDIN | no way yet to use COPY
            DECLARE a CURSOR WITH HOLD FOR SELECT 1 | use stream()
            FETCH ALL FROM a | use stream()
            MOVE a | use stream()
            CLOSE a | use stream()
            CREATE TEMP TABLE item (id int) | ON COMMIT DROP in withTransaction(..)
            CREATE LOCAL TEMPORARY TABLE item (id int) ON COMMIT DROP | ON COMMIT DROP in withTransaction(..)
            CREATE TABLE pg_temp.item (id int) | ON COMMIT DROP in withTransaction(..)
            CREATE OR REPLACE TEMP VIEW item AS SELECT 1 AS id | ON COMMIT DROP in withTransaction(..)
            CREATE OR REPLACE LOCAL TEMP VIEW item AS SELECT 1 AS id | ON COMMIT DROP in withTransaction(..)
            SELECT 1 AS id INTO LOCAL TEMP item | ON COMMIT DROP in withTransaction(..)
            SELECT 1 AS id INTO pg_temp.item | ON COMMIT DROP in withTransaction(..)
            CREATE TABLE made AS SELECT pg_advisory_lock(1) | use pg_advisory_xact_lock in withTransaction(..)
            EXPLAIN (ANALYZE) CREATE TEMP TABLE item AS SELECT 1 AS id | ON COMMIT DROP in withTransaction(..)
            SELECT 1 AS id INTO TEMP item | ON COMMIT DROP in withTransaction(..)
            SELECT pg_advisory_lock(1) | use pg_advisory_xact_lock in withTransaction(..)
            WITH a AS (SELECT Pg_Try_Advisory_Lock_Shared(1, 2)) SELECT * FROM a | use pg_advisory_xact_lock in withTransaction(..)
            SELECT pg_catalog."pg_advisory_unlock_all" () | use pg_advisory_xact_lock in withTransaction(..)
            SELECT set_config('work_mem', '1MB', false) | write true as its third argument
            SELECT set_config('work_mem', concat('1', $1, true), 1 = 2) | write true as its third argument
            INSERT INTO item SELECT 1 WHERE set_config('work_mem', '1MB', NOT true) = '' | write true as its third argument
            UPDATE pg_settings SET setting = '1MB' WHERE name = 'work_mem' | use SET LOCAL in withTransaction(..)
            UPDATE ONLY pg_catalog."pg_settings" SET setting = 'x' | use SET LOCAL in withTransaction(..)
            SELECT lastval() | use RETURNING
            INSERT INTO item VALUES (currval('s')) | use RETURNING
            """)
    void whatWouldChangeASharedSessionIsNotSent(final String sql, final String reason) {
        isNotSent(database.query(sql).execute(), reason);
        isNotSent(database.query(sql).maybe().ignoreElement(), reason);
        isNotSent(database.query(sql).singles(List.of(List.of())).ignoreElement(), reason);
        isNotSent(database.query(sql).batch(List.of(List.of())).ignoreElement(), reason);
        isNotSent(database.query(sql).stream().ignoreElements(), reason);
        isNotSent(jooq.query(jooq.dsl().query(sql)).execute(), reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            BEGIN | commits when the result of withTransaction(..) succeeds
            COMMIT | commits when the result of withTransaction(..) succeeds
            END | commits when the result of withTransaction(..) succeeds
            ROLLBACK | rolls back when it fails
            PREPARE TRANSACTION 'a' | rolls back when it fails
            SET work_mem = '1MB' | SET would outlast the transaction
            SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY | SET would outlast the transaction
            LISTEN a | database.notifications(..)
            PREPARE a AS SELECT 1 | no way yet to use PREPARE
            COPY item TO STDOUT | no way yet to use COPY
            DECLARE a CURSOR WITH HOLD FOR SELECT 1 | a cursor without HOLD
            CREATE TEMP TABLE item (id int) | would outlast the transaction
            CREATE TEMP TABLE item (id int) ON COMMIT DELETE ROWS | would outlast the transaction
            CREATE TEMP SEQUENCE item | would outlast the transaction
            SELECT pg_advisory_lock(1) | would outlast the transaction
            SELECT set_config('work_mem', '1MB', false) | would outlast the transaction
            """)
    void whatWouldOutlastATransactionIsNotSent(final String sql, final String reason) {
        isNotSent(inTransaction(sql), reason);
        isNotSent(
                database.withTransactionCompletable(
                        tx -> tx.query(sql).batch(List.of(List.of())).ignoreElement()),
                reason);
        isNotSent(database.withTransactionFlowable(tx -> tx.query(sql).stream()).ignoreElements(), reason);
    }

    @Test
    void whatEndsWithTheTransactionIsSent() {
        inTransaction(
                        "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
                        "SET LOCAL work_mem = '1MB'",
                        "RESET work_mem",
                        "SET CONSTRAINTS ALL DEFERRED",
                        "SELECT pg_advisory_xact_lock(1), set_config('work_mem', '2MB', TRUE)",
                        "LOCK TABLE item",
                        "DECLARE a CURSOR FOR SELECT 1",
                        "DECLARE c CURSOR WITHOUT HOLD FOR SELECT 1 AS hold",
                        "FETCH ALL FROM a",
                        "CLOSE a",
                        "CREATE TEMP TABLE mine (id int) ON COMMIT DROP",
                        "SAVEPOINT b",
                        "INSERT INTO temp SELECT 1",
                        "ROLLBACK TO SAVEPOINT b",
                        "RELEASE b")
                .blockingAwait();
        assertThat(database.query("SELECT id FROM temp").list().blockingGet()).isEmpty();
        assertThat(database.withTransaction(
                                tx -> tx.query("SELECT to_regclass('mine') IS NULL, current_setting('work_mem')")
                                        .map(row -> row.getBoolean(0) + " " + row.getString(1))
                                        .single())
                        .blockingGet())
                .isEqualTo("true 4MB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'BEGIN', $a$ SET x $a$, E'\\'COPY' /* LISTEN */ -- COMMIT",
                "SELECT 1 AS \"begin\", 'pg_advisory_lock(1)'",
                "SELECT set_config('work_mem', '4MB', true)",
                "DELETE FROM temp WHERE id IN (SELECT id FROM temp FOR UPDATE)",
                "WITH a AS (SELECT 1) INSERT INTO temp SELECT 1 WHERE false",
                "CREATE TABLE IF NOT EXISTS temp (hold int)",
                "CREATE INDEX ON temp (id)",
                "CREATE OR REPLACE VIEW temporary AS SELECT 1 AS temp",
                "CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql SET search_path = public, pg_temp RETURN 1",
                "CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT pg_advisory_lock(1); SELECT 1; END",
                "SELECT nextval('counted'), currval('counted')",
                "NOTIFY a",
                "SHOW work_mem",
                "VALUES (1)",
                "(SELECT 1)",
                "DO 'BEGIN END'",
                "COMMENT ON FUNCTION pg_advisory_lock(bigint) IS NULL",
            })
    void whatOnlyMentionsTheWordsIsSent(final String sql) {
        database.query(sql).execute().blockingAwait();
    }

    @Test
    void aCarriageReturnEndsAComment() {
        isNotSent(database.query("SELECT 1 -- one\r, pg_advisory_lock(1)").execute(), "use pg_advisory_xact_lock");
    }

    @Test
    void theServerRefusesASecondStatementInOneText() {
        assertThatThrownBy(
                        () -> database.query("SHOW work_mem; BEGIN").execute().blockingAwait())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("42601");
    }

    @Test
    void aQueryOfTheClientIsCheckedWhereItRuns() {
        database.withTransactionCompletable((SqlTransaction tx) ->
                        tx.with(database.query("SET LOCAL work_mem = '1MB'")).execute())
                .blockingAwait();
    }
}
