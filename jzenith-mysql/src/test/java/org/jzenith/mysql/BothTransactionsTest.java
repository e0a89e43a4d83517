package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.Transactions;
import org.jzenith.sql.error.IdleTransactionException;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.error.UnavailableException;

/** Collisions and idle transactions on both databases. */
@Tag("full")
final class BothTransactionsTest {

    @AfterAll
    static void stop() {
        Product.stopAll();
    }

    private static Completable lockBoth(
            final Product product,
            final SqlTransaction tx,
            final int first,
            final int second,
            final AtomicInteger attempts,
            final CompletableSubject bothHoldOne) {
        return product.withdraw(tx, first)
                .doOnComplete(() -> {
                    if (attempts.incrementAndGet() == 2) {
                        bothHoldOne.onComplete();
                    }
                })
                .andThen(bothHoldOne)
                .andThen(product.withdraw(tx, second));
    }

    @ParameterizedTest
    @EnumSource
    void aDeadlockIsRepeated(final Product product) {
        final Transactions repeated = product.filled().transactions().retry(5);
        final CompletableSubject bothHoldOne = CompletableSubject.create();
        final AtomicInteger attempts = new AtomicInteger();
        Completable.mergeArray(
                        repeated.withTransactionCompletable(tx -> lockBoth(product, tx, 1, 2, attempts, bothHoldOne)),
                        repeated.withTransactionCompletable(tx -> lockBoth(product, tx, 2, 1, attempts, bothHoldOne)))
                .blockingAwait();
        // The repeated transaction may lock its first row before the other one wakes up, which is another deadlock.
        assertThat(attempts).hasValueGreaterThanOrEqualTo(3);
        assertThat(product.balance(1)).isEqualTo(80);
        assertThat(product.balance(2)).isEqualTo(-20);
    }

    @ParameterizedTest
    @EnumSource
    void aLockThatIsNotFreeIsNotACollision(final Product product) {
        final Database database = product.filled();
        final AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> database.withTransactionCompletable(tx -> product.withdraw(tx, 1)
                                .andThen(database.transactions().retry(3).withTransactionCompletable(inner -> {
                                    attempts.incrementAndGet();
                                    return inner.query("SELECT id FROM account WHERE id = 1 FOR UPDATE NOWAIT")
                                            .execute();
                                })))
                        .blockingAwait())
                .isInstanceOf(LockNotAvailableException.class);
        assertThat(attempts).hasValue(1);
        assertThat(product.balance(1)).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatWaitsIsRolledBackAndNamed(final Product product) {
        try (RunningApplication application = product.create()
                .withConfiguration(product.key("transaction-idle-timeout"), "500ms")
                .run()) {
            final Database database = application.get(Database.class);
            database.query("CREATE TABLE account (id int PRIMARY KEY, balance int)")
                    .execute()
                    .blockingAwait();
            assertThatThrownBy(() -> database.withTransactionCompletable(
                                    tx -> product.insert(tx, 4711).andThen(Completable.never()))
                            .blockingAwait())
                    .isInstanceOf(IdleTransactionException.class)
                    .hasMessageContaining(product.key("transaction-idle-timeout"))
                    .hasMessageContaining("in: INSERT INTO account VALUES (")
                    .hasMessageNotContaining("4711");
            assertThat(database.query("SELECT count(*) FROM account")
                            .as(Long.class)
                            .single()
                            .blockingGet())
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theServerHasALongerLimitForAProcessThatHangs(final Product product) {
        assertThat(product.database()
                        .withTransaction(tx -> tx.query(product.either(
                                        "SELECT setting::int / 1000 FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
                                        "SELECT CAST(@@idle_transaction_timeout AS INT)"))
                                .map(row -> row.getInteger(0))
                                .single())
                        .blockingGet())
                .isEqualTo(600);
    }

    @ParameterizedTest
    @EnumSource
    void readOnlyRefusesEachChange(final Product product) {
        final Database database = product.filled();
        final Database reads = database.readOnly();
        for (final Completable change : List.of(
                product.withdraw(reads, 1),
                reads.withTransactionCompletable(tx -> product.withdraw(tx, 1)),
                reads.query(product.sql("INSERT INTO account VALUES ($1, 1)"))
                        .batch(List.of(List.of(7)))
                        .ignoreElement())) {
            final SqlException error = catchThrowableOfType(SqlException.class, change::blockingAwait);
            assertThat(error)
                    .isNotInstanceOf(UnavailableException.class)
                    .hasMessageContaining("readOnly() is for reads");
            assertThat(error.sqlState()).isEqualTo("25006");
        }
        assertThat(reads.query("SELECT balance FROM account ORDER BY id")
                        .as(Integer.class)
                        .list()
                        .blockingGet())
                .containsExactly(100, 0);
        product.withdraw(database, 1).blockingAwait();
        assertThat(product.balance(1)).isEqualTo(90);
    }

    @Test
    void whatMariadbDoesNotHaveIsRefused() {
        final Database database = Product.MARIADB.database();
        assertThatThrownBy(() -> database.notifications("orders"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("The database of mysql has no notifications");
        assertThatThrownBy(() -> database.transactions().deferrable())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("no deferrable transactions");
    }
}
