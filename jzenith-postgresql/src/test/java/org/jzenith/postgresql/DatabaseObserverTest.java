package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.OverloadedException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.observe.PoolEvent;
import org.jzenith.sql.observe.StatementEvent;
import org.jzenith.sql.observe.TransactionEvent;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Statements and connections as observers see them. After each test every statement has ended exactly once. */
final class DatabaseObserverTest {

    private static final String DATABASE = TestServer.freshDatabase();

    private record Seen(Event event, Thread thread) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private RunningApplication application;
    private Database database;

    private final class Recorder implements EventObserver<Event> {

        @Override
        public Class<Event> events() {
            return Event.class;
        }

        @Override
        public void observe(final Event event) {
            seen.add(new Seen(event, Thread.currentThread()));
        }
    }

    private JZenith observed(final JZenith recipe) {
        return recipe.withModules(new AbstractModule() {
            @Override
            protected void configure() {
                Observers.binder(binder()).addBinding().toInstance(new Recorder());
            }
        });
    }

    /** Starts the application with one event loop, one connection for single statements and one in the pool. */
    private void start(final Object... keysAndValues) {
        JZenith recipe = observed(TestServer.application(DATABASE))
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.further-connections", 0)
                .withConfiguration("postgresql.pool.size", 1)
                .withConfiguration("postgresql.slow-statement", "20s");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            recipe = recipe.withConfiguration((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        application = recipe.run();
        database = application.get(Database.class);
    }

    @AfterEach
    void everyStatementEndsOnceAndEveryConnectionIsLostOnce() {
        application.stop();
        events(StatementEvent.class).stream()
                .collect(Collectors.groupingBy(StatementEvent::id))
                .forEach((id, events) -> {
                    final List<?> kinds = events.stream().map(Object::getClass).toList();
                    assertThat(kinds)
                            .as("the events of a statement: %s", events)
                            .isIn(
                                    List.of(
                                            StatementEvent.Queued.class,
                                            StatementEvent.Sent.class,
                                            StatementEvent.Done.class),
                                    List.of(StatementEvent.Queued.class, StatementEvent.Done.class));
                });
        final List<Long> opened = events(ConnectionEvent.Opened.class).stream()
                .map(ConnectionEvent.Opened::id)
                .toList();
        assertThat(opened).doesNotHaveDuplicates();
        assertThat(events(ConnectionEvent.Lost.class))
                .extracting(ConnectionEvent.Lost::id)
                .containsExactlyInAnyOrderElementsOf(opened);
        assertThat(events(StatementEvent.Sent.class))
                .extracting(StatementEvent.Sent::connection)
                .isSubsetOf(opened);
        assertThat(seen.stream().filter(each -> each.event() instanceof StatementEvent.Sent))
                .allMatch(each -> each.thread().getName().contains("eventloop"));
    }

    private <E> List<E> events(final Class<E> type) {
        return seen.stream()
                .map(Seen::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The events of the statements with a text. */
    private List<StatementEvent> of(final String sql) {
        final List<Long> ids = events(StatementEvent.Queued.class).stream()
                .filter(queued -> queued.sql().equals(sql))
                .map(StatementEvent.Queued::id)
                .toList();
        return events(StatementEvent.class).stream()
                .filter(event -> ids.contains(event.id()))
                .toList();
    }

    private StatementEvent.Done done(final String sql) {
        Leaks.await(sql + " is done", () -> of(sql).stream().anyMatch(StatementEvent.Done.class::isInstance));
        return (StatementEvent.Done) of(sql).get(of(sql).size() - 1);
    }

    private void awaitSent(final String sql) {
        Leaks.await(sql + " is sent", () -> of(sql).stream().anyMatch(StatementEvent.Sent.class::isInstance));
    }

    private long connectionOf(final String sql) {
        return of(sql).stream()
                .filter(StatementEvent.Sent.class::isInstance)
                .map(event -> ((StatementEvent.Sent) event).connection())
                .findFirst()
                .orElseThrow();
    }

    private void awaitLostWithError(final long connection) {
        Leaks.await(
                "the connection is lost",
                () -> events(ConnectionEvent.Lost.class).stream()
                        .anyMatch(lost -> lost.id() == connection && lost.error() instanceof UnavailableException));
    }

    private static <T> Throwable errorOf(final Single<T> single) {
        return single.ignoreElement().blockingGet(20, TimeUnit.SECONDS);
    }

    @Test
    void aStatementIsQueuedSentAndDoneForItsRequestOnItsConnection() {
        start();
        final RequestContext request = RequestContext.create("r1");
        request.run(() -> assertThat(database.query("SELECT generate_series(1, $1::int)", 3)
                        .list()
                        .map(List::size)
                        .toFuture())
                .succeedsWithin(20, TimeUnit.SECONDS)
                .isEqualTo(3));

        final String sql = "SELECT generate_series(1, $1::int)";
        final long id = of(sql).get(0).id();
        final long connection = connectionOf(sql);
        final StatementEvent.Done done = (StatementEvent.Done) of(sql).get(2);
        assertThat(done.duration()).isPositive();
        assertThat(of(sql))
                .containsExactly(
                        new StatementEvent.Queued("postgresql", id, request, sql, "SELECT"),
                        new StatementEvent.Sent("postgresql", id, request, connection),
                        new StatementEvent.Done("postgresql", id, request, 3, null, sql, "SELECT", done.duration()));
        assertThat(events(ConnectionEvent.class))
                .contains(new ConnectionEvent.Opened("postgresql", connection, "127.0.0.1:" + TestServer.port()));
    }

    @Test
    void aStatementThatFailsIsDoneWithTheErrorOfTheCaller() {
        start();
        final Throwable error = errorOf(database.query("SELECT 1 / 0").rowCount());
        assertThat(done("SELECT 1 / 0").error()).isSameAs(error).isInstanceOf(SqlException.class);
        assertThat(done("SELECT 1 / 0").rows()).isEqualTo(-1);
        assertThat(done("SELECT 1 / 0").request()).isNull();
    }

    @Test
    void aResultThatTheCallerDoesNotWantIsAResult() {
        start();
        assertThat(errorOf(database.query("SELECT 1 WHERE false").single())).isInstanceOf(SqlException.class);
        assertThat(done("SELECT 1 WHERE false").error()).isNull();
        assertThat(done("SELECT 1 WHERE false").rows()).isZero();
    }

    @Test
    void eachRunOfSinglesIsAStatement() {
        start();
        final String sql = "SELECT 6 / $1::int";
        assertThat(database.query(sql)
                        .map(row -> row.getInteger(0))
                        .singles(List.of(List.of(1), List.of(2)))
                        .blockingGet())
                .containsExactly(6, 3);
        assertThat(of(sql)).filteredOn(StatementEvent.Sent.class::isInstance).hasSize(2);
        assertThat(of(sql))
                .filteredOn(StatementEvent.Done.class::isInstance)
                .extracting(event -> ((StatementEvent.Done) event).rows())
                .containsExactly(1L, 1L);

        final String failing = "SELECT 8 / $1::int";
        final Throwable error = errorOf(database.query(failing).singles(List.of(List.of(1), List.of(0), List.of(2))));
        assertThat(of(failing))
                .filteredOn(StatementEvent.Done.class::isInstance)
                .extracting(event -> ((StatementEvent.Done) event).error())
                .containsExactly(null, error, error);
    }

    @Test
    void aTransactionIsItsStatementsWithBeginAndEnd() {
        start();
        database.transactions()
                .readOnly()
                .withTransactionCompletable(tx -> tx.query("SELECT 1").execute())
                .blockingAwait();
        assertThat(errorOf(
                        database.withTransaction(tx -> tx.query("SELECT 1 / 0").rowCount())))
                .isInstanceOf(SqlException.class);
        assertThat(events(StatementEvent.Queued.class))
                .extracting(StatementEvent.Queued::sql)
                .containsSubsequence("BEGIN", "SELECT 1", "COMMIT", "BEGIN", "SELECT 1 / 0", "ROLLBACK");
        assertThat(of("COMMIT")).hasSize(3);
        assertThat(done("COMMIT").error()).isNull();
        assertThat(connectionOf("SELECT 1")).isEqualTo(connectionOf("COMMIT"));
    }

    @Test
    void aBatchWithLargeValuesIsATransactionOfSeveralParts() {
        start("postgresql.max-values-size", 1_000);
        final SqlQuery<?> query = database.query("SELECT length($1)");
        assertThat(query.batch(List.of(List.of("a"), List.of("b"))).blockingGet())
                .hasSize(2);
        assertThat(query.batch(Collections.nCopies(2, List.of("x".repeat(500)))).blockingGet())
                .hasSize(2);
        assertThat(events(TransactionEvent.class)).isEmpty();
        assertThat(query.batch(Collections.nCopies(5, List.of("x".repeat(500)))).blockingGet())
                .hasSize(5);
        assertThat(events(TransactionEvent.Begun.class)).hasSize(1);
        assertThat(events(TransactionEvent.Ended.class))
                .extracting(TransactionEvent.Ended::status)
                .containsExactly(TransactionEvent.Status.COMMITTED);
    }

    @Test
    void aBatchWithLargeDocumentsIsATransactionOfSeveralParts() {
        start("postgresql.max-values-size", 1_000);
        assertThat(database.query("SELECT $1::jsonb")
                        .batch(Collections.nCopies(2, List.of(Map.of("text", "x".repeat(600)))))
                        .blockingGet())
                .hasSize(2);
        assertThat(events(TransactionEvent.Begun.class)).hasSize(1);
    }

    @Test
    void aTransactionHasOneBeginningAndOneEnd() {
        start();
        database.withTransactionCompletable(tx -> tx.query("SELECT 1").execute())
                .blockingAwait();
        assertThat(errorOf(
                        database.withTransaction(tx -> tx.query("SELECT 1 / 0").rowCount())))
                .isInstanceOf(SqlException.class);
        database.withTransactionCompletable(tx -> Completable.never()).test().dispose();
        final List<TransactionEvent> all = events(TransactionEvent.class);
        assertThat(all).extracting(TransactionEvent::id).containsExactly(1L, 1L, 2L, 2L, 3L, 3L);
        assertThat(events(TransactionEvent.Begun.class)).hasSize(3);
        assertThat(events(TransactionEvent.Ended.class))
                .extracting(TransactionEvent.Ended::status)
                .containsExactly(
                        TransactionEvent.Status.COMMITTED,
                        TransactionEvent.Status.ROLLED_BACK,
                        TransactionEvent.Status.DISPOSED);
        assertThat(events(TransactionEvent.Ended.class).get(1).error()).isInstanceOf(SqlException.class);
    }

    @Test
    void aStreamIsOneStatementWithAllItsRows() {
        start();
        final String sql = "SELECT generate_series(1, 10)";
        assertThat(database.query(sql).stream(3).count().blockingGet()).isEqualTo(10);
        assertThat(of(sql)).hasSize(3);
        assertThat(done(sql).rows()).isEqualTo(10);

        final String other = "SELECT generate_series(1, 11)";
        final TestSubscriber<?> reader = database.query(other).stream(3).test(1);
        reader.awaitCount(1);
        reader.cancel();
        assertThat(of(other)).hasSize(3);
        assertThat(done(other)).extracting("rows", "error").containsExactly(-1L, null);
        Leaks.assertPoolIsFull(application);
    }

    @Test
    void aBatchIsOneStatementWithTheRowsOfAllItsRuns() {
        start();
        TestServer.run(DATABASE, "CREATE TABLE IF NOT EXISTS observed (id int)");
        final String sql = "INSERT INTO observed VALUES ($1), ($1)";
        assertThat(database.query(sql)
                        .batch(List.of(List.of(1), List.of(2), List.of(3)))
                        .blockingGet())
                .containsExactly(2, 2, 2);
        assertThat(of(sql)).hasSize(3);
        assertThat(done(sql).rows()).isEqualTo(6);
    }

    @Test
    void aStatementThatTimesOutIsDoneAndItsConnectionIsLost() {
        start("postgresql.query-timeout", "300ms", "postgresql.statement-timeout", "0s");
        final Throwable error = errorOf(database.query("SELECT pg_sleep(20)").rowCount());
        assertThat(error).isInstanceOf(QueryTimeoutException.class);
        assertThat(done("SELECT pg_sleep(20)").error()).isSameAs(error);
        awaitLostWithError(connectionOf("SELECT pg_sleep(20)"));
    }

    @Test
    void aStatementThatIsDisposedBeforeItIsSentIsDoneAtOnce() throws SQLException {
        start("postgresql.pipelining-limit", 1, "postgresql.lock-timeout", "1m", "postgresql.query-timeout", "1m");
        final Connection lock = TestServer.locked(DATABASE, 1);
        final TestObserver<Integer> first =
                database.query("SELECT pg_advisory_xact_lock(1)").rowCount().test();
        awaitSent("SELECT pg_advisory_xact_lock(1)");
        final Disposable waiting = database.query("SELECT 2").rowCount().test();
        Leaks.await("it is queued", () -> !of("SELECT 2").isEmpty());
        waiting.dispose();
        assertThat(of("SELECT 2")).hasSize(2);
        assertThat(done("SELECT 2")).extracting("rows", "error").containsExactly(-1L, null);
        lock.close();
        assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(database.query("SELECT 3").rowCount().blockingGet()).isEqualTo(1);
    }

    @Test
    void aStatementThatIsDisposedAfterItWasSentIsDoneAtOnce() throws SQLException {
        start();
        final Connection lock = TestServer.locked(DATABASE, 2);
        final Disposable sent =
                database.query("SELECT pg_advisory_xact_lock(2)").rowCount().test();
        awaitSent("SELECT pg_advisory_xact_lock(2)");
        sent.dispose();
        assertThat(of("SELECT pg_advisory_xact_lock(2)")).hasSize(3);
        assertThat(done("SELECT pg_advisory_xact_lock(2)"))
                .extracting("rows", "error")
                .containsExactly(-1L, null);
        lock.close();
        assertThat(database.query("SELECT 3").rowCount().blockingGet()).isEqualTo(1);
    }

    @Test
    void aWholeBurstThatIsDisposedOnAnotherThreadEndsStatementByStatement() {
        start();
        final List<Disposable> burst = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            burst.add(database.query("SELECT " + i).rowCount().test());
            burst.get(i / 2).dispose();
        }
        burst.forEach(Disposable::dispose);
        assertThat(events(StatementEvent.Queued.class)).hasSizeGreaterThanOrEqualTo(500);
    }

    @Test
    void theStatementsOfALostConnectionAreDone() throws Exception {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            start("postgresql.port", proxy.port());
            final TestObserver<Integer> sent =
                    database.query("SELECT pg_sleep(20)").rowCount().test();
            awaitSent("SELECT pg_sleep(20)");
            final long connection = connectionOf("SELECT pg_sleep(20)");
            proxy.closeConnections();
            assertThat(sent.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(done("SELECT pg_sleep(20)").error())
                    .isSameAs(sent.errors().get(0))
                    .isInstanceOf(UnavailableException.class);
            awaitLostWithError(connection);
            application.stop();
        }
    }

    @Test
    void statementsThatAreRefusedAreDoneWithoutHavingBeenSent() {
        start("postgresql.pipelining-limit", 1, "postgresql.pool.max-wait-queue", 0);
        database.query("SELECT 1").execute().blockingAwait();
        final Disposable slow = database.query("SELECT pg_sleep(20)").rowCount().test();
        awaitSent("SELECT pg_sleep(20)");
        final List<TestObserver<Integer>> many = IntStream.range(0, 1_100)
                .mapToObj(i -> database.query("SELECT 7").rowCount().test())
                .toList();
        Leaks.await(
                "some are refused",
                () -> of("SELECT 7").stream()
                        .anyMatch(event -> event instanceof StatementEvent.Done done
                                && done.error() instanceof OverloadedException));
        many.forEach(TestObserver::dispose);
        assertThat(of("SELECT 7")).noneMatch(StatementEvent.Sent.class::isInstance);
        slow.dispose();

        final CompletableSubject hold = CompletableSubject.create();
        final TestObserver<Void> transaction = holding(hold);
        awaitGauge("postgresql.pool.connections", "1 of 1");
        final Throwable error = errorOf(database.query("SELECT $1::int").batch(List.of(List.of(1))));
        assertThat(error).isInstanceOf(OverloadedException.class);
        assertThat(of("SELECT $1::int")).hasSize(2);
        assertThat(done("SELECT $1::int").error()).isSameAs(error);
        hold.onComplete();
        assertThat(transaction.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
    }

    private TestObserver<Void> holding(final CompletableSubject hold) {
        return database.withTransactionCompletable(tx -> hold).test();
    }

    private String gauge(final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .map(gauge -> gauge.used() + " of " + gauge.limit())
                .findFirst()
                .orElseThrow();
    }

    private void awaitGauge(final String name, final String expected) {
        Leaks.await(name + " is " + expected, () -> gauge(name).equals(expected));
    }

    @Test
    void aCallerThatWaitsForTheOnlyConnectionGetsItWhenItIsReleased() {
        start();
        assertThat(gauge("postgresql.pool.connections")).isEqualTo("0 of 1");
        final CompletableSubject hold = CompletableSubject.create();
        final TestObserver<Void> first = holding(hold);
        Leaks.await("the first has it", () -> events(PoolEvent.Acquired.class).size() == 1);
        final RequestContext request = RequestContext.create("r1");
        final List<TestObserver<Void>> second = new ArrayList<>();
        request.run(() -> second.add(holding(hold)));
        awaitGauge("postgresql.pool.waiting-callers", "1 of 16");
        assertThat(gauge("postgresql.pool.connections")).isEqualTo("1 of 1");
        hold.onComplete();
        assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(second.get(0).awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        awaitGauge("postgresql.pool.connections", "0 of 1");
        assertThat(gauge("postgresql.pool.waiting-callers")).isEqualTo("0 of 16");

        final List<PoolEvent> pool = events(PoolEvent.class);
        assertThat(pool)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Queued", "Acquired", "Queued", "Released", "Acquired", "Released");
        assertThat(pool.get(2)).isEqualTo(new PoolEvent.Queued("postgresql", 2, request));
        assertThat(pool.get(4)).isInstanceOfSatisfying(PoolEvent.Acquired.class, acquired -> {
            assertThat(acquired.request()).isSameAs(request);
            assertThat(acquired.waited()).isPositive();
            assertThat(pool.get(3)).isEqualTo(new PoolEvent.Released("postgresql", acquired.connection()));
            assertThat(pool.get(5)).isEqualTo(pool.get(3));
        });
    }

    @Test
    void callersThatGetNoConnectionAreRefusedOrDisposed() {
        start("postgresql.pool.max-wait-queue", 1, "postgresql.pool.acquire-timeout", "2s");
        final CompletableSubject hold = CompletableSubject.create();
        final TestObserver<Void> first = holding(hold);
        Leaks.await("the first has it", () -> events(PoolEvent.Acquired.class).size() == 1);
        holding(hold).dispose();
        Leaks.await("it has disposed", () -> events(PoolEvent.Disposed.class).size() == 1);
        final TestObserver<Void> late = holding(hold);
        awaitGauge("postgresql.pool.waiting-callers", "1 of 1");
        final TestObserver<Void> tooMany = holding(hold);
        assertThat(late.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(tooMany.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        hold.onComplete();
        assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        assertThat(events(PoolEvent.Refused.class))
                .extracting(PoolEvent.Refused::error)
                .containsExactly(tooMany.errors().get(0), late.errors().get(0));
        assertThat(events(PoolEvent.Refused.class).get(1).waited()).isGreaterThan(Duration.ofMillis(500));
        assertThat(events(PoolEvent.Queued.class)).hasSize(3);
    }

    @Test
    void statementsInFlightAndThoseThatWaitAreShown() throws SQLException {
        start("postgresql.pipelining-limit", 1, "postgresql.lock-timeout", "1m", "postgresql.query-timeout", "1m");
        final Connection lock = TestServer.locked(DATABASE, 3);
        final Disposable slow =
                database.query("SELECT pg_advisory_xact_lock(3)").rowCount().test();
        awaitSent("SELECT pg_advisory_xact_lock(3)");
        awaitGauge("postgresql.statements-in-flight", "1 of 1");
        final Disposable waiting = database.query("SELECT 2").rowCount().test();
        awaitGauge("postgresql.waiting-statements", "1 of 0");
        waiting.dispose();
        slow.dispose();
        lock.close();
        awaitGauge("postgresql.statements-in-flight", "0 of 1");
    }

    @Test
    void connectionsThatTheApplicationClosesAreLostWithoutAnError() {
        start();
        database.withTransactionCompletable(tx -> tx.query("SELECT 1").execute())
                .blockingAwait();
        application.stop();
        assertThat(events(ConnectionEvent.Lost.class))
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(lost -> lost.error() == null);
    }

    @Test
    void eventsNameTheDatabaseOfANamedPlugin() {
        application = observed(JZenith.application())
                .withPlugins(PostgresqlPlugin.named("archive"))
                .withConfiguration("postgresql.archive.host", "127.0.0.1")
                .withConfiguration("postgresql.archive.port", TestServer.port())
                .withConfiguration("postgresql.archive.password", TestServer.password())
                .withConfiguration("postgresql.archive.database", DATABASE)
                .run();
        application.get(Database.class, "archive").query("SELECT 1").execute().blockingAwait();
        assertThat(gauge("postgresql.archive.pool.connections")).isEqualTo("0 of 8");
        assertThat(of("SELECT 1")).hasSize(3).extracting(StatementEvent::plugin).containsOnly("postgresql.archive");
        assertThat(events(ConnectionEvent.class))
                .isNotEmpty()
                .extracting(ConnectionEvent::plugin)
                .containsOnly("postgresql.archive");
    }
}
