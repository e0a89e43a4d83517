package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.messages.test.TimeLimited.get;
import static org.jzenith.messages.test.TimeLimited.run;
import static org.jzenith.messages.test.TimeLimited.until;

import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;

/**
 * For plugins: tests the rules of {@link LeaseStore}. The test of a store of leases extends it; for a store of logs, extend {@link
 * LogStoreContract} instead.
 */
public abstract class LeaseStoreContract {

    static final Duration LONG = Duration.ofHours(1);

    final String unique = UUID.randomUUID().toString().substring(0, 8);

    /** Creates the test. */
    protected LeaseStoreContract() {}

    /**
     * Returns the store of one instance.
     *
     * @return the same object for the whole test
     */
    protected abstract LeaseStore leases();

    /**
     * Returns the store of another instance, which has the same leases.
     *
     * @return the same object for the whole test
     */
    protected abstract LeaseStore otherLeases();

    final String group(final String name) {
        return "contract/" + unique + "/" + name;
    }

    static Lease claim(final LeaseStore store, final String group, final String owner, final Duration length) {
        return claim(store, group, owner, length, Long.MAX_VALUE);
    }

    private static Lease claim(
            final LeaseStore store,
            final String group,
            final String owner,
            final Duration length,
            final long occasion) {
        return get(store.claim(group, "0", owner, length, occasion).toSingle());
    }

    /** Waits until a lease has ended, and claims it. */
    static Lease takeOver(final LeaseStore store, final String group, final String owner) {
        while (true) {
            final @Nullable Lease lease = get(store.claim(group, "0", owner, LONG, Long.MAX_VALUE));
            if (lease != null) {
                return lease;
            }
        }
    }

    @Test
    void leaseIsHeldByOneOwner() {
        final String group = group("one");
        final Lease lease = claim(leases(), group, "a", LONG);
        assertThat(lease.owner()).isEqualTo("a");
        assertThat(lease.held()).isTrue();
        assertThat(lease.term()).isPositive();
        assertThat(get(otherLeases().claim(group, "0", "b", LONG, Long.MAX_VALUE)))
                .isNull();
        assertThat(get(leases().claim(group, "0", "a", LONG, Long.MAX_VALUE))).isNull();
        assertThat(get(otherLeases().claim(group, "1", "b", LONG, Long.MAX_VALUE)))
                .isNotNull();
    }

    @Test
    void releasedLeaseIsTakenWithAHigherTerm() {
        final String group = group("released");
        final Lease first = claim(leases(), group, "a-" + unique, LONG);
        run(leases().release(first, 0));
        final Lease second = claim(otherLeases(), group, "b", LONG);
        assertThat(second.term()).isGreaterThan(first.term());
        run(leases().release(first, 0));
        assertThat(get(leases().renew("a-" + unique, LONG, List.of(group)))).containsExactly(second);
    }

    @Test
    void leaseEndsUnlessItIsRenewed() {
        final String group = group("ended");
        final Lease first = claim(leases(), group, "a-" + unique, Duration.ofMillis(100));
        final Lease second = takeOver(otherLeases(), group, "b");
        assertThat(second.term()).isGreaterThan(first.term());
        assertThat(get(leases().renew("a-" + unique, LONG, List.of()))).noneMatch(Lease::held);
        assertThat(get(leases().renew("a-" + unique, LONG, List.of(group)))).containsExactly(second);
    }

    @Test
    void renewedLeaseOutlivesItsLength() {
        final String group = group("renewed");
        final Duration length = Duration.ofSeconds(1);
        final Instant claimed = get(leases().now());
        final Lease lease = claim(leases(), group, "a", length);
        final List<Lease> renewed = get(leases().renew("a", LONG, List.of()));
        if (renewed.contains(lease)) {
            until(() -> get(otherLeases().now()).isAfter(claimed.plus(length.multipliedBy(2))));
            assertThat(get(otherLeases().claim(group, "0", "b", LONG, Long.MAX_VALUE)))
                    .isNull();
        }
    }

    @Test
    void renewReadsGroupsAndTheLeasesOfTheOwner() {
        final Lease own = claim(leases(), group("own"), "a-" + unique, LONG);
        final Lease released = claim(leases(), group("read"), "b-" + unique, LONG);
        run(leases().release(released, 0));
        final Lease held = get(leases().claim(group("read"), "1", "b-" + unique, LONG, Long.MAX_VALUE));
        final List<Lease> found = get(otherLeases().renew("a-" + unique, LONG, List.of(group("read"), group("none"))));
        assertThat(found)
                .containsExactlyInAnyOrder(
                        own, new Lease(released.group(), "0", "b-" + unique, released.term(), false, 0), held);
    }

    @Test
    void occasionIsDoneOnce() {
        final String group = group("occasion");
        final Lease first = claim(leases(), group, "a", LONG, 5);
        run(leases().release(first, 5));
        assertThat(get(otherLeases().claim(group, "0", "b", LONG, 5))).isNull();
        assertThat(get(otherLeases().claim(group, "0", "b", LONG, 4))).isNull();
        final Lease second = claim(otherLeases(), group, "b", LONG, 6);
        run(otherLeases().release(second, 0));
        assertThat(get(leases().claim(group, "0", "a", LONG, 6))).as("not done").isNotNull();
    }

    @Test
    void onlyOneOfManyClaimsSucceeds() {
        final String group = group("race");
        final List<Lease> taken = get(Flowable.range(0, 20)
                .flatMapMaybe(i -> (i % 2 == 0 ? leases() : otherLeases())
                        .claim(group, "0", "owner-" + i, LONG, Long.MAX_VALUE)
                        .subscribeOn(Schedulers.io()))
                .toList());
        assertThat(taken).hasSize(1);
    }
}
