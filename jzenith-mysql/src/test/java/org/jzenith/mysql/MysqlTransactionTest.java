package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Isolation;
import org.jzenith.sql.Queries;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.ForeignKeyViolationException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SerializationFailureException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UniqueViolationException;

/** Transactions and batches, which MariaDB ends in other ways than PostgreSQL. */
@Tag("full")
final class MysqlTransactionTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE)
                .withConfiguration("mysql.pool.size", 2)
                .withConfiguration("mysql.lock-timeout", "1s")
                .run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL)");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @BeforeEach
    void fill() {
        TestServer.run(DATABASE, "DROP TABLE IF EXISTS entry");
        TestServer.run(DATABASE, "DELETE FROM account");
        TestServer.run(DATABASE, "INSERT INTO account VALUES (1, 100), (2, 0)");
    }

    private static Completable withdraw(final Queries tx, final int id) {
        return tx.query("UPDATE account SET balance = balance - 10 WHERE id = ?", id)
                .execute();
    }

    private static Completable insert(final Queries tx, final int id) {
        return tx.query("INSERT INTO account VALUES (?, 1)", id).execute();
    }

    private static long balance(final int id) {
        return TestServer.count(DATABASE, "SELECT balance FROM account WHERE id = " + id);
    }

    private static Single<String> variable(final Queries queries, final String name) {
        return queries.query("SELECT CAST(@@" + name + " AS CHAR)")
                .map(row -> row.getString(0))
                .single();
    }

    @Test
    void aSwallowedErrorDoesNotCommit() {
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> withdraw(tx, 1).andThen(insert(tx, 1).onErrorComplete()))
                        .blockingAwait())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("can only be rolled back");
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void noStatementRunsAfterAFailedOne() {
        assertThatThrownBy(() -> database.withTransactionCompletable(
                                tx -> insert(tx, 1).onErrorComplete().andThen(withdraw(tx, 2)))
                        .blockingAwait())
                .hasMessageContaining("can only be rolled back");
        assertThat(balance(2)).isZero();
    }

    @Test
    void aNestedTransactionMayFail() {
        database.withTransactionCompletable(tx -> withdraw(tx, 1)
                        .andThen(
                                tx.nestedCompletable(inner -> withdraw(inner, 2).andThen(insert(inner, 1)))
                                        .onErrorComplete(UniqueViolationException.class::isInstance))
                        .andThen(insert(tx, 3)))
                .blockingAwait();
        assertThat(balance(1)).isEqualTo(90);
        assertThat(balance(2)).isZero();
        assertThat(balance(3)).isEqualTo(1);
    }

    @Test
    void aNestedTransactionDoesNotUndoAnEarlierFailure() {
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> Completable.mergeArray(
                                insert(tx, 1).onErrorComplete(),
                                tx.nestedCompletable(inner -> insert(inner, 3)).onErrorComplete()))
                        .blockingAwait())
                .hasMessageContaining("can only be rolled back");
        assertThat(balance(1)).isEqualTo(100);
    }

    @Test
    void nothingIsCommittedAfterADeadlock() {
        final CompletableSubject first = CompletableSubject.create();
        final CompletableSubject second = CompletableSubject.create();
        // The statements after the one that fails are on their way already.
        final Completable one = database.withTransactionCompletable(tx -> withdraw(tx, 1)
                .doOnComplete(first::onComplete)
                .andThen(second)
                .andThen(Completable.mergeArrayDelayError(withdraw(tx, 2), insert(tx, 3))));
        final Completable two = database.withTransactionCompletable(tx -> withdraw(tx, 2)
                .doOnComplete(second::onComplete)
                .andThen(first)
                .andThen(Completable.mergeArrayDelayError(withdraw(tx, 1), insert(tx, 4))));
        assertThatThrownBy(() -> Completable.mergeArrayDelayError(one, two).blockingAwait())
                .isInstanceOf(SerializationFailureException.class);
        assertThat(balance(1)).isEqualTo(90);
        assertThat(balance(2)).isEqualTo(-10);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM account")).isEqualTo(3);
    }

    @Test
    void aTimeLimitEndsWithItsTransaction() {
        final String before = variable(database, "max_statement_time").blockingGet();
        assertThat(database.transactions()
                        .timeout(Duration.ofSeconds(5))
                        .withTransaction(tx -> variable(tx, "max_statement_time"))
                        .blockingGet())
                .isEqualTo("4.500000");
        final List<String> after = Single.merge(
                        Collections.nCopies(2, database.withTransaction(tx -> variable(tx, "max_statement_time"))))
                .toList()
                .blockingGet();
        assertThat(after).containsOnly("9.000000").containsOnly(before);
        assertThat(database.withTransaction(tx -> Single.just(1)).blockingGet()).isEqualTo(1);
    }

    @Test
    void aTimeLimitEndsAStatement() {
        assertThatThrownBy(() -> database.transactions()
                        .timeout(Duration.ofMillis(200))
                        .withTransactionCompletable(
                                tx -> tx.query("SELECT SLEEP(30)").execute())
                        .blockingAwait())
                .isInstanceOf(QueryTimeoutException.class);
    }

    private static List<Integer> balancesBeforeAndAfterAChange(final Isolation isolation) {
        return database.transactions()
                .isolation(isolation)
                .withTransaction(tx -> tx.query("SELECT balance FROM account WHERE id = 2")
                        .map(row -> row.getInteger(0))
                        .single()
                        .repeatUntil(() -> {
                            TestServer.run(DATABASE, "UPDATE account SET balance = balance + 1 WHERE id = 2");
                            return balance(2) % 2 == 0;
                        })
                        .toList())
                .blockingGet();
    }

    @Test
    void isolationLevelsAreTheServers() {
        assertThat(balancesBeforeAndAfterAChange(Isolation.READ_COMMITTED)).containsExactly(0, 1);
        assertThat(balancesBeforeAndAfterAChange(Isolation.REPEATABLE_READ)).containsExactly(2, 2);
        assertThatThrownBy(() -> database.transactions()
                        .isolation(Isolation.SERIALIZABLE)
                        .withTransactionCompletable(tx -> tx.query("SELECT balance FROM account")
                                .list()
                                .ignoreElement()
                                .andThen(Completable.defer(() -> withdraw(database, 1))))
                        .blockingAwait())
                .as("a serializable transaction locks what it reads")
                .isInstanceOf(LockNotAvailableException.class);
    }

    @Test
    void aReadOnlyTransactionChangesNothing() {
        final SqlException error = catchThrowableOfType(
                SqlException.class,
                () -> database.transactions()
                        .readOnly()
                        .withTransactionCompletable(tx -> withdraw(tx, 1))
                        .blockingAwait());
        assertThat(error.sqlState()).isEqualTo("25006");
        assertThat(error.errorCode()).isEqualTo(1792);
    }

    @Test
    void aBatchIsAWholeOrNothing() {
        assertThatThrownBy(() -> database.query("INSERT INTO account VALUES (?, 0)")
                        .batch(List.of(List.of(10), List.of(11), List.of(1), List.of(12)))
                        .blockingGet())
                .isInstanceOf(UniqueViolationException.class);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM account")).isEqualTo(2);
    }

    @Test
    void aLongBatchReturnsItsCountsInOrder() {
        final List<Integer> counts = database.query("UPDATE account SET balance = balance + 1 WHERE id <= ?")
                .batch(IntStream.range(0, 1_234).mapToObj(i -> List.of(i % 3)).toList())
                .blockingGet();
        assertThat(counts)
                .isEqualTo(IntStream.range(0, 1_234).mapToObj(i -> i % 3).toList());
    }

    @Test
    void errorsAreTypedAndNameTheConstraintButNoValue() {
        TestServer.run(
                DATABASE,
                "CREATE OR REPLACE TABLE entry (code varchar(20) UNIQUE, account int, CHECK (code <> 'bad'),"
                        + " CONSTRAINT of_account FOREIGN KEY (account) REFERENCES account (id))");
        database.query("INSERT INTO entry VALUES ('secret', 1)").execute().blockingAwait();
        final SqlException unique = catchThrowableOfType(
                UniqueViolationException.class,
                () -> database.query("INSERT INTO entry VALUES (?, 1)", "secret")
                        .execute()
                        .blockingAwait());
        assertThat(unique.constraint()).isEqualTo("code");
        assertThat(unique.errorCode()).isEqualTo(1062);
        assertThat(unique)
                .hasMessageStartingWith("a value that must be unique exists already, constraint code"
                        + " (SQLSTATE 23000, error 1062) in: INSERT INTO entry VALUES (?, ");
        for (final String sql : List.of("INSERT INTO entry VALUES ('x', 77)", "DELETE FROM account WHERE id = 1")) {
            assertThat(catchThrowableOfType(
                                    ForeignKeyViolationException.class,
                                    () -> database.query(sql).execute().blockingAwait())
                            .constraint())
                    .isEqualTo("of_account");
        }
        assertThatThrownBy(() -> database.query("INSERT INTO entry VALUES ('bad', 1)")
                        .execute()
                        .blockingAwait())
                .hasMessageContaining("a row does not satisfy a check");
        for (final String value : List.of("Column 'secret' at row 1", "CONSTRAINT `secret` failed for")) {
            assertThatThrownBy(() -> database.query("INSERT INTO entry VALUES ('x', ?)", value)
                            .execute()
                            .blockingAwait())
                    .hasMessageContaining(", column account (")
                    .message()
                    .doesNotContain("secret");
        }
        assertThatThrownBy(() -> database.query("SELECT nonsense FROM 'secret'")
                        .execute()
                        .blockingAwait())
                .hasMessageContaining("error 1064")
                .message()
                .doesNotContain("secret");
        assertThatThrownBy(
                        () -> database.query("SELECT * FROM nowhere").execute().blockingAwait())
                .hasMessageContaining("nowhere' doesn't exist (SQLSTATE 42S02, error 1146)");
    }

    @Test
    void aSharedStatementWaitsForALockForALimitedTime() {
        final CompletableSubject locked = CompletableSubject.create();
        final CompletableSubject done = CompletableSubject.create();
        final Completable holder = database.withTransactionCompletable(
                        tx -> withdraw(tx, 1).doOnComplete(locked::onComplete).andThen(done))
                .cache();
        holder.subscribe();
        locked.blockingAwait();
        assertThatThrownBy(() -> withdraw(database, 1).blockingAwait()).isInstanceOf(LockNotAvailableException.class);
        done.onComplete();
        holder.blockingAwait();
        assertThat(balance(1)).isEqualTo(90);
    }

    @Test
    void statementsThatWouldCommitOrChangeTheSessionAreNotSent() {
        for (final String sql : List.of(
                "SET sql_mode = ''",
                "USE mysql",
                "BEGIN",
                "LOCK TABLES account READ",
                "SELECT GET_LOCK('a', 1)",
                "SELECT LAST_INSERT_ID()",
                "CREATE TEMPORARY TABLE t (a int)",
                "SET GLOBAL max_error_count = 64, SESSION sql_mode = ''",
                "SET GLOBAL max_error_count = (SELECT 64), @a = 1",
                "SET STATEMENT max_statement_time = 10 FOR SET sql_mode = ''",
                "SELECT 1 INTO @a",
                "SELECT `get_lock`('a', 1)",
                "FLUSH TABLES WITH READ LOCK",
                "SELECT @a := 1")) {
            assertThatThrownBy(() -> database.query(sql).execute().blockingAwait())
                    .as(sql)
                    .hasMessageContaining("was not sent");
        }
        for (final String sql : List.of("CREATE TABLE t (a int)", "TRUNCATE account", "FLUSH STATUS", "COMMIT")) {
            assertThatThrownBy(() -> database.withTransactionCompletable(
                                    (SqlTransaction tx) -> tx.query(sql).execute())
                            .blockingAwait())
                    .as(sql)
                    .hasMessageContaining("was not sent");
        }
    }
}
