package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.QueryTimeoutException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.test.internal.fault.UnreliableProxy;

class OutageTest {

    private static final String DATABASE = TestServer.freshDatabase();

    private static JZenith impatient(final JZenith recipe) {
        return recipe.withConfiguration("postgresql.query-timeout", "1s")
                .withConfiguration("postgresql.connect-timeout", "2s")
                .withConfiguration("postgresql.connect-retry-interval", "100ms")
                .withConfiguration("health.timeout", "20s");
    }

    private static boolean answers(final Database database) {
        return database.query("SELECT 1")
                        .execute()
                        .toSingleDefault(true)
                        .onErrorReturnItem(false)
                        .blockingGet()
                && database.withTransaction(tx -> tx.query("SELECT 1").single())
                        .map(row -> true)
                        .onErrorReturnItem(false)
                        .blockingGet();
    }

    private static HealthChecks.Result health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.name().equals("postgresql"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aStatementThatTakesTooLongIsEndedByTheServerAndKeepsItsConnection() {
        final RunningApplication application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.statement-timeout", "1s")
                .run();
        final Database database = application.get(Database.class);
        final SqlQuery<Integer> backend =
                database.query("SELECT pg_backend_pid()").map(row -> row.getInteger(0));
        final int before = backend.single().blockingGet();
        assertThatThrownBy(() -> database.query("SELECT pg_sleep(30)").execute().blockingAwait())
                .isInstanceOf(QueryTimeoutException.class)
                .isInstanceOf(TemporarilyUnavailable.class);
        assertThat(backend.single().blockingGet()).isEqualTo(before);
        application.stop();
    }

    @Test
    void aStatementThatGetsNoAnswerInTimeCostsItsConnectionWhichIsReplaced() {
        final RunningApplication application = impatient(TestServer.application(DATABASE)
                        .withConfiguration("jzenith.event-loops", 1)
                        .withConfiguration("postgresql.statement-timeout", "0s"))
                .run();
        final Database database = application.get(Database.class);
        Leaks.await("it answers", () -> answers(database));
        final SqlQuery<Integer> backend =
                database.query("SELECT pg_backend_pid()").map(row -> row.getInteger(0));
        final int before = backend.single().blockingGet();
        assertThatThrownBy(() -> database.query("SELECT pg_sleep(30)").execute().blockingAwait())
                .isInstanceOf(QueryTimeoutException.class)
                .hasMessageContaining("1000 ms");
        Leaks.await(
                "the connection is replaced",
                () -> backend.single().onErrorReturnItem(before).blockingGet() != before);
        Leaks.await(
                "the server has stopped the statement",
                () -> TestServer.sessions("state = 'active' AND query = 'SELECT pg_sleep(30)'") == 0);
        application.stop();
    }

    @Test
    void aStatementTimeoutOfZeroIsNotSentToTheServer() {
        assertThat(sourceOfStatementTimeout("0s")).isEqualTo("default");
        assertThat(sourceOfStatementTimeout("3s")).isEqualTo("client");
    }

    private static String sourceOfStatementTimeout(final String configured) {
        final RunningApplication application = TestServer.application(DATABASE)
                .withConfiguration("postgresql.statement-timeout", configured)
                .run();
        final String source = application
                .get(Database.class)
                .query("SELECT source FROM pg_settings WHERE name = 'statement_timeout'")
                .map(row -> row.getString(0))
                .single()
                .blockingGet();
        application.stop();
        return source;
    }

    @Test
    void aFrozenServerHangsNobody() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            final RunningApplication application = impatient(
                            TestServer.application(DATABASE).withConfiguration("postgresql.port", proxy.port()))
                    .run();
            final Database database = application.get(Database.class);
            Leaks.await("it answers", () -> answers(database));
            proxy.freeze();
            final TestObserver<?> single = database.query("SELECT 1").execute().test();
            final TestObserver<?> transaction = database.withTransaction(
                            tx -> tx.query("SELECT 1").single())
                    .test();
            final io.reactivex.subscribers.TestSubscriber<?> stream =
                    database.query("SELECT 1").stream().test();
            assertThat(single.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(transaction.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(stream.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            single.assertError(TemporarilyUnavailable.class::isInstance);
            transaction.assertError(TemporarilyUnavailable.class::isInstance);
            stream.assertError(TemporarilyUnavailable.class::isInstance);
            assertThat(health(application).health().status()).isEqualTo(Health.Status.DOWN);
            assertThat(health(application).health().reason()).contains(String.valueOf(proxy.port()));
            proxy.thaw();
            Leaks.await("the application has recovered", () -> answers(database));
            Leaks.assertPoolIsFull(application);
            application.stop();
        }
    }

    @Test
    void connectionsAreTriedAgainHoweverLongTheOutageLasts() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            final RunningApplication application = impatient(TestServer.application(DATABASE)
                            .withConfiguration("jzenith.event-loops", 1)
                            .withConfiguration("postgresql.connect-retry-interval", "1ms")
                            .withConfiguration("postgresql.port", proxy.port()))
                    .run();
            final Database database = application.get(Database.class);
            proxy.turnAway();
            Leaks.await("many attempts have failed", () -> proxy.turnedAway() > 100);
            proxy.letIn();
            Leaks.await("the application has recovered", () -> answers(database));
            application.stop();
        }
    }

    @Test
    void aRequestWhoseFirstStatementIsSentAtOnceIsAdmitted() {
        final RunningApplication application = TestServer.application(DATABASE).run();
        final RequestContext request = RequestContext.create("1");
        request.run(() ->
                application.get(Database.class).query("SELECT 1").execute().blockingAwait());
        assertThat(request.isAdmitted()).isTrue();
        application.stop();
    }

    @Test
    void stopDoesNotHangOnAFrozenServer() {
        try (UnreliableProxy proxy = new UnreliableProxy(TestServer.port())) {
            final RunningApplication application = impatient(
                            TestServer.application(DATABASE).withConfiguration("postgresql.port", proxy.port()))
                    .withConfiguration("postgresql.query-timeout", "60s")
                    .run();
            final Database database = application.get(Database.class);
            Leaks.await("it answers", () -> answers(database));
            proxy.freeze();
            final TestObserver<?> hanging = database.query("SELECT 1").execute().test();
            application.stop();
            assertThat(hanging.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            hanging.assertError(UnavailableException.class);
        }
    }

    @Test
    void aServerThatStopsAndComesBackIsNoticedBothTimes(@TempDir final Path directory) {
        PostgresqlServer server = PostgresqlServer.startIn(directory.resolve("data"));
        try (UnreliableProxy proxy = new UnreliableProxy(server.port())) {
            final RunningApplication application = impatient(
                            TestServer.on(server, "postgres").withConfiguration("postgresql.port", proxy.port()))
                    .run();
            final Database database = application.get(Database.class);
            final Queue<Throwable> untyped = new ConcurrentLinkedQueue<>();
            final Disposable traffic = Flowable.interval(1, TimeUnit.MILLISECONDS)
                    .onBackpressureDrop()
                    .flatMapCompletable(
                            tick -> database.query("SELECT $1::bigint", tick)
                                    .execute()
                                    .andThen(database.withTransactionCompletable(
                                            tx -> tx.query("SELECT 1").execute()))
                                    .onErrorResumeNext(error -> {
                                        if (!(error instanceof TemporarilyUnavailable)
                                                && !(error instanceof CommitOutcomeUnknownException)) {
                                            untyped.add(error);
                                        }
                                        return io.reactivex.Completable.complete();
                                    }),
                            false,
                            50)
                    .subscribe();
            Leaks.await("it answers", () -> answers(database));

            proxy.shut();
            server.close();
            Leaks.await("requests fail", () -> !answers(database));
            assertThatThrownBy(() -> database.query("SELECT 1").execute().blockingAwait())
                    .isInstanceOf(UnavailableException.class);
            assertThatThrownBy(() -> database.withTransactionCompletable(tx -> io.reactivex.Completable.complete())
                            .blockingAwait())
                    .isInstanceOf(TemporarilyUnavailable.class);
            assertThat(health(application).health().status()).isEqualTo(Health.Status.DOWN);
            assertThat(health(application).health().reason())
                    .contains(String.valueOf(proxy.port()))
                    .doesNotContain(server.password());

            server = PostgresqlServer.startIn(directory.resolve("data"));
            proxy.reopen(server.port());
            Leaks.await("it has recovered", () -> answers(database));
            // Each event loop connects again by itself.
            Leaks.await("it is up", () -> health(application).health().status() == Health.Status.UP);
            traffic.dispose();
            assertThat(untyped).isEmpty();
            Leaks.await("all pooled connections are back", () -> Leaks.used(application, "connections") == 0);
            database.withTransactionCompletable(tx -> tx.query("SELECT 1").execute())
                    .blockingAwait();
            application.stop();
        } finally {
            server.close();
        }
    }

    @Test
    void twoApplicationsInOneJvmUseTheirOwnConnections() {
        final RunningApplication first = TestServer.application(DATABASE).run();
        final RunningApplication second =
                TestServer.application(TestServer.freshDatabase()).run();
        final String ask = "SELECT current_database()";
        final Database ofSecond = second.get(Database.class);
        assertThat(first.get(Database.class)
                        .query(ask)
                        .map(row -> row.getString(0))
                        .single()
                        .blockingGet())
                .isEqualTo(DATABASE);
        first.stop();
        assertThat(Observable.range(0, 10)
                        .flatMapSingle(i ->
                                ofSecond.query(ask).map(row -> row.getString(0)).single())
                        .distinct()
                        .toList()
                        .blockingGet())
                .hasSize(1)
                .doesNotContain(DATABASE);
        assertThatThrownBy(() -> first.get(Database.class).query(ask).single().blockingGet())
                .isInstanceOf(UnavailableException.class);
        second.stop();
    }
}
