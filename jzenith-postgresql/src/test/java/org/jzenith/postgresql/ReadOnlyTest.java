package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subscribers.TestSubscriber;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.jooq.Jooq;
import org.jzenith.sql.notification.SqlNotification;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** {@code Database.readOnly()}: the server it reads from, its sessions, and when its connections are opened. */
final class ReadOnlyTest {

    private static final String IN_RECOVERY = "SELECT pg_is_in_recovery()";

    @TempDir
    private Path folder;

    private static JZenith application(final Standby servers) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.hosts", servers.hosts())
                .withConfiguration("postgresql.password", servers.primary().password())
                .withConfiguration("postgresql.connect-timeout", "10s")
                .withConfiguration("postgresql.connect-retry-interval", "100ms")
                .withConfiguration("postgresql.migrations.enabled", false);
    }

    private static boolean isInRecovery(final Database database) {
        return database.query(IN_RECOVERY).as(Boolean.class).single().blockingGet();
    }

    private static int backend(final Database database) {
        return database.query("SELECT pg_backend_pid()")
                .as(Integer.class)
                .single()
                .blockingGet();
    }

    private static Health health(final RunningApplication application) {
        return application.get(HealthChecks.class).run().blockingGet().stream()
                .filter(result -> result.name().equals("postgresql"))
                .findFirst()
                .orElseThrow()
                .health();
    }

    /** A row to insert. */
    record Item(int id) {}

    private static void assertRefused(final Completable change) {
        final SqlException error = catchThrowableOfType(SqlException.class, change::blockingAwait);
        assertThat(error).isNotInstanceOf(UnavailableException.class).hasMessageContaining("readOnly() is for reads");
        assertThat(error.sqlState()).isEqualTo("25006");
    }

    private static void assertEachChangeIsRefused(final Database reads) {
        final String insert = "INSERT INTO item VALUES ($1)";
        assertRefused(reads.query(insert, 1).execute());
        assertRefused(reads.query(insert).batch(List.of(List.of(1))).ignoreElement());
        assertRefused(reads.insertAll("item", Flowable.just(new Item(1))).ignoreElement());
        assertRefused(reads.withTransactionCompletable(tx -> tx.query(insert, 1).execute()));
        assertRefused(reads.readOnly().query(insert, 1).execute());
    }

    @Test
    void readsComeFromTheStandbyAlsoWhenItIsPromoted() throws Exception {
        try (Standby servers = Standby.start(folder)) {
            Standby.run(servers.primary(), "CREATE TABLE item (id int PRIMARY KEY)");
            final RunningApplication application = application(servers).run();
            final Database database = application.get(Database.class);
            final Database reads = database.readOnly();
            final Jooq jooq = application.get(Jooq.class);

            assertThat(isInRecovery(reads)).isTrue();
            assertThat(reads.query(IN_RECOVERY).as(Boolean.class).stream().blockingFirst())
                    .isTrue();
            assertThat(reads.withTransaction(tx ->
                                    tx.query(IN_RECOVERY).as(Boolean.class).single())
                            .blockingGet())
                    .isTrue();
            assertThat(jooq.readOnly()
                            .fetch(jooq.dsl().select(DSL.field("pg_is_in_recovery()", Boolean.class)))
                            .single()
                            .blockingGet()
                            .value1())
                    .isTrue();
            assertThat(isInRecovery(database)).isFalse();

            Leaks.await(
                    "the table is on the standby",
                    () -> reads.query("SELECT to_regclass('item') IS NOT NULL")
                            .as(Boolean.class)
                            .single()
                            .blockingGet());
            assertEachChangeIsRefused(reads);
            assertThat(health(application).status()).isEqualTo(Health.Status.UP);

            servers.killPrimary();
            assertThat(isInRecovery(reads)).isTrue();
            servers.promote();
            Leaks.await(
                    "the new primary gets the writes",
                    () -> database.query("INSERT INTO item VALUES (1) ON CONFLICT DO NOTHING")
                                    .execute()
                                    .blockingGet()
                            == null);
            assertThat(isInRecovery(reads)).isFalse();
            assertEachChangeIsRefused(reads);
            application.stop();
        }
    }

    @Tag("full")
    @Test
    void withoutAStandbyThePrimaryIsReadUnlessTheSettingRulesItOut() throws Exception {
        try (Standby servers = Standby.start(folder)) {
            final RunningApplication application = application(servers).run();
            final RunningApplication strict = application(servers)
                    .withConfiguration("postgresql.read-only.target-session-attrs", "standby")
                    .run();
            final RunningApplication ofPrimary = application(servers)
                    .withConfiguration("postgresql.read-only.target-session-attrs", "primary")
                    .run();
            final Database reads = application.get(Database.class).readOnly();
            final Database strictReads = strict.get(Database.class).readOnly();
            assertThat(isInRecovery(reads)).isTrue();
            assertThat(isInRecovery(strictReads)).isTrue();
            assertThat(isInRecovery(ofPrimary.get(Database.class).readOnly())).isFalse();
            ofPrimary.stop();

            servers.standby().close();
            Leaks.await(
                    "the primary is read",
                    () -> reads.query(IN_RECOVERY)
                            .as(Boolean.class)
                            .single()
                            .map(inRecovery -> !inRecovery)
                            .onErrorReturnItem(false)
                            .blockingGet());
            Leaks.await("health says so", () -> health(strict).status() == Health.Status.DEGRADED);
            Leaks.await("the error says so", () -> {
                final Throwable error = strictReads.query(IN_RECOVERY).execute().blockingGet();
                return error instanceof UnavailableException
                        && error.getMessage().contains("the server is not a standby");
            });
            assertThat(isInRecovery(strict.get(Database.class))).isFalse();
            // Each event loop connects to the primary in its own time.
            Leaks.await("all is well", () -> health(application).status() == Health.Status.UP);
            application.stop();
            strict.stop();
        }
    }

    @Tag("full")
    @Test
    void aStandbyThatIsFrozenDegradesTheApplicationOnly() throws Exception {
        try (Standby servers = Standby.start(folder);
                UnreliableProxy proxy = new UnreliableProxy(servers.standby().port())) {
            final RunningApplication application = application(servers)
                    .withConfiguration(
                            "postgresql.hosts", "localhost:" + servers.primary().port() + ",localhost:" + proxy.port())
                    .withConfiguration("postgresql.read-only.target-session-attrs", "standby")
                    .withConfiguration("health.timeout", "500ms")
                    .run();
            assertThat(isInRecovery(application.get(Database.class).readOnly())).isTrue();
            Leaks.await("all is well", () -> health(application).status() == Health.Status.UP);

            proxy.freeze();
            Leaks.await("the standby alone is missed", () -> {
                final Health health = health(application);
                return health.status() == Health.Status.DEGRADED
                        && health.reason().startsWith("readOnly(): ");
            });
            proxy.thaw();
            Leaks.await("the standby is back", () -> health(application).status() == Health.Status.UP);
            application.stop();
        }
    }

    @Test
    void aSingleServerRefusesChangesAndCountsItsConnections() {
        final String name = TestServer.freshDatabase();
        TestServer.run(name, "CREATE TABLE item (id int PRIMARY KEY)");
        final RunningApplication application = TestServer.application(name)
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        final Database database = application.get(Database.class);
        final int ofDatabase = backend(database);
        Leaks.await("one connection is open", () -> sessions(name) == 1);
        final Gauge ofPool = gauge(application, "postgresql.read-only.pool.connections");
        assertThat(ofPool.limit()).isZero();

        final Database reads = database.readOnly();
        final int ofReads = backend(reads);
        Leaks.await("two connections are open", () -> sessions(name) == 2);
        assertEachChangeIsRefused(reads);
        assertThat(backend(reads)).isEqualTo(ofReads);
        assertThat(backend(database)).isEqualTo(ofDatabase);

        final CompletableSubject hold = CompletableSubject.create();
        final TestObserver<Void> holding =
                reads.withTransactionCompletable(tx -> hold).test();
        Leaks.await("the transaction is counted", () -> ofPool.used() == 1);
        assertThat(ofPool.limit()).isEqualTo(3);
        assertThat(gauge(application, "postgresql.pool.connections").used()).isZero();
        hold.onComplete();
        assertThat(holding.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();

        final TestSubscriber<SqlNotification> notifications =
                reads.notifications("items").test();
        assertThat(notifications.awaitCount(1).values()).hasOnlyElementsOfType(SqlNotification.Missed.class);
        notifications.cancel();
        application.stop();
        Leaks.await("all connections are closed", () -> sessions(name) == 0);
        assertThat(catchThrowableOfType(UnavailableException.class, () -> backend(reads)))
                .isNotNull();
    }

    private static Gauge gauge(final RunningApplication application, final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long sessions(final String database) {
        return TestServer.sessions("datname = '" + database + "'");
    }

    @Test
    void aStandbyThatSaysNothingIsPassedOver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            final RunningApplication application = JZenith.application()
                    .withPlugins(PostgresqlPlugin.create())
                    .withConfiguration("jzenith.event-loops", 1)
                    .withConfiguration(
                            "postgresql.hosts",
                            "127.0.0.1:" + TestServer.port() + ",127.0.0.1:" + silent.getLocalPort())
                    .withConfiguration("postgresql.password", TestServer.password())
                    .withConfiguration("postgresql.database", TestServer.freshDatabase())
                    .withConfiguration("postgresql.connect-timeout", "3s")
                    .run();
            assertThat(isInRecovery(application.get(Database.class).readOnly())).isFalse();
            application.stop();
        }
    }

    @Test
    void aTransactionCannotBeOpenedForChanges() {
        final String name = TestServer.freshDatabase();
        TestServer.run(name, "CREATE TABLE item (id int PRIMARY KEY)");
        final RunningApplication application = TestServer.application(name)
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        final Database reads = application.get(Database.class).readOnly();
        for (final String statement : List.of(
                "SET TRANSACTION READ WRITE",
                "SET LOCAL transaction_read_only = off",
                "SET LOCAL \"transaction_read_only\" TO 'no'",
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE",
                "RESET transaction_read_only",
                "SELECT set_config('transaction_read_only', 'off', true)")) {
            assertThatThrownBy(() -> reads.withTransactionCompletable(tx -> tx.query(statement)
                                    .execute()
                                    .andThen(tx.query("INSERT INTO item VALUES (1)")
                                            .execute()))
                            .blockingAwait())
                    .as(statement)
                    .isInstanceOf(SqlException.class);
            assertThat(TestServer.count(name, "SELECT count(*) FROM item"))
                    .as(statement)
                    .isZero();
            reads.withTransactionCompletable(tx -> tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                            .execute()
                            .andThen(tx.query("SET LOCAL TRANSACTION READ ONLY").execute()))
                    .blockingAwait();
        }
        application.stop();
    }

    @Test
    void aSessionThatAPoolerLeavesWritableIsNotUsed() {
        final String name = TestServer.freshDatabase();
        TestServer.run(name, "CREATE TABLE item (id int PRIMARY KEY)");
        try (UnreliableProxy pooler = new UnreliableProxy(TestServer.port())) {
            pooler.replace("default_transaction_read_only\0on", "default_transaction_read_only\0no");
            for (final String target : List.of("prefer-standby", "primary")) {
                final RunningApplication application = TestServer.application(name)
                        .withConfiguration("jzenith.event-loops", 1)
                        .withConfiguration("postgresql.port", pooler.port())
                        .withConfiguration("postgresql.read-only.target-session-attrs", target)
                        .run();
                final Database reads = application.get(Database.class).readOnly();
                assertThat(catchThrowableOfType(
                                UnavailableException.class,
                                () -> reads.query("INSERT INTO item VALUES (1)")
                                        .execute()
                                        .blockingAwait()))
                        .hasMessageContaining("ignores default_transaction_read_only");
                assertThat(health(application).toString()).contains("ignores default_transaction_read_only");
                assertThat(backend(application.get(Database.class))).isPositive();
                application.stop();
            }
        }
        assertThat(TestServer.count(name, "SELECT count(*) FROM item")).isZero();
    }

    @Test
    void noOtherDatabaseHasItsName() {
        assertThatThrownBy(() -> PostgresqlPlugin.named("read-only"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Choose another qualifier");
    }

    // region reads
    /** A service that only reads. */
    static final class Reports {

        private final Database database;

        @Inject
        Reports(final Database database) {
            this.database = database.readOnly();
        }
    }
    // endregion

    @Test
    void startupOpensTheConnectionsOfAConstructor() {
        final String name = TestServer.freshDatabase();
        final RunningApplication application = TestServer.application(name)
                .withModules(binder -> binder.bind(Reports.class).asEagerSingleton())
                .run();
        Leaks.await("two connections of each event loop are open", () -> sessions(name) == 4);
        assertThat(backend(application.get(Reports.class).database)).isPositive();
        application.stop();
    }

    @Test
    void startupDoesNotFailWithoutAServerForReads() {
        final RunningApplication application = TestServer.application(TestServer.freshDatabase())
                .withConfiguration("postgresql.read-only.target-session-attrs", "standby")
                .withModules(binder -> binder.bind(Reports.class).asEagerSingleton())
                .run();
        assertThat(health(application).status()).isEqualTo(Health.Status.DEGRADED);
        assertThat(health(application).toString()).contains("the server is not a standby");
        assertThat(catchThrowableOfType(
                        UnavailableException.class, () -> backend(application.get(Reports.class).database)))
                .hasMessageContaining("the server is not a standby");
        assertThat(backend(application.get(Database.class))).isPositive();
        application.stop();
    }
}
