package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.BaseTestConsumer.TestWaitStrategy;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;

class StreamTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE SEQUENCE produced; CREATE TABLE item (id int)");
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    @AfterEach
    void nothingIsLeft() {
        Leaks.assertPoolIsFull(application);
        // The server works on for a moment for a connection that was closed.
        Leaks.await(
                "no session works",
                () -> TestServer.sessions(
                                "datname = '" + DATABASE + "' AND application_name = 'jzenith' AND state <> 'idle'")
                        == 0);
    }

    private static SqlQuery<Integer> numbers(final int count) {
        return database.query("SELECT n FROM generate_series(1, $1) AS n", count)
                .map(row -> row.getInteger(0));
    }

    @Test
    void allRowsComeInOrder() {
        assertThat(numbers(10_000).stream(64).toList().blockingGet())
                .hasSize(10_000)
                .isSorted()
                .startsWith(1, 2)
                .endsWith(10_000);
    }

    @Test
    void noRowsAreAnEmptyStream() {
        assertThat(numbers(0).stream().toList().blockingGet()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DO 'BEGIN END'", "UPDATE item SET id = 1", "NOTIFY a"})
    void aStatementWithoutRowsIsAnEmptyStream(final String sql) {
        assertThat(database.withTransactionFlowable(tx -> tx.query(sql).stream())
                        .toList()
                        .blockingGet())
                .isEmpty();
        assertThat(database.query("DO 'BEGIN END'").stream().toList().blockingGet())
                .isEmpty();
    }

    @Test
    void aPageThatIsExactlyFullEndsTheStream() {
        assertThat(numbers(10).stream(10).toList().blockingGet()).hasSize(10);
        assertThat(numbers(20).stream(10).toList().blockingGet()).hasSize(20);
    }

    @Test
    void rowsAreReadOnlyAsTheyAreAskedFor() {
        // The server counts what it has produced; a read-only transaction may not, so this stream is in one that may.
        final long before = TestServer.count(DATABASE, "SELECT nextval('produced')");
        final TestSubscriber<Long> subscriber = database.withTransactionFlowable(
                        tx -> tx
                                .query("SELECT nextval('produced') FROM generate_series(1, 100000)")
                                .map(row -> row.getLong(0))
                                .stream(10))
                .test(5);
        subscriber.awaitCount(5, TestWaitStrategy.SLEEP_10MS, 20_000);
        subscriber.assertValueCount(5).assertNotTerminated();
        assertThat(TestServer.count(DATABASE, "SELECT nextval('produced')") - before)
                .as("two pages at most")
                .isLessThanOrEqualTo(21);
        subscriber.request(3);
        subscriber.awaitCount(8, TestWaitStrategy.SLEEP_10MS, 20_000);
        subscriber.assertValueCount(8);
        subscriber.dispose();
    }

    /** This keeps the server working while the rows are used. */
    @Test
    void theNextPageIsReadWhileTheRowsOfOneAreUsed() {
        final long before = TestServer.count(DATABASE, "SELECT nextval('produced')");
        final long produced = database.withTransactionFlowable(
                        tx -> tx
                                .query("SELECT nextval('produced') FROM generate_series(1, 100000)")
                                .map(row -> row.getLong(0))
                                .stream(10))
                .map(first -> {
                    // The event loop waits here, so it sends nothing now.
                    for (int i = 0; i < 500 && lastProduced() - before < 20; i++) {
                        Thread.sleep(10);
                    }
                    return lastProduced() - before;
                })
                .blockingFirst();
        assertThat(produced).isEqualTo(20);
    }

    private static Flowable<Long> produced(final SqlTransaction tx, final String columns) {
        return tx
                .query("SELECT nextval('produced')" + columns + " FROM generate_series(1, 100000)")
                .map(row -> row.getLong(0))
                .stream();
    }

    /** Returns how far the server is ahead of a reader that keeps up, once it has sent what was asked for. */
    private static long readAhead(final String columns, final int row, final long atLeast) {
        final long before = lastProduced();
        return database.withTransactionFlowable(tx -> produced(tx, columns))
                .skip(row - 1)
                .map(first -> {
                    // The event loop waits here, so it sends nothing now.
                    for (int i = 0; i < 500 && lastProduced() - before - row < atLeast; i++) {
                        Thread.sleep(10);
                    }
                    return lastProduced() - before - row;
                })
                .blockingFirst();
    }

    @Test
    void pagesGrowWhileTheReaderKeepsUp() {
        assertThat(readAhead("", 40_000, 4_000)).isBetween(4_000L, 2 * 8_192L);
    }

    @Test
    void pagesOfLargeRowsStaySmall() {
        assertThat(readAhead(", repeat('x', 10240)", 4_000, 1)).isBetween(1L, 2 * 52L);
    }

    @Test
    void pagesDoNotGrowForAReaderThatIsSlower() {
        final long before = lastProduced();
        final AtomicReference<SqlTransaction> transaction = new AtomicReference<>();
        final TestSubscriber<Long> reader = database.withTransactionFlowable(tx -> {
                    transaction.set(tx);
                    return produced(tx, "");
                })
                .test(1);
        reader.awaitCount(1, TestWaitStrategy.SLEEP_10MS, 20_000);
        for (int page = 2; page <= 4; page++) {
            // Its response arrives behind the next page.
            transaction.get().query("SELECT 1").execute().blockingAwait();
            assertThat(lastProduced() - before).isEqualTo(page * 256L);
            reader.request(256);
            reader.awaitCount((page - 1) * 256 + 1, TestWaitStrategy.SLEEP_10MS, 20_000);
        }
        reader.dispose();
    }

    @Test
    void rowsArriveInTheContextOfTheSubscriptionWhicheverThreadRequestsThem() {
        final RequestContext context = RequestContext.create("r-1");
        final List<Optional<RequestContext>> seen = new CopyOnWriteArrayList<>();
        final TestSubscriber<Integer> reader = new TestSubscriber<>(0);
        context.run(() -> numbers(7).stream(3)
                .doOnNext(row -> seen.add(Optional.ofNullable(RequestContext.current())))
                .subscribe(reader));
        for (int row = 1; row <= 7; row++) {
            reader.request(1);
            reader.awaitCount(row, TestWaitStrategy.SLEEP_1MS, 20_000);
        }
        assertThat(reader.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(7).containsOnly(Optional.of(context));
    }

    private static long lastProduced() {
        return TestServer.count(DATABASE, "SELECT last_value FROM produced");
    }

    @Test
    void anErrorAfterAPageComesBehindItsRows() {
        final TestSubscriber<Integer> subscriber =
                database
                        .query("SELECT 10 / (15 - n) FROM generate_series(1, 1000) AS n")
                        .map(row -> row.getInteger(0))
                        .stream(10)
                        .test(3);
        subscriber.awaitCount(3, TestWaitStrategy.SLEEP_10MS, 20_000);
        subscriber.assertValueCount(3).assertNotTerminated();
        // The reader does not keep the connection of a stream that has failed.
        Leaks.assertPoolIsFull(application);
        subscriber.request(100);
        assertThat(subscriber.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        subscriber.assertValueCount(10).assertError(InvalidValueException.class);
    }

    @Test
    void disposeGivesTheConnectionBack() {
        for (int i = 0; i < 20; i++) {
            assertThat(numbers(100_000).stream(16).take(100).count().blockingGet())
                    .isEqualTo(100);
        }
    }

    @Test
    void disposeBeforeAnythingWasAskedForGivesTheConnectionBack() {
        for (int i = 0; i < 50; i++) {
            final TestSubscriber<Integer> subscriber = numbers(1_000).stream(16).test(0);
            subscriber.dispose();
        }
    }

    @Test
    void anErrorInTheMiddleGivesTheConnectionBack() {
        assertThatThrownBy(() -> database.query("SELECT 10 / (500 - n) FROM generate_series(1, 1000) AS n").stream(10)
                        .count()
                        .blockingGet())
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void anErrorBeforeTheFirstRowGivesTheConnectionBack() {
        assertThatThrownBy(() -> database.query("SELECT nothing FROM nowhere").stream()
                        .count()
                        .blockingGet())
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.sqlState()).isEqualTo("42P01"));
    }

    @Test
    void aMappingThatFailsGivesTheConnectionBack() {
        assertThatThrownBy(() -> numbers(100)
                        .map(n -> {
                            throw new IllegalStateException("cannot map");
                        })
                        .stream(10)
                        .count()
                        .blockingGet())
                .hasMessage("cannot map");
    }

    @Test
    void moreStreamsThanConnectionsTakeTurns() {
        final List<Long> counts = Flowable.range(0, 12)
                .flatMapSingle(number -> numbers(500).stream(50).count())
                .toList()
                .blockingGet();
        assertThat(counts).hasSize(12).containsOnly(500L);
    }

    @Test
    void streamsShareOnePreparedStatement() {
        for (int i = 0; i < 10; i++) {
            assertThat(numbers(100).stream(10).take(5).count().blockingGet()).isEqualTo(5);
            Leaks.assertPoolIsFull(application);
        }
        final long prepared = database.withTransaction(tx -> tx.query(
                                "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT n FROM %'")
                        .map(row -> row.getLong(0))
                        .single())
                .blockingGet();
        assertThat(prepared).isLessThanOrEqualTo(1);
    }

    @Test
    void aStreamInsideATransactionClosesItsCursor() {
        final long cursors = database.withTransaction(tx -> tx.query("SELECT generate_series(1, 5)").stream(2)
                        .count()
                        .flatMap(rows -> tx.query("SELECT 1").rowCount())
                        .flatMap(rows -> tx.query("SELECT count(*) FROM pg_cursors WHERE name <> ''")
                                .map(row -> row.getLong(0))
                                .single()))
                .blockingGet();
        assertThat(cursors).isZero();
    }

    @Test
    void aStreamWhoseCursorIsRefusedLeavesNoPreparedStatementBehind() {
        final RunningApplication uncached = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pool.size", 1)
                .withConfiguration("postgresql.prepared-statements", 0)
                .run();
        assertThatThrownBy(() ->
                        uncached.get(Database.class).query("SELECT 'refused' WHERE 1 = $1", "no number").stream(10)
                                .count()
                                .blockingGet())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $1");
        assertThat(uncached.get(Database.class)
                        .withTransaction(tx -> tx.query(
                                        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%''refused''%$1'")
                                .map(row -> row.getLong(0))
                                .single())
                        .blockingGet())
                .isZero();
        uncached.stop();
    }

    /** An HTTP response then knows that it is complete, and has a Content-Length. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 11, 25})
    void theEndIsToldWithTheLastRow(final int count) throws Exception {
        final Vertx vertx = application.get(Vertx.class);
        for (int run = 0; run < 20; run++) {
            final CompletableFuture<List<String>> seen = new CompletableFuture<>();
            vertx.runOnContext(begin -> {
                final List<String> signals = new ArrayList<>();
                final Disposable unused = numbers(count).stream(10)
                        .subscribe(
                                number -> {
                                    if (number == count) {
                                        signals.add("last row");
                                        vertx.runOnContext(next -> signals.add("next task"));
                                    }
                                },
                                seen::completeExceptionally,
                                () -> {
                                    signals.add("end");
                                    vertx.runOnContext(next -> vertx.runOnContext(afterNext -> seen.complete(signals)));
                                });
            });
            assertThat(seen.get(20, TimeUnit.SECONDS))
                    .isEqualTo(count == 0 ? List.of("end") : List.of("last row", "end", "next task"));
        }
    }

    /** A reader that has all rows in memory does not keep the connection. */
    @Test
    void theConnectionIsBackBeforeTheLastPageIsRead() {
        final TestSubscriber<Integer> slow = numbers(9).stream(10).test(0);
        slow.requestMore(1);
        assertThat(slow.awaitCount(1, TestWaitStrategy.SLEEP_1MS, 20_000).valueCount())
                .isEqualTo(1);
        Leaks.assertPoolIsFull(application);
        slow.requestMore(100);
        assertThat(slow.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        slow.assertValueCount(9).assertComplete();
    }

    @Test
    void aFetchSizeBelowOneIsRefused() {
        assertThatThrownBy(() -> numbers(1).stream(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
