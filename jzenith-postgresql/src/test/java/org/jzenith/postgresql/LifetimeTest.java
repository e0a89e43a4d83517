package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

class LifetimeTest {

    private static final String PID = "SELECT pg_backend_pid()";

    /** Runs work again and again until the server has answered it in so many sessions; returns the errors. */
    private static List<Throwable> until(final int sessions, final Single<Integer> pid) {
        final Set<Integer> pids = ConcurrentHashMap.newKeySet();
        final Set<Throwable> errors = ConcurrentHashMap.newKeySet();
        final Disposable load = Observable.range(0, 16)
                .flatMapCompletable(number -> pid.doOnSuccess(pids::add)
                        .doOnError(errors::add)
                        .repeat()
                        .ignoreElements())
                .subscribe(() -> {}, errors::add);
        Leaks.await(sessions + " sessions have answered", () -> pids.size() >= sessions || !errors.isEmpty());
        final List<Throwable> seen = List.copyOf(errors); // the end of the load may be an error of what waits
        load.dispose();
        return seen;
    }

    private static RunningApplication application(final String lifetime) {
        return TestServer.application(TestServer.freshDatabase())
                .withConfiguration("postgresql.max-lifetime", lifetime)
                .withConfiguration("postgresql.max-queue-time", "1m")
                .run();
    }

    @Test
    void pooledConnectionsAreReplacedWithoutAnError() {
        final RunningApplication application = application("200ms");
        final Database database = application.get(Database.class);
        assertThat(until(
                        12,
                        database.withTransaction(tx ->
                                tx.query(PID).map(row -> row.getInteger(0)).single())))
                .isEmpty();
        Leaks.assertPoolIsFull(application);
        application.stop();
    }

    @Test
    void sharedConnectionsAreReplacedWithoutAnError() {
        final RunningApplication application = application("200ms");
        final Database database = application.get(Database.class);
        final SqlQuery<Integer> pid =
                database.query("SELECT pg_backend_pid() WHERE $1::int > 0", 1).map(row -> row.getInteger(0));
        assertThat(until(8, pid.single())).isEmpty();
        final List<List<Integer>> values = Collections.nCopies(5_000, List.of(1));
        assertThat(until(8, pid.singles(values).map(pids -> pids.get(0)))).isEmpty();
        application.stop();
    }

    @Test
    void aStatementThatOutlivesItsConnectionSaysSo() {
        final RunningApplication application = application("1m");
        final TestObserver<Void> sleeps = application
                .get(Database.class)
                .query("SELECT pg_sleep(60)")
                .execute()
                .test();
        Leaks.await(
                "the statement runs",
                () -> TestServer.sessions("state = 'active'" + " AND query LIKE 'SELECT pg_sleep(60)%'") == 1);
        application.stop();
        sleeps.awaitTerminalEvent();
        assertThat(sleeps.errors().get(0)).hasMessageContaining("the connection did not close within 1 s");
    }

    @Test
    void pooledConnectionsThatNobodyUsesAreClosed() {
        final RunningApplication application = application("200ms");
        final Database database = application.get(Database.class);
        final int pid = database.withTransaction(
                        tx -> tx.query(PID).map(row -> row.getInteger(0)).single())
                .blockingGet();
        Leaks.await("the connection is closed", () -> TestServer.sessions("pid = " + pid) == 0);
        application.stop();
    }
}
