package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.sql.Database;
import org.jzenith.sql.Sort;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.plugin.DatabasePlugin;

/** Single statements and streams: pipelining, cancellation and cursors on MariaDB. */
@Tag("full")
final class MysqlStatementTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
        TestServer.run(DATABASE, "CREATE TABLE item (id int PRIMARY KEY AUTO_INCREMENT, name varchar(20))");
        database.query("INSERT INTO item (name) VALUES (?)")
                .batch(IntStream.rangeClosed(1, 2_000)
                        .mapToObj(i -> List.of("n" + i))
                        .toList())
                .ignoreElement()
                .blockingAwait();
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    private static long running(final String text) {
        return TestServer.count(
                DATABASE, "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '" + text + "%'");
    }

    @Test
    void manyStatementsShareAConnection() {
        final List<Integer> names = Flowable.range(1, 1_000)
                .flatMapSingle(id -> database.query("SELECT CONNECTION_ID() FROM item WHERE id = ?", id)
                        .map(row -> row.getInteger(0))
                        .single())
                .distinct()
                .toList()
                .blockingGet();
        assertThat(names).hasSizeBetween(1, 2);
    }

    @Test
    void columnsAreDescribedOnceForAllResultsOfAStatement() {
        final AtomicInteger described = new AtomicInteger();
        final RunningApplication counted = TestServer.application(
                        DATABASE, DatabasePlugin.create(counting(DatabaseProduct.class, new MysqlProduct(), described)))
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        try {
            final SqlQuery<Item> query = counted.get(Database.class)
                    .query("SELECT id, name FROM item WHERE id = ?", 7)
                    .as(Item.class);
            for (int i = 0; i < 10; i++) {
                assertThat(query.single().blockingGet()).isEqualTo(new Item(7, "n7"));
            }
            assertThat(described).hasValue(2);
        } finally {
            counted.stop();
        }
    }

    private record Item(int id, String name) {}

    /** Counts the descriptions of columns by the driver of a product. */
    private static <T> T counting(final Class<T> type, final T target, final AtomicInteger described) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("column")) {
                        described.incrementAndGet();
                    }
                    final Object result = method.invoke(target, arguments);
                    return result instanceof SqlDriver driver ? counting(SqlDriver.class, driver, described) : result;
                }));
    }

    @Test
    void statementsInFlightKeepTheirResults() {
        assertThat(database.query("SELECT ?")
                        .map(row -> row.getInteger(0))
                        .singles(IntStream.range(0, 500).mapToObj(List::of).toList())
                        .blockingGet())
                .isEqualTo(IntStream.range(0, 500).boxed().toList());
    }

    @Test
    void aStatementWhoseCallerHasLeftIsKilledAndItsConnectionKept() {
        final Disposable subscription =
                database.query("SELECT SLEEP(60)").execute().subscribe();
        TestServer.await(
                DATABASE, "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(60)%'", 1);
        subscription.dispose();
        TestServer.await(
                DATABASE, "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(60)%'", 0);
        assertThat(database.query("SELECT 1").as(Integer.class).single().blockingGet())
                .isEqualTo(1);
    }

    /** The rows that a cancelled statement has written into such a table stay. */
    @Test
    void aCancelledChangeBehindAStatementWithoutACallerIsNotRepeated() throws SQLException {
        TestServer.run(DATABASE, "CREATE OR REPLACE TABLE entry (id int, slept int) ENGINE = MyISAM");
        try (RunningApplication other = TestServer.application(DATABASE)
                        .withConfiguration("jzenith.event-loops", 1)
                        .run();
                Connection connection = TestServer.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            final Database shared = other.get(Database.class);
            final long id = shared.query("SELECT CONNECTION_ID()")
                    .as(Long.class)
                    .single()
                    .blockingGet();
            final CompletableSubject inserted = CompletableSubject.create();
            other.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
                final Disposable left =
                        shared.query("SELECT SLEEP(1)").execute().subscribe();
                shared.query("INSERT INTO entry SELECT seq, SLEEP(0.01) FROM seq_1_to_1000000")
                        .execute()
                        .subscribe(inserted);
                left.dispose();
            });
            TestServer.await(
                    DATABASE,
                    "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'INSERT INTO entry%'",
                    1);
            statement.execute("KILL QUERY " + id);
            assertThat(inserted.blockingGet())
                    .isInstanceOf(QueryTimeoutException.class)
                    .hasMessageContaining("the statement was canceled");
            assertThat(TestServer.count(DATABASE, "SELECT count(*) = count(DISTINCT id) FROM entry"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aStreamIsReadFromACursorAsItIsRequested() {
        assertThat(database.query("SELECT id FROM item ORDER BY id").as(Integer.class).stream(100)
                        .toList()
                        .blockingGet())
                .isEqualTo(IntStream.rangeClosed(1, 2_000).boxed().toList());
        final AtomicInteger read = new AtomicInteger();
        assertThat(database
                        .query("SELECT id FROM item WHERE id > ? ORDER BY id", 10)
                        .map(row -> {
                            read.incrementAndGet();
                            return row.getInteger(0);
                        })
                        .stream(10)
                        .take(5)
                        .toList()
                        .blockingGet())
                .containsExactly(11, 12, 13, 14, 15);
        assertThat(read.get()).isLessThanOrEqualTo(20);
    }

    private static int pagesOf(final String sql) {
        final String fetches =
                "SELECT CAST(variable_value AS INT) FROM information_schema.session_status WHERE variable_name = 'COM_STMT_FETCH'";
        return database.withTransaction(tx -> tx.query(fetches)
                        .as(Integer.class)
                        .single()
                        .flatMap(before -> tx.query(sql).stream()
                                .ignoreElements()
                                .andThen(tx.query(fetches).as(Integer.class).single())
                                .map(after -> after - before)))
                .blockingGet();
    }

    @Test
    void pagesGrowWhileTheReaderKeepsUpWithinABoundOfBytes() {
        assertThat(pagesOf("SELECT seq FROM seq_1_to_20000"))
                .as("20,000 rows, from 256 a page to 8,192")
                .isBetween(3, 12);
        assertThat(pagesOf("SELECT seq, REPEAT('x', 20000) AS big FROM seq_1_to_1000"))
                .as("1,000 rows of 20 kB, of which 26 are half a megabyte")
                .isGreaterThan(20);
    }

    @Test
    void aPageByKeyReadsItsRowsByTheIndex() {
        TestServer.run(
                DATABASE, "CREATE OR REPLACE TABLE city (id int PRIMARY KEY, name int NOT NULL, KEY (name, id))");
        TestServer.run(DATABASE, "INSERT INTO city SELECT seq, seq DIV 100 FROM seq_1_to_20000");
        TestServer.run(DATABASE, "ANALYZE TABLE city");
        final String rows =
                "SELECT SUM(CAST(variable_value AS INT)) FROM information_schema.session_status WHERE variable_name LIKE 'HANDLER_READ%'";
        final Sort[] order = {Sort.asc("name"), Sort.asc("id")};
        final SqlQuery<Integer> cities =
                database.query("SELECT id, name FROM city").map(row -> row.getInteger("id"));
        final Page<Integer> first =
                cities.page(PageRequest.after(null, 10_000), order).blockingGet();
        final String cursor = first.next().flatMap(PageRequest::cursor).orElseThrow();
        final Single<Integer> read = database.withTransaction(tx -> tx.query(rows)
                .as(Integer.class)
                .single()
                .flatMap(before -> tx.with(cities)
                        .page(PageRequest.after(cursor, 5), order)
                        .doOnSuccess(page -> assertThat(page).containsExactly(10_001, 10_002, 10_003, 10_004, 10_005))
                        .ignoreElement()
                        .andThen(tx.query(rows).as(Integer.class).single())
                        .map(after -> after - before)));
        assertThat(read.blockingGet())
                .as("a scan reads 10,000 rows; the query for this number reads less than 2,000")
                .isLessThan(4_000);
    }

    @Test
    void returningGivesTheRowsOfAnInsert() {
        database.withTransactionCompletable(tx -> tx.query(
                                "INSERT INTO item (name) VALUES (?) RETURNING id, name", "new")
                        .map(row -> row.getInteger("id") + row.getString("name"))
                        .single()
                        .doOnSuccess(row -> assertThat(row).matches("\\d+new"))
                        .ignoreElement()
                        .andThen(tx.query("DELETE FROM item WHERE name = 'new'").execute()))
                .blockingAwait();
    }

    @Test
    void aRowCountIsThatOfTheMatchedRows() {
        assertThat(database.query("UPDATE item SET name = name WHERE id <= ?", 3)
                        .rowCount()
                        .blockingGet())
                .isEqualTo(3);
    }

    @Test
    void aKilledConnectionIsReplaced() throws SQLException {
        final long id =
                database.query("SELECT CONNECTION_ID()").as(Long.class).single().blockingGet();
        try (Connection connection = TestServer.connect(DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute("KILL " + id);
        }
        final Single<Integer> one = database.query("SELECT 1").as(Integer.class).single();
        assertThat(one.retry(1_000, UnavailableException.class::isInstance).blockingGet())
                .isEqualTo(1);
    }

    @Test
    void theEventLoopRunsOtherWorkDuringALongBatch() {
        final Vertx vertx = application.get(Vertx.class);
        final AtomicInteger ticks = new AtomicInteger();
        final long timer = vertx.setPeriodic(1, tick -> ticks.incrementAndGet());
        final List<Integer> counts = database.query("UPDATE item SET name = ? WHERE id = -1")
                .batch(IntStream.range(0, 10_000)
                        .mapToObj(i -> List.of("x" + i))
                        .toList())
                .blockingGet();
        vertx.cancelTimer(timer);
        assertThat(counts).hasSize(10_000).containsOnly(0);
        assertThat(ticks.get())
                .as("timers that fired between the parts of the batch")
                .isGreaterThan(10);
    }
}
