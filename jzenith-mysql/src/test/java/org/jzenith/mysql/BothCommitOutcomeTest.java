package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** A caller disposes, or the connection breaks, before or during a commit, which waits for a lock that the test holds. */
@Tag("full")
final class BothCommitOutcomeTest {

    private final CompletableSubject actionRan = CompletableSubject.create();
    private final AtomicReference<RequestContext> requestOfAction = new AtomicReference<>();
    private UnreliableProxy proxy;
    private RunningApplication application;
    private Database database;

    private void start(final Product product) {
        proxy = new UnreliableProxy(product.port());
        application = product.create()
                .withOverridingConfiguration(product.key("port"), proxy.port())
                .run();
        database = application.get(Database.class);
        execute("CREATE TABLE account (id int PRIMARY KEY)");
        execute("INSERT INTO account VALUES (1)");
        execute("CREATE TABLE entry (account int"
                + product.either(" REFERENCES account DEFERRABLE INITIALLY DEFERRED", "") + ")");
    }

    private void execute(final String sql) {
        database.query(sql).execute().blockingAwait();
    }

    @AfterEach
    void stop() {
        application.stop();
        proxy.close();
    }

    @AfterAll
    static void stopAll() {
        Product.stopAll();
    }

    private Completable insert(final Completable before) {
        return database.withTransactionCompletable(tx -> {
            tx.afterCommit(() -> {
                requestOfAction.set(RequestContext.current());
                actionRan.onComplete();
            });
            return tx.query("INSERT INTO entry VALUES (1)").execute().andThen(before);
        });
    }

    /** Inserts, and keeps the commit waiting until the session ends. */
    private Completable insertLocked(final Product product, final Statement session) {
        return insert(Completable.fromAction(() -> session.execute(
                product.either("BEGIN; SELECT id FROM account FOR UPDATE", "FLUSH TABLES WITH READ LOCK"))));
    }

    private Connection connect(final Product product) throws SQLException {
        return product.connect(application.get(DatabaseAddress.class).database());
    }

    private static void awaitCommit(final Product product) {
        product.database()
                .query(product.either(
                        "SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event_type = 'Lock'",
                        "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'COMMIT%'"))
                .as(Long.class)
                .single()
                .repeatWhen(seen -> seen.delay(10, TimeUnit.MILLISECONDS))
                .takeUntil(count -> count == 1)
                .ignoreElements()
                .timeout(20, TimeUnit.SECONDS)
                .blockingAwait();
    }

    @ParameterizedTest
    @EnumSource
    void actionsRunAlsoIfTheCallerDisposesDuringTheCommit(final Product product) throws SQLException {
        start(product);
        final TestObserver<Void> caller = new TestObserver<>();
        final RequestContext request = RequestContext.create("r1");
        try (Connection lock = connect(product);
                Statement session = lock.createStatement()) {
            request.run(() -> insertLocked(product, session).subscribe(caller));
            awaitCommit(product);
            caller.dispose();
        }
        assertThat(actionRan.blockingAwait(20, TimeUnit.SECONDS)).isTrue();
        assertThat(requestOfAction).hasValue(request);
        caller.assertEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatBreaksDuringTheCommitLeavesTheOutcomeUnknown(final Product product) throws SQLException {
        start(product);
        final TestObserver<Void> caller;
        try (Connection lock = connect(product);
                Statement session = lock.createStatement()) {
            caller = insertLocked(product, session).test();
            awaitCommit(product);
            proxy.closeConnections();
            assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        }
        caller.assertError(CommitOutcomeUnknownException.class);
        assertThat(caller.errors().get(0))
                .isNotInstanceOf(TemporarilyUnavailable.class)
                .hasMessageContaining("it is unknown whether the transaction was committed")
                .hasCauseInstanceOf(UnavailableException.class);
        assertThat(actionRan.hasComplete()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatBrokeBeforeTheCommitHasRolledBack(final Product product) {
        start(product);
        assertThatThrownBy(() -> insert(Completable.fromAction(proxy::closeConnections)
                                .andThen(database.query("SELECT 1").execute().retry()))
                        .blockingAwait())
                .isInstanceOf(UnavailableException.class);
        assertThat(actionRan.hasComplete()).isFalse();
    }
}
