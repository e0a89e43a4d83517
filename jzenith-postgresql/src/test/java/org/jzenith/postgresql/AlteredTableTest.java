package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import io.reactivex.Single;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.SerializationFailureException;

class AlteredTableTest {

    private static final int POOL = 3;

    private String database;
    private RunningApplication application;
    private Database client;
    private int columns;

    @BeforeEach
    void start() {
        database = TestServer.freshDatabase();
        TestServer.run(database, "CREATE TABLE item (id int)");
        TestServer.run(database, "INSERT INTO item SELECT generate_series(1, 10)");
        application = TestServer.application(database)
                .withConfiguration("postgresql.pool.size", POOL)
                .run();
        client = application.get(Database.class);
        columns = 1;
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private void alter() {
        TestServer.run(database, "ALTER TABLE item ADD COLUMN more" + columns + " int");
        columns++;
    }

    /** Runs a statement often enough to reach each connection. */
    private static <T> List<T> everywhere(final Supplier<Single<T>> statement) {
        return Observable.range(0, 20)
                .concatMapSingle(number -> statement.get())
                .toList()
                .blockingGet();
    }

    @Test
    void singleStatementsArePreparedAgain() {
        final SqlQuery<Integer> one =
                client.query("SELECT * FROM item WHERE id = $1", 1).map(row -> row.size());
        final SqlQuery<Integer> all = client.query("SELECT * FROM item").map(row -> row.size());
        for (int round = 0; round < 3; round++) {
            assertThat(everywhere(one::single)).containsOnly(columns);
            assertThat(everywhere(() -> one.maybe().toSingle())).containsOnly(columns);
            assertThat(everywhere(all::list))
                    .allSatisfy(rows -> assertThat(rows).hasSize(10).containsOnly(columns));
            alter();
        }
        assertThat(everywhere(one::rowCount)).containsOnly(1);
    }

    @Test
    void statementsThatAreUnderWayTogetherArePreparedAgain() {
        final SqlQuery<Integer> one =
                client.query("SELECT * FROM item WHERE id = $1", 1).map(row -> row.size());
        for (int round = 0; round < 3; round++) {
            final List<Integer> sizes = Observable.range(0, 500)
                    .flatMapSingle(number -> one.single())
                    .toList()
                    .blockingGet();
            assertThat(sizes).hasSize(500).containsOnly(columns);
            alter();
        }
    }

    @Test
    void oneStatementWithManyValuesIsPreparedAgain() {
        final SqlQuery<String> query =
                client.query("SELECT * FROM item WHERE id = $1").map(row -> row.getInteger(0) + " of " + row.size());
        final List<List<Integer>> values =
                IntStream.range(0, 1_500).mapToObj(i -> List.of(1 + i % 10)).toList();
        for (int round = 0; round < 3; round++) {
            final String of = " of " + columns;
            assertThat(everywhere(() -> query.singles(values)))
                    .allSatisfy(rows -> assertThat(rows)
                            .isEqualTo(values.stream()
                                    .map(value -> value.get(0) + of)
                                    .toList()));
            alter();
        }
    }

    @Test
    void anInsertIsRepeatedWithoutDoublingIt() {
        final SqlQuery<Integer> insert =
                client.query("INSERT INTO item (id) VALUES (99) RETURNING *").map(row -> row.size());
        assertThat(everywhere(insert::single)).containsOnly(1);
        alter();
        assertThat(everywhere(insert::single)).containsOnly(2);
        assertThat(TestServer.count(database, "SELECT count(*) FROM item WHERE id = 99"))
                .isEqualTo(40);
    }

    @Test
    void batchesArePreparedAgain() {
        final SqlQuery<?> update = client.query("UPDATE item SET id = id WHERE id = $1 RETURNING *");
        final List<List<Integer>> values = List.of(List.of(1), List.of(2));
        for (int round = 0; round < 3; round++) {
            final List<List<Integer>> counts = Observable.range(0, 20)
                    .flatMapSingle(number -> update.batch(values))
                    .toList()
                    .blockingGet();
            assertThat(counts).hasSize(20).containsOnly(List.of(1, 1));
            alter();
        }
    }

    @Test
    void streamsReadTheNewColumns() {
        for (int round = 0; round < 3; round++) {
            final List<Integer> sizes = Observable.range(0, 20)
                    .flatMap(number -> client.query("SELECT * FROM item").map(row -> row.size()).stream(3)
                            .toObservable())
                    .toList()
                    .blockingGet();
            assertThat(sizes).hasSize(200).containsOnly(columns);
            alter();
        }
    }

    /** In each of the pool's connections at the same time. */
    private List<Integer> inTransactions(final AtomicInteger failures) {
        return Observable.range(0, POOL)
                .flatMapSingle(number -> client.withTransaction(
                                tx -> tx.query("SELECT *, pg_sleep($1) FROM item WHERE id = 1", 0.5)
                                        .map(row -> row.size() - 1)
                                        .single())
                        .doOnError(error -> {
                            assertThat(error)
                                    .isInstanceOf(SerializationFailureException.class)
                                    .isInstanceOf(TemporarilyUnavailable.class)
                                    .hasMessageContaining("0A000")
                                    .hasMessageContaining("run the transaction again");
                            failures.incrementAndGet();
                        })
                        .retry(1, error -> error instanceof SerializationFailureException))
                .toList()
                .blockingGet();
    }

    @Test
    void aTransactionFailsWithItsTypeAndSucceedsWhenItIsRunAgain() {
        final AtomicInteger failures = new AtomicInteger();
        assertThat(inTransactions(failures)).containsExactly(1, 1, 1);
        assertThat(failures).hasValue(0);
        alter();
        assertThat(inTransactions(failures)).containsExactly(2, 2, 2);
        assertThat(failures.get()).isBetween(1, POOL);
    }

    @Test
    void afterOneTransactionHasFailedTheOtherConnectionsAreNewToo() {
        final AtomicInteger failures = new AtomicInteger();
        inTransactions(failures);
        alter();
        for (int i = 0; i < 2 * POOL; i++) {
            assertThat(client.withTransaction(tx -> tx.query("SELECT *, pg_sleep($1) FROM item WHERE id = 1", 0.0)
                                    .map(row -> row.size() - 1)
                                    .single())
                            .doOnError(error -> failures.incrementAndGet())
                            .retry(1, error -> error instanceof SerializationFailureException)
                            .blockingGet())
                    .isEqualTo(2);
        }
        assertThat(failures).hasValue(1);
    }

    @Test
    void whatTheServerHasForgottenIsPreparedAgain() {
        final SqlQuery<Integer> one =
                client.query("SELECT id FROM item WHERE id = $1", 7).map(row -> row.getInteger(0));
        assertThat(everywhere(one::single)).containsOnly(7);
        everywhere(() -> client.query("DO 'BEGIN DEALLOCATE ALL; END'").rowCount());
        assertThat(everywhere(one::single)).containsOnly(7);
    }
}
