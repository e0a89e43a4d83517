package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Observable;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.UnavailableException;

/** A primary with a standby: what callers see when the primary is lost, or becomes read-only. */
@Tag("full")
class PromotionTest {

    @TempDir
    private Path folder;

    private static JZenith application(final Standby servers) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.hosts", servers.hosts())
                .withConfiguration("postgresql.password", servers.primary().password())
                .withConfiguration("postgresql.connect-timeout", "2s")
                .withConfiguration("postgresql.connect-retry-interval", "100ms")
                .withConfiguration("postgresql.migrations.enabled", false)
                .withConfiguration("health.timeout", "5s");
    }

    private static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.name().equals("postgresql"))
                .map(HealthChecks.Result::health)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isHealthy(final RunningApplication application) {
        return health(application).status() == Health.Status.UP;
    }

    /** Writes numbers, by single statements and in transactions, and keeps those that the server has acknowledged. */
    private static final class Writers {

        private final Database database;
        private final AtomicInteger numbers = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
        private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        private final CompositeDisposable inFlight = new CompositeDisposable();

        Writers(final Database database) {
            this.database = database;
        }

        Disposable write() {
            return Observable.interval(10, TimeUnit.MILLISECONDS).subscribe(each -> write(numbers.incrementAndGet()));
        }

        private void write(final int number) {
            final Completable insert = number % 2 == 0
                    ? database.query("INSERT INTO number VALUES ($1)", number).execute()
                    : database.withTransactionCompletable(tx ->
                            tx.query("INSERT INTO number VALUES ($1)", number).execute());
            inFlight.add(insert.doOnEvent(error -> ended.incrementAndGet())
                    .subscribe(() -> acknowledged.add(number), errors::add));
        }
    }

    @Test
    void nothingAcknowledgedIsLostWhenAStandbyIsPromotedUnderLoad() throws Exception {
        try (Standby servers = Standby.start(folder)) {
            Standby.run(servers.primary(), "CREATE TABLE number (value int PRIMARY KEY)");
            final RunningApplication application = application(servers).run();
            final Database database = application.get(Database.class);
            final Writers writers = new Writers(database);
            final Disposable writing = writers.write();
            Leaks.await("the primary has acknowledged writes", () -> writers.acknowledged.size() > 100);

            servers.killPrimary();
            Leaks.await("health says so", () -> !isHealthy(application));
            servers.promote();
            final int before = writers.acknowledged.size();
            Leaks.await("the new primary acknowledges writes", () -> writers.acknowledged.size() > before + 100);
            writing.dispose();
            Leaks.await("no statement hangs", () -> writers.ended.get() == writers.numbers.get());

            assertThat(database.query("SELECT value FROM number")
                            .map(row -> row.getInteger(0))
                            .list()
                            .blockingGet())
                    .containsAll(writers.acknowledged);
            assertThat(writers.errors)
                    .allMatch(error ->
                            error instanceof TemporarilyUnavailable || error instanceof CommitOutcomeUnknownException);
            Leaks.await("health is green again", () -> isHealthy(application));
            Leaks.assertPoolIsFull(application);
            application.stop();
        }
    }

    @Test
    void aServerThatBecomesReadOnlyCountsAsGone() throws Exception {
        try (Standby servers = Standby.start(folder)) {
            Standby.run(servers.primary(), "CREATE TABLE number (value int PRIMARY KEY)");
            final RunningApplication application = application(servers).run();
            final Database database = application.get(Database.class);
            final AtomicInteger numbers = new AtomicInteger();
            final Completable insert =
                    Completable.defer(() -> database.query("INSERT INTO number VALUES ($1)", numbers.incrementAndGet())
                            .execute());
            insert.blockingAwait();

            servers.promote();
            Standby.run(servers.primary(), "ALTER SYSTEM SET default_transaction_read_only = on");
            Standby.run(servers.primary(), "SELECT pg_reload_conf()");
            Leaks.await(
                    "health is red or the other server is found", () -> !isHealthy(application) || isWritten(insert));
            Leaks.await("the other server gets the writes", () -> isWritten(insert));
            Leaks.await("each connection has been replaced", () -> isHealthy(application));
            Leaks.await(
                    "the other server gets the reads",
                    () -> port(database) == servers.standby().port());
            application.stop();
        }
    }

    @Test
    void healthIsDegradedFromTheFirstRefusedWriteOnTheOnlyServer() throws Exception {
        try (PostgresqlServer server = PostgresqlServer.start()) {
            Standby.run(server, "CREATE TABLE number (value int PRIMARY KEY)");
            final RunningApplication application =
                    TestServer.on(server, "postgres").run();
            final Completable insert = application
                    .get(Database.class)
                    .query("INSERT INTO number VALUES (1)")
                    .execute();
            Standby.run(server, "ALTER SYSTEM SET default_transaction_read_only = on");
            Standby.run(server, "SELECT pg_reload_conf()");
            Leaks.await("the sessions are read-only", () -> isReadOnly(application));
            assertThat(isHealthy(application)).as("nobody writes").isTrue();

            assertThat(isWritten(insert)).isFalse();
            assertThat(health(application).status()).isEqualTo(Health.Status.DEGRADED);
            assertThat(health(application).reason()).endsWith(" accepts no changes");

            Standby.run(server, "ALTER SYSTEM RESET default_transaction_read_only");
            Standby.run(server, "SELECT pg_reload_conf()");
            Leaks.await("health is green again", () -> isHealthy(application));
            insert.blockingAwait();
            application.stop();
        }
    }

    private static boolean isReadOnly(final RunningApplication application) {
        return application
                .get(Database.class)
                .query("SELECT current_setting('transaction_read_only')")
                .as(String.class)
                .single()
                .blockingGet()
                .equals("on");
    }

    private static int port(final Database database) {
        return database.query("SELECT inet_server_port()")
                .map(row -> row.getInteger(0))
                .single()
                .blockingGet();
    }

    private static boolean isWritten(final Completable insert) {
        final Throwable error = insert.blockingGet();
        if (error != null) {
            assertThat(error).isInstanceOf(UnavailableException.class);
        }
        return error == null;
    }

    @Test
    void aServerIsFoundByItsRole() throws Exception {
        try (Standby servers = Standby.start(folder)) {
            assertThat(isInRecovery(
                            application(servers).withConfiguration("postgresql.target-session-attrs", "standby")))
                    .isTrue();
            assertThat(isInRecovery(byUrl(servers, "standby"))).isTrue();
            assertThat(isInRecovery(byUrl(servers, "primary"))).isFalse();
            assertThat(isInRecovery(byUrl(servers, "any"))).isTrue();
        }
    }

    /** The standby is the first of the servers. */
    private static JZenith byUrl(final Standby servers, final String role) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration(
                        "postgresql.url",
                        "postgresql://postgres:%s@127.0.0.1:%d,127.0.0.1:%d/postgres?target_session_attrs=%s"
                                .formatted(
                                        servers.primary().password(),
                                        servers.standby().port(),
                                        servers.primary().port(),
                                        role))
                .withConfiguration("postgresql.migrations.enabled", false);
    }

    private static boolean isInRecovery(final JZenith recipe) {
        final RunningApplication application = recipe.run();
        try {
            return application
                    .get(Database.class)
                    .query("SELECT pg_is_in_recovery()")
                    .map(row -> row.getBoolean(0))
                    .single()
                    .blockingGet();
        } finally {
            application.stop();
        }
    }
}
