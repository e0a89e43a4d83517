package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.NoRowException;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** One statement, many lists of values, side by side. */
class SinglesTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private RunningApplication application;
    private Database database;

    private void start(final int pipeliningLimit) {
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.pipelining-limit", pipeliningLimit)
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    private SqlQuery<Integer> echo() {
        return database.query("SELECT $1::int").map(row -> row.getInteger(0));
    }

    private static List<List<Integer>> upTo(final int count) {
        return IntStream.range(0, count).mapToObj(List::of).toList();
    }

    private static List<Integer> numbers(final int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static <T> TestObserver<T> ended(final Single<T> single) {
        return ended(single.test());
    }

    private static <T> TestObserver<T> ended(final TestObserver<T> observer) {
        assertThat(observer.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        return observer;
    }

    @Test
    void theRowsComeInTheOrderOfTheLists() {
        start(256);
        assertThat(echo().singles(upTo(100)).blockingGet()).isEqualTo(numbers(100));
        assertThat(echo().singles(upTo(1)).blockingGet()).containsExactly(0);
    }

    @Test
    void noListsAreNoStatements() {
        start(256);
        assertThat(database.query("no sql at all").singles(List.of()).blockingGet())
                .isEmpty();
    }

    @Test
    void moreListsThanMayBeUnderWayTakeTurns() {
        start(3);
        assertThat(echo().singles(upTo(5_000)).blockingGet()).isEqualTo(numbers(5_000));
    }

    @Test
    void withoutPipeliningTheyRunOneAfterTheOther() {
        start(1);
        assertThat(echo().singles(upTo(20)).blockingGet()).isEqualTo(numbers(20));
    }

    @Test
    void manyCallersAtOnceGetTheirOwnRows() {
        start(8);
        final List<TestObserver<List<Integer>>> callers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            callers.add(database.query("SELECT $1::int + " + i)
                    .map(row -> row.getInteger(0))
                    .singles(upTo(30))
                    .test());
        }
        for (int i = 0; i < 50; i++) {
            final int offset = i;
            ended(callers.get(i))
                    .assertValue(numbers(30).stream().map(n -> n + offset).toList());
        }
    }

    @Test
    void theStatementsOfOneCallRunOnOneConnectionInTheirOrder() {
        application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.pipelines", 4)
                .withConfiguration("postgresql.pipelining-limit", 5)
                .run();
        database = application.get(Database.class);
        database.query("CREATE SEQUENCE turn").execute().blockingAwait();
        final List<String> order = database.query("SELECT pg_backend_pid(), nextval('turn'), $1::int")
                .map(row -> row.getInteger(0) + " " + (row.getLong(1) - 1 - row.getInteger(2)))
                .singles(upTo(40))
                .blockingGet();
        assertThat(order).hasSize(40).containsOnly(order.get(0)).allMatch(each -> each.endsWith(" 0"));
    }

    @Test
    void theFirstErrorIsTheErrorOfTheWholeAndThePipelineStaysUsable() {
        start(256);
        final SqlQuery<Integer> divide = database.query("SELECT 100 / $1::int").map(row -> row.getInteger(0));
        final TestObserver<List<Integer>> observer =
                ended(divide.singles(List.of(List.of(1), List.of(0), List.of(2), List.of(0))));
        observer.assertError(InvalidValueException.class);
        observer.assertError(error -> ((SqlException) error).sqlState().equals("22012"));
        assertThat(divide.singles(List.of(List.of(1), List.of(2))).blockingGet())
                .containsExactly(100, 50);
    }

    @Test
    void afterAnErrorWhatWasNotSentIsNotSent() {
        start(2);
        database.query("CREATE TABLE once (id int PRIMARY KEY)").execute().blockingAwait();
        final List<List<Integer>> lists = new ArrayList<>(upTo(50));
        lists.set(10, List.of(9));
        ended(database.query("INSERT INTO once VALUES ($1) RETURNING id").singles(lists))
                .assertError(org.jzenith.sql.error.UniqueViolationException.class);
        assertThat(database.query("SELECT max(id) FROM once")
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isBetween(9, 12);
    }

    @Test
    void aRunWithoutARowOrWithTwoIsAnError() {
        start(256);
        final SqlQuery<?> rows = database.query("SELECT generate_series(1, $1::int)");
        ended(rows.singles(List.of(List.of(1), List.of(0)))).assertError(NoRowException.class);
        ended(rows.singles(List.of(List.of(1), List.of(2))))
                .assertError(e -> e instanceof SqlException several && "21000".equals(several.sqlState()));
    }

    @Test
    void valuesThatDoNotFitAreAnError() {
        start(256);
        ended(echo().singles(List.of(List.of(1), List.of("one")))).assertError(InvalidValueException.class);
        ended(echo().singles(List.of(List.of(1), List.of(1, 2)))).assertError(InvalidValueException.class);
        assertThat(echo().singles(upTo(2)).blockingGet()).containsExactly(0, 1);
    }

    @Test
    void aFailingMappingIsTheErrorOfTheWhole() {
        start(256);
        assertThatThrownBy(() -> echo().map(number -> {
                            throw new IllegalStateException("no such form");
                        })
                        .singles(upTo(3))
                        .blockingGet())
                .hasMessage("no such form");
    }

    @Test
    void afterDisposeNothingArrivesAndWhatWasNotSentIsNotSent() {
        start(2);
        database.query("CREATE TABLE seen (id int)").execute().blockingAwait();
        final TestObserver<?> observer = database.query(
                        "INSERT INTO seen SELECT $1::int FROM pg_sleep(0.05) RETURNING id")
                .singles(upTo(1_000))
                .test();
        Leaks.await("the first runs are done", () -> TestServer.count(DATABASE, "SELECT count(*) FROM seen") > 2);
        observer.dispose();
        assertThat(echo().singles(upTo(5)).blockingGet()).isEqualTo(numbers(5));
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM seen")).isLessThan(900);
        observer.assertNotTerminated();
    }

    @Test
    void aFullPipelineRefusesTheWholeAtOnce() {
        start(1);
        final List<TestObserver<?>> waiting = new ArrayList<>();
        final AtomicReference<TestObserver<?>> refused = new AtomicReference<>();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            // All in one task of the event loop, so that no statement ends before the last one comes.
            for (int i = 0; i < 1_024; i++) {
                waiting.add(echo().bind(i).single().test());
            }
            refused.set(echo().singles(upTo(3)).test());
        });
        Leaks.await("all are sent", () -> refused.get() != null);
        ended(refused.get()).assertError(OverloadedException.class);
        waiting.forEach(observer -> ended(observer).assertComplete());
    }

    @Test
    void aConnectionThatIsLostHalfWayIsTheErrorAndIsReplaced() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            application = TestServer.application(DATABASE)
                    .withConfiguration("jzenith.event-loops", 1)
                    .withConfiguration("postgresql.port", proxy.port())
                    .withConfiguration("postgresql.connect-retry-interval", "100ms")
                    .run();
            database = application.get(Database.class);
            database.query("CREATE TABLE half (id int)").execute().blockingAwait();
            final TestObserver<?> observer = database.query(
                            "INSERT INTO half SELECT $1::int FROM pg_sleep(0.05) RETURNING id")
                    .singles(upTo(1_000))
                    .test();
            Leaks.await("the first runs are done", () -> TestServer.count(DATABASE, "SELECT count(*) FROM half") > 2);
            proxy.closeConnections();
            ended(observer).assertError(UnavailableException.class);
            Leaks.await(
                    "the connection is replaced",
                    () -> echo().singles(upTo(2))
                            .map(rows -> true)
                            .onErrorReturnItem(false)
                            .blockingGet());
        }
    }

    @Test
    void inATransactionTheyAreAllOrNothing() {
        start(4);
        database.query("CREATE TABLE whole (id int PRIMARY KEY)").execute().blockingAwait();
        final SqlQuery<Integer> insert =
                database.query("INSERT INTO whole VALUES ($1) RETURNING id").map(row -> row.getInteger(0));
        ended(database.withTransaction(tx -> tx.with(insert).singles(Collections.nCopies(2, List.of(1)))))
                .assertError(org.jzenith.sql.error.UniqueViolationException.class);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM whole")).isZero();
        assertThat(database.withTransaction(tx -> tx.with(insert).singles(upTo(20)))
                        .blockingGet())
                .isEqualTo(numbers(20));
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM whole")).isEqualTo(20);
    }

    @Test
    void theResultArrivesInTheContextOfTheRequestOnItsEventLoop() {
        start(256);
        final AtomicReference<TestObserver<String>> observer = new AtomicReference<>();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            final Thread loop = Thread.currentThread();
            RequestContext.create("the request")
                    .run(() -> observer.set(echo().map(number -> number + current())
                            .singles(upTo(2))
                            .map(rows -> rows + current() + (Thread.currentThread() == loop))
                            .test()));
        });
        Leaks.await("it has started", () -> observer.get() != null);
        ended(observer.get()).assertResult("[0the request, 1the request]the requesttrue");
    }

    private static String current() {
        final RequestContext context = RequestContext.current();
        return context == null ? "nothing" : context.id();
    }
}
