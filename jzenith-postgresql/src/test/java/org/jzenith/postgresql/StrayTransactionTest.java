package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/**
 * Statements that change the connection for the others on it. A proxy puts them in the place of harmless ones, because the client
 * refuses those that it recognizes.
 */
class StrayTransactionTest {

    private static final String DATABASE = TestServer.freshDatabase();
    private static final String HARMLESS = "SELECT 'a statement that the proxy replaces' AS harmless";

    private final UnreliableProxy proxy = new UnreliableProxy(TestServer.port());
    private RunningApplication application;
    private Database database;

    @BeforeEach
    void start() {
        TestServer.run(DATABASE, "CREATE TABLE IF NOT EXISTS item (id int)");
        TestServer.run(DATABASE, "TRUNCATE item");
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("postgresql.port", proxy.port())
                .withConfiguration("postgresql.pool.size", 1)
                .run();
        database = application.get(Database.class);
    }

    @AfterEach
    void stop() {
        application.stop();
        proxy.close();
    }

    /** Runs an insert, the statement that the proxy replaces, and 20 more inserts, at once on one connection. */
    private List<TestObserver<Void>> insertAround() {
        insert(0).blockingAwait();
        final List<TestObserver<Void>> observers = new ArrayList<>();
        application.get(Vertx.class).getOrCreateContext().runOnContext(onLoop -> {
            observers.add(insert(1).test());
            observers.add(database.query(HARMLESS).execute().test());
            for (int id = 2; id < 22; id++) {
                observers.add(insert(id).test());
            }
            observers.add(database.query("SELECT 1").execute().test());
        });
        assertThat(database.query("SELECT 1").rowCount().retry(5).blockingGet()).isEqualTo(1);
        observers.forEach(observer ->
                assertThat(observer.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue());
        return observers;
    }

    private Completable insert(final int id) {
        return database.query("INSERT INTO item VALUES ($1)", id).execute();
    }

    private static void assertOthersAreUnavailable(final List<TestObserver<Void>> observers) {
        observers.get(0).assertComplete();
        observers.get(1).assertError(SqlException.class);
        observers.stream()
                .skip(2)
                .filter(observer -> observer.errorCount() > 0)
                .forEach(observer -> observer.assertError(error -> error instanceof UnavailableException
                        && !error.getMessage().contains("SELECT")
                        && error.getMessage().contains("the connection")));
    }

    @Test
    void aSharedConnectionInATransactionIsReplacedAndEachAcknowledgedChangeIsKept() {
        proxy.replace(HARMLESS, "BEGIN");
        final List<TestObserver<Void>> observers = insertAround();
        observers.get(1).assertError(error -> error.getMessage().contains("use withTransaction"));
        assertOthersAreUnavailable(observers);
        insert(100).blockingAwait();
        final long acknowledged = observers.stream()
                .limit(observers.size() - 1)
                .filter(observer -> observer.errorCount() == 0)
                .count();
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM item WHERE id NOT IN (0, 100)"))
                .isEqualTo(acknowledged);
        assertThat(TestServer.count(DATABASE, "SELECT count(*) FROM item WHERE id IN (0, 100)"))
                .isEqualTo(2);
    }

    @Test
    void anErrorOfTheConnectionSaysNothingOfTheStatementThatCausedIt() {
        proxy.replace(HARMLESS, "COPY (VALUES (1)) TO STDOUT");
        assertOthersAreUnavailable(insertAround());
        insert(100).blockingAwait();
    }

    @Test
    void aPooledConnectionThatIsReleasedInATransactionIsReplaced() {
        proxy.replace(HARMLESS, "BEGIN");
        final long before = process();
        database.query(HARMLESS).batch(List.of(List.of())).ignoreElement().blockingAwait();
        assertThat(process()).isNotEqualTo(before);
    }

    private long process() {
        return database.withTransaction(tx -> tx.query("SELECT pg_backend_pid()")
                        .map(row -> row.getLong(0))
                        .single())
                .blockingGet();
    }
}
