package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.google.inject.Inject;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.subjects.CompletableSubject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.IdleTransactionException;

/** Leases and their terms in both databases. */
@Tag("full")
final class BothLeasesTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    /** An occasion that is not bound to a time, and the one with which it is released. */
    private static final long ALWAYS = Long.MAX_VALUE;

    private static final AtomicInteger GROUPS = new AtomicInteger();
    private static final Map<Product, RunningApplication> APPLICATIONS = new EnumMap<>(Product.class);

    private final String group = "group-" + GROUPS.incrementAndGet();

    static final class Stores {

        private final Set<LeaseStore> all;

        @Inject
        Stores(final Set<LeaseStore> all) {
            this.all = all;
        }
    }

    private static Module leases(final Product product) {
        return binder -> {
            binder.bind(Stores.class);
            LeaseUse.binder(binder).addBinding().toInstance(new LeaseUse(product.plugin(), "a test"));
        };
    }

    @BeforeAll
    static void start() {
        for (final Product product : Product.values()) {
            final RunningApplication application = product.create()
                    .withConfiguration("jzenith.event-loops", 2)
                    .withModules(leases(product))
                    .run();
            APPLICATIONS.put(product, application);
            application
                    .get(Database.class)
                    .query("CREATE TABLE written (id int PRIMARY KEY)")
                    .execute()
                    .blockingAwait();
        }
    }

    @AfterAll
    static void stop() {
        APPLICATIONS.values().forEach(RunningApplication::stop);
        Product.stopAll();
    }

    private static LeaseStore store(final Product product) {
        return APPLICATIONS.get(product).get(Stores.class).all.iterator().next();
    }

    private static Database database(final Product product) {
        return APPLICATIONS.get(product).get(Database.class);
    }

    private Lease claim(final Product product, final String owner, final Duration length) {
        return store(product).claim(group, "a", owner, length, ALWAYS).blockingGet();
    }

    /** Claims until the lease is free. */
    private Lease await(final Product product, final String owner, final Duration length) {
        return store(product)
                .claim(group, "a", owner, length, ALWAYS)
                .repeat()
                .firstOrError()
                .blockingGet();
    }

    private Lease read(final Product product) {
        return store(product)
                .renew("nobody", LONG, List.of(group))
                .blockingGet()
                .get(0);
    }

    private static Completable insert(final Product product, final Term term, final int id) {
        return database(product)
                .withTransactionCompletable(tx -> tx.requireTerm(term)
                        .andThen(product.query(tx, "INSERT INTO written VALUES ($1)", id)
                                .execute()));
    }

    private static boolean isWritten(final Product product, final int id) {
        return product.query(database(product), "SELECT count(*) FROM written WHERE id = $1", id)
                        .as(Long.class)
                        .single()
                        .blockingGet()
                == 1;
    }

    @ParameterizedTest
    @EnumSource
    void oneOwnerHasALeaseUntilItIsReleased(final Product product) {
        final Lease first = claim(product, "one", LONG);
        assertThat(first).isEqualTo(new Lease(group, "a", "one", 1, true, Long.MIN_VALUE));
        assertThat(claim(product, "two", LONG)).isNull();
        assertThat(claim(product, "one", LONG)).isNull();
        assertThat(read(product)).isEqualTo(first);
        store(product).release(first, 0).blockingAwait();
        assertThat(read(product)).isEqualTo(new Lease(group, "a", "one", 1, false, 0));
        final Lease second = claim(product, "two", LONG);
        assertThat(second.term()).isEqualTo(2);
        store(product).release(first, 5).blockingAwait();
        assertThat(read(product)).isEqualTo(second);
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseEndsByTheClockOfTheDatabase(final Product product) {
        final Lease first = claim(product, "one", SHORT);
        final Instant claimed = store(product).now().blockingGet();
        final Lease second = await(product, "two", LONG);
        assertThat(store(product).now().blockingGet()).isAfterOrEqualTo(claimed);
        assertThat(second.term()).isEqualTo(first.term() + 1);
        assertThat(second.owner()).isEqualTo("two");
    }

    @ParameterizedTest
    @EnumSource
    void anOwnerRenewsWhatItHasAndSeesTheGroup(final Product product) {
        final LeaseStore store = store(product);
        final String owner = "owner of " + group;
        final Lease ended = store.claim(group, "a", owner, SHORT, ALWAYS).blockingGet();
        final Lease kept = store.claim(group, "b", owner, LONG, ALWAYS).blockingGet();
        final Lease ofOther = store.claim(group, "c", "other", LONG, ALWAYS).blockingGet();
        final Lease elsewhere =
                store.claim(group + "/2", "a", owner, LONG, ALWAYS).blockingGet();
        final Lease taken = store.claim(group, "a", "other", LONG, ALWAYS)
                .repeat()
                .firstOrError()
                .blockingGet();
        assertThat(taken.term()).isEqualTo(ended.term() + 1);
        assertThat(store.renew(owner, LONG, List.of(group)).blockingGet())
                .containsExactlyInAnyOrder(taken, kept, ofOther, elsewhere);
        assertThat(store.renew(owner, LONG, List.of()).blockingGet()).containsExactlyInAnyOrder(kept, elsewhere);
    }

    @ParameterizedTest
    @EnumSource
    void aRenewalMovesTheEndAndDoesNotReviveALease(final Product product) {
        final LeaseStore store = store(product);
        final String owner = "owner of " + group;
        final Lease first = claim(product, owner, LONG);
        assertThat(store.renew(owner, SHORT, List.of()).blockingGet()).containsExactly(first);
        until(() -> !read(product).held());
        assertThat(store.renew(owner, LONG, List.of()).blockingGet())
                .containsExactly(new Lease(group, "a", owner, first.term(), false, first.occasion()));
        assertThat(claim(product, "two", LONG).term()).isEqualTo(first.term() + 1);
    }

    @ParameterizedTest
    @EnumSource
    void anOccasionIsDoneOnce(final Product product) {
        final LeaseStore store = store(product);
        final Lease first = store.claim(group, "a", "one", LONG, 1_000).blockingGet();
        store.release(first, 1_000).blockingAwait();
        assertThat(store.claim(group, "a", "two", LONG, 1_000).blockingGet()).isNull();
        assertThat(store.claim(group, "a", "two", LONG, 999).blockingGet()).isNull();
        final Lease between = store.claim(group, "a", "two", LONG, ALWAYS).blockingGet();
        store.release(between, 0).blockingAwait();
        assertThat(read(product).occasion()).isEqualTo(1_000);
        assertThat(store.claim(group, "a", "two", LONG, 1_000).blockingGet()).isNull();
        final Lease next = store.claim(group, "a", "two", LONG, 2_000).blockingGet();
        assertThat(next.term()).isEqualTo(3);
        assertThat(next.occasion()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @EnumSource
    void oneOfManyClaimsAtOnceIsGranted(final Product product) {
        for (int i = 1; i <= 5; i++) {
            final String slot = "slot-" + i;
            final List<Lease> granted = Flowable.range(1, 20)
                    .flatMapMaybe(owner -> store(product).claim(group, slot, "owner-" + owner, LONG, ALWAYS))
                    .toList()
                    .blockingGet();
            // Claims that collide may all be refused; the next one is granted then.
            assertThat(granted).hasSizeLessThanOrEqualTo(1);
            final Maybe<Lease> next = store(product).claim(group, slot, "next", LONG, ALWAYS);
            assertThat(next.blockingGet() == null).isEqualTo(granted.size() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOldTermWritesNothing(final Product product) {
        final Term first = claim(product, "one", SHORT).token();
        insert(product, first, 10).blockingAwait();
        assertThat(isWritten(product, 10)).isTrue();
        final Lease second = await(product, "two", LONG);
        assertThatThrownBy(() -> insert(product, first, 11).blockingAwait())
                .isInstanceOf(TermEndedException.class)
                .hasMessageContaining(
                        "The lease '" + group + "/a' is no longer held in term 1, so nothing was changed.");
        insert(product, second.token(), 12).blockingAwait();
        store(product).release(second, 0).blockingAwait();
        assertThatThrownBy(() -> insert(product, second.token(), 13).blockingAwait())
                .isInstanceOf(TermEndedException.class);
        assertThat(isWritten(product, 11) || isWritten(product, 13)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void workThatIgnoresTheErrorCommitsNothing(final Product product) {
        final Term never = new Term(group, "never", 1);
        assertThatThrownBy(() -> database(product)
                        .withTransactionCompletable(tx -> product.query(tx, "INSERT INTO written VALUES ($1)", 20)
                                .execute()
                                .andThen(tx.nestedCompletable(inner -> inner.requireTerm(never)))
                                .onErrorComplete())
                        .blockingAwait())
                .isInstanceOf(TermEndedException.class);
        assertThat(isWritten(product, 20)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionKeepsTheLeaseAndDoesNotBlockItsRenewal(final Product product) {
        final LeaseStore store = store(product);
        final String owner = "owner of " + group;
        final Lease first = claim(product, owner, LONG);
        final CompletableSubject required = CompletableSubject.create();
        final CompletableSubject mayEnd = CompletableSubject.create();
        final CompletableSubject ended = CompletableSubject.create();
        database(product)
                .withTransactionCompletable(tx -> tx.requireTerm(first.token())
                        .doOnComplete(required::onComplete)
                        .andThen(mayEnd)
                        .andThen(product.query(tx, "INSERT INTO written VALUES ($1)", 30)
                                .execute()))
                .subscribe(ended);
        required.blockingAwait();
        assertThat(store.renew(owner, SHORT, List.of()).blockingGet()).containsExactly(first);
        while (read(product).held()) {
            assertThat(claim(product, "two", LONG)).isNull();
        }
        assertThat(claim(product, "two", LONG)).isNull();
        mayEnd.onComplete();
        ended.blockingAwait();
        assertThat(isWritten(product, 30)).isTrue();
        assertThat(await(product, "two", LONG).term()).isEqualTo(first.term() + 1);
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatWaitsLosesTheLease(final Product product) {
        final Lease first = claim(product, "one", SHORT);
        assertThatThrownBy(() -> database(product)
                        .withTransactionCompletable(
                                tx -> tx.requireTerm(first.token()).andThen(Completable.never()))
                        .blockingAwait())
                .isInstanceOf(IdleTransactionException.class)
                .hasMessageContaining(
                        "ran no statement for 2000 ms and was rolled back (the limit after requireTerm(..))");
        await(product, "two", LONG);
    }

    /** The process that hangs is a session that has sent the same statements as {@code requireTerm}. */
    @ParameterizedTest
    @EnumSource
    void aProcessThatHangsInATransactionLosesTheLease(final Product product) throws SQLException {
        final Lease first = claim(product, "one", SHORT);
        final String name = database(product)
                .query(product.either("SELECT current_database()", "SELECT DATABASE()"))
                .as(String.class)
                .single()
                .blockingGet();
        try (Connection hanging = product.connect(name);
                Statement statement = hanging.createStatement()) {
            hanging.setAutoCommit(false);
            statement.execute(product.either(
                    "SET LOCAL idle_in_transaction_session_timeout = 3000",
                    "SET SESSION idle_transaction_timeout = 3"));
            statement.execute(product.either(
                    "SELECT 1 FROM jzenith_lease WHERE lease_group = '" + group + "' FOR KEY SHARE",
                    "SELECT 1 FROM jzenith_lease_term WHERE lease_group = '" + group + "' LOCK IN SHARE MODE"));
            assertThat(await(product, "two", LONG).term()).isEqualTo(first.term() + 1);
            assertThatThrownBy(() -> {
                        statement.execute("INSERT INTO written VALUES (40)");
                        hanging.commit();
                    })
                    .isInstanceOf(SQLException.class);
        }
        assertThat(isWritten(product, 40)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void theServerLimitsTheTimeOfTheTransactionOnly(final Product product) {
        final Lease lease = claim(product, "one", LONG);
        final String limit = product.either(
                "SELECT setting::int / 1000 FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
                "SELECT CAST(@@idle_transaction_timeout AS INT)");
        final Database database = database(product);
        assertThat(database.withTransaction(tx -> tx.requireTerm(lease.token())
                                .andThen(tx.query(limit).as(Integer.class).single()))
                        .blockingGet())
                .isEqualTo(3);
        assertThat(database.withTransaction(
                                tx -> tx.query(limit).as(Integer.class).single())
                        .blockingGet())
                .isEqualTo(600);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAUseThereIsNoTable(final Product product) {
        product.create().run().close();
        assertThatThrownBy(() -> product.create()
                        .withModules(leases(product))
                        .withConfiguration(product.key("migrations.enabled"), false)
                        .run())
                .hasMessageContaining("Leases are needed for a test, but their table in " + product.plugin())
                .hasMessageContaining("or run: CREATE TABLE IF NOT EXISTS jzenith_lease (");
    }
}
