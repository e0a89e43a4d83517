package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.RowTooLargeException;

/** Rows beyond {@code postgresql.max-row-size}. */
class LargeRowTest {

    private static final int LIMIT = 100_000;

    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(TestServer.freshDatabase())
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.max-row-size", LIMIT)
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
    }

    /** The row has one column, with four bytes for its length, two for the number of columns, and five for the message. */
    private static SqlQuery<Integer> row(final int bytes) {
        return database.query("SELECT repeat('x', $1)", bytes - 11)
                .map(row -> row.getString(0).length());
    }

    @Test
    void aRowUpToTheLimitIsRead() {
        assertThat(row(LIMIT).single().blockingGet()).isEqualTo(LIMIT - 11);
    }

    @Test
    void aLargerRowIsAnErrorOfItsStatementAlone() {
        final List<String> results = Flowable.range(0, 60)
                .concatMapEager(number -> row(number % 3 == 1 ? LIMIT + number : number % 3 == 2 ? LIMIT : 100 + number)
                        .single()
                        .map(length -> "length " + length)
                        .onErrorReturn(error -> error.getClass().getSimpleName())
                        .toFlowable())
                .toList()
                .blockingGet();
        for (int i = 0; i < 60; i++) {
            assertThat(results.get(i))
                    .isEqualTo(i % 3 == 1 ? "RowTooLargeException" : "length " + ((i % 3 == 2 ? LIMIT : 100 + i) - 11));
        }
    }

    @Test
    void theErrorNamesTheSettingAndTheStatement() {
        final Throwable error = failure(row(50 * LIMIT).single());
        assertThat(error)
                .isExactlyInstanceOf(RowTooLargeException.class)
                .hasMessage("a row of the result is larger than 100000 (postgresql.max-row-size) (SQLSTATE 54000) in:"
                        + " SELECT repeat(****, $1)");
    }

    @Test
    void theRowsAroundItAreDiscarded() {
        final SqlQuery<Row> many = database.query(
                "SELECT repeat('x', CASE WHEN n % 5 = 4 THEN $1 ELSE 10 END) FROM generate_series(1, 20) n", 3 * LIMIT);
        assertThat(failure(many.list())).isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(failure(many.stream(2).toList())).isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(many.stream(2).take(2).toList().blockingGet()).hasSize(2);
    }

    @Test
    void anErrorOfTheServerBehindItIsKept() {
        assertThat(failure(database.query("SELECT repeat('x', $1), 1 / (2 - n) FROM generate_series(1, 3) n", 3 * LIMIT)
                        .list()))
                .hasMessageContaining("SQLSTATE 22012");
        assertThat(row(100).single().blockingGet()).isEqualTo(89);
    }

    @Test
    void itsTransactionIsRolledBack() {
        database.query("CREATE TABLE thing (name text)").execute().blockingAwait();
        assertThat(failure(
                        database.withTransaction(tx -> tx.query("INSERT INTO thing SELECT repeat('x', $1)", 3 * LIMIT)
                                .execute()
                                .andThen(tx.query("SELECT name FROM thing").single()))))
                .isExactlyInstanceOf(RowTooLargeException.class);
        assertThat(database.query("SELECT count(*) FROM thing")
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isZero();
    }

    private static Throwable failure(final Single<?> single) {
        return Completable.fromSingle(single).blockingGet();
    }
}
