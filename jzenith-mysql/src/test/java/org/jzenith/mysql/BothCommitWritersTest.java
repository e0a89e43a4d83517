package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.error.CommitOutcomeUnknownException;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;
import org.jzenith.sql.error.UniqueViolationException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Values that are written right before the commit, on one pooled connection of each database. */
@Tag("full")
final class BothCommitWritersTest {

    /** Prepares the statement of the writer on the connection when it is run first. */
    private static final int PREPARED = 1_000_000;

    private static final Map<Product, Server> SERVERS = new EnumMap<>(Product.class);

    /** An application, and a proxy before its database. */
    private static final class Server {

        private final Product product;
        private final UnreliableProxy proxy;
        private final RunningApplication application;
        private final Database database;
        private final CommitWriter<Object> writer = new CommitWriter<>() {

            @Override
            public List<CommitStatement> statements(final List<Object> values) {
                return values.stream()
                        .map(value -> new CommitStatement(product.sql("INSERT INTO entry (number) VALUES ($1)"), value))
                        .toList();
            }

            @Override
            public long bytes(final Object value) {
                return 8;
            }
        };

        Server(final Product product) {
            this.product = product;
            this.proxy = new UnreliableProxy(product.port());
            this.application = product.create()
                    .withConfiguration(product.key("pool.size"), 1)
                    .withOverridingConfiguration(product.key("port"), proxy.port())
                    .run();
            this.database = application.get(Database.class);
            execute(product.either(
                    "CREATE TABLE entry (id bigserial PRIMARY KEY, number int UNIQUE)",
                    "CREATE TABLE entry (id bigint AUTO_INCREMENT PRIMARY KEY, number int UNIQUE)"));
        }

        private void execute(final String sql) {
            database.query(sql).execute().blockingAwait();
        }

        private Completable write(final SqlTransaction tx, final Object value) {
            return tx.writeAtCommit(writer, value);
        }

        private void commit(final Object value) {
            database.withTransactionCompletable(tx -> write(tx, value)).blockingAwait();
        }

        private List<Integer> numbers() {
            return database.query("SELECT number FROM entry WHERE number < 1000000 ORDER BY id")
                    .as(Integer.class)
                    .list()
                    .blockingGet();
        }

        private Connection connect() throws SQLException {
            return product.connect(application.get(DatabaseAddress.class).database());
        }

        /** Writes a value that waits for a lock, which another session holds until it ends. */
        private TestObserver<Void> writeLocked(final Connection lock) throws SQLException {
            lock.setAutoCommit(false);
            try (Statement session = lock.createStatement()) {
                session.execute("INSERT INTO entry (number) VALUES (7)");
            }
            final TestObserver<Void> caller =
                    database.withTransactionCompletable(tx -> write(tx, 7)).test();
            product.database()
                    .query(product.either(
                            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO entry%'"
                                    + " AND wait_event_type = 'Lock'",
                            "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'"))
                    .as(Long.class)
                    .single()
                    // MariaDB refreshes the view only after it was not read for 100 ms.
                    .repeatWhen(seen -> seen.delay(product == Product.MARIADB ? 150 : 10, TimeUnit.MILLISECONDS))
                    .takeUntil(count -> count == 1)
                    .ignoreElements()
                    .timeout(20, TimeUnit.SECONDS)
                    .blockingAwait();
            return caller;
        }

        /** Waits until no transaction has the only connection. */
        private void awaitEnd() {
            database.withTransactionCompletable(tx -> Completable.complete())
                    .retry(error -> error instanceof UnavailableException)
                    .blockingAwait();
        }

        void stop() {
            application.stop();
            proxy.close();
        }
    }

    /** Returns the server, whose only pooled connection has not prepared the statement, or has. */
    private static Server server(final Product product, final boolean prepared) {
        Server server = SERVERS.get(product);
        if (server == null || !prepared) {
            if (server != null) {
                server.stop();
            }
            server = new Server(product);
            SERVERS.put(product, server);
        }
        server.execute("DELETE FROM entry");
        if (prepared) {
            server.commit(PREPARED);
        }
        return server;
    }

    @AfterAll
    static void stopAll() {
        SERVERS.values().forEach(Server::stop);
        Product.stopAll();
    }

    @ParameterizedTest
    @EnumSource
    void valuesAreWrittenWithTheCommit(final Product product) {
        for (final boolean prepared : new boolean[] {false, true}) {
            final Server server = server(product, prepared);
            final AtomicReference<Long> before = new AtomicReference<>();
            server.database
                    .withTransactionCompletable(tx -> server.write(tx, 2)
                            .andThen(server.write(tx, 1))
                            .andThen(tx.query("SELECT count(*) FROM entry WHERE number < 1000000")
                                    .as(Long.class)
                                    .single()
                                    .doOnSuccess(before::set)
                                    .ignoreElement()))
                    .blockingAwait();
            assertThat(before).hasValue(0L);
            assertThat(server.numbers()).containsExactly(2, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatTheServerRefusesFailsTheTransaction(final Product product) {
        for (final boolean prepared : new boolean[] {false, true}) {
            final Server server = server(product, prepared);
            server.execute("INSERT INTO entry (number) VALUES (1)");
            final AtomicInteger committed = new AtomicInteger();
            assertThatThrownBy(() -> server.database
                            .withTransactionCompletable(tx -> {
                                tx.afterCommit(committed::incrementAndGet);
                                return tx.query("INSERT INTO entry (number) VALUES (2)")
                                        .execute()
                                        .andThen(server.write(tx, 1))
                                        .andThen(server.write(tx, 3));
                            })
                            .blockingAwait())
                    .isInstanceOf(UniqueViolationException.class);
            assertThat(server.numbers()).containsExactly(1);
            assertThat(committed).hasValue(0);
            server.commit(4);
            assertThat(server.numbers()).containsExactly(1, 4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aValueThatIsNotSentFailsTheTransaction(final Product product) {
        for (final boolean prepared : new boolean[] {false, true}) {
            final Server server = server(product, prepared);
            assertThatThrownBy(() -> server.database
                            .withTransactionCompletable(tx -> tx.query("INSERT INTO entry (number) VALUES (2)")
                                    .execute()
                                    .andThen(server.write(tx, new Object())))
                            .blockingAwait())
                    .isInstanceOf(InvalidValueException.class);
            assertThat(server.numbers()).isEmpty();
            server.commit(4);
            assertThat(server.numbers()).containsExactly(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNestedTransactionThatIsRolledBackWritesNothing(final Product product) {
        final Server server = server(product, true);
        server.database
                .withTransactionCompletable(tx -> server.write(tx, 1)
                        .andThen(tx.nestedCompletable(inner ->
                                        server.write(inner, 2).andThen(Completable.error(new SecurityException())))
                                .onErrorComplete(SecurityException.class::isInstance))
                        .andThen(tx.nestedCompletable(inner -> server.write(inner, 3)
                                .andThen(inner.nestedCompletable(innermost -> server.write(innermost, 4)))
                                .andThen(server.write(inner, 5))))
                        .andThen(server.write(tx, 6)))
                .blockingAwait();
        assertThat(server.numbers()).containsExactly(1, 3, 4, 5, 6);
    }

    /** PostgreSQL refuses to release its savepoint. */
    @ParameterizedTest
    @EnumSource
    void aNestedTransactionThatCannotBeKeptWritesNothing(final Product product) {
        final Server server = server(product, true);
        server.database
                .withTransactionCompletable(tx -> tx.nestedCompletable(inner -> server.write(inner, 1)
                                .andThen(inner.query("SELECT * FROM missing_table")
                                        .execute()
                                        .onErrorComplete()))
                        .onErrorComplete(SqlException.class::isInstance)
                        .andThen(server.write(tx, 2)))
                .blockingAwait();
        assertThat(server.numbers()).containsExactly(2);
    }

    @ParameterizedTest
    @EnumSource
    void manyValuesAreWrittenInPartsAndInOrder(final Product product) {
        final Server server = server(product, true);
        server.database
                .withTransactionCompletable(tx -> Flowable.range(0, 100)
                        .concatMapCompletable(i -> server.write(tx, i))
                        .andThen(tx.nestedCompletable(
                                inner -> Flowable.range(100, 600).concatMapCompletable(i -> server.write(inner, i))))
                        .andThen(Flowable.range(700, 100).concatMapCompletable(i -> server.write(tx, i))))
                .blockingAwait();
        assertThat(server.numbers())
                .containsExactlyElementsOf(IntStream.range(0, 800).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void aReadOnlyTransactionFailsAtItsCommit(final Product product) {
        final Server server = server(product, true);
        assertThatThrownBy(() -> server.database
                        .transactions()
                        .readOnly()
                        .withTransactionCompletable(tx -> server.write(tx, 1))
                        .blockingAwait())
                .isInstanceOfSatisfying(
                        SqlException.class,
                        error -> assertThat(error.sqlState()).isEqualTo("25006"));
        assertThat(server.numbers()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void valuesComeTooLateAfterTheTransaction(final Product product) {
        final Server server = server(product, true);
        final List<SqlTransaction> ended = new ArrayList<>();
        server.database
                .withTransactionCompletable(tx -> {
                    ended.add(tx);
                    return server.write(tx, 1);
                })
                .blockingAwait();
        assertThatThrownBy(() -> server.write(ended.get(0), 2).blockingAwait())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has ended");
        assertThat(server.numbers()).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCollisionOfARowIsRepeated(final Product product) {
        final Server server = server(product, true);
        server.execute("CREATE SEQUENCE attempt");
        if (product == Product.POSTGRESQL) {
            server.execute("CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                    + " IF nextval('attempt') < 3 THEN RAISE SQLSTATE '40001'; END IF; RETURN new; END $$");
        }
        server.execute("CREATE TRIGGER colliding BEFORE INSERT ON entry FOR EACH ROW "
                + product.either(
                        "EXECUTE FUNCTION collide()", "IF nextval(attempt) < 3 THEN SIGNAL SQLSTATE '40001'; END IF"));
        final AtomicInteger attempts = new AtomicInteger();
        try {
            server.database
                    .transactions()
                    .retry(5)
                    .withTransactionCompletable(tx -> {
                        attempts.incrementAndGet();
                        return server.write(tx, 1);
                    })
                    .blockingAwait();
        } finally {
            server.execute("DROP TRIGGER colliding" + product.either(" ON entry", ""));
        }
        assertThat(attempts).hasValue(3);
        assertThat(server.numbers()).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCallerThatDisposesBeforeTheCommitIsSentRollsBack(final Product product) throws SQLException {
        final Server server = server(product, false);
        try (Connection lock = server.connect()) {
            server.writeLocked(lock).dispose();
            lock.rollback();
        }
        server.awaitEnd();
        assertThat(server.numbers()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void postgresqlGetsTheCommitTogetherWithTheRow(final Product product) throws SQLException {
        final Server server = server(product, true);
        try (Connection lock = server.connect()) {
            server.writeLocked(lock).dispose();
            lock.rollback();
        }
        server.awaitEnd();
        assertThat(server.numbers()).containsExactlyElementsOf(product == Product.POSTGRESQL ? List.of(7) : List.of());
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatBreaksWhileARowIsWritten(final Product product) throws SQLException {
        for (final boolean prepared : new boolean[] {false, true}) {
            final Server server = server(product, prepared);
            final TestObserver<Void> caller;
            try (Connection lock = server.connect()) {
                caller = server.writeLocked(lock);
                server.proxy.closeConnections();
                assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            }
            caller.assertError(error -> prepared && product == Product.POSTGRESQL
                    ? error instanceof CommitOutcomeUnknownException
                    : error instanceof UnavailableException);
            server.awaitEnd();
        }
    }
}
