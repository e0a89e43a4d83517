package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;

/** Counts the calls of a store, each of which is a statement over PostgreSQL. */
final class CountedLogStore implements LogStore, LeaseStore {

    private final LogStore store;
    private final AtomicLong renewals = new AtomicLong();
    private final AtomicLong renewedRows = new AtomicLong();
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong releases = new AtomicLong();
    private final AtomicLong positions = new AtomicLong();

    /**
     * The calls so far.
     *
     * @param renewedRows the rows that renewals have returned
     * @param granted claims that were successful
     * @param positions reads of the positions of a consumer, and of the state of the log
     */
    record Calls(long renewals, long renewedRows, long claims, long granted, long releases, long positions) {

        Calls since(final Calls before) {
            return new Calls(
                    renewals - before.renewals,
                    renewedRows - before.renewedRows,
                    claims - before.claims,
                    granted - before.granted,
                    releases - before.releases,
                    positions - before.positions);
        }
    }

    CountedLogStore(final LogStore store) {
        this.store = store;
    }

    Calls calls() {
        return new Calls(
                renewals.get(), renewedRows.get(), claims.get(), granted.get(), releases.get(), positions.get());
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return store.open(topic);
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return store.append(topic, messages, fence);
    }

    @Override
    public Single<List<StoredMessage>> read(
            final String topic, final Map<Integer, Long> after, final int most, final long mostBytes) {
        return store.read(topic, after, most, mostBytes);
    }

    @Override
    public Single<List<StoredMessage>> readAll(
            final String topic, final long after, final int most, final long mostBytes) {
        return store.readAll(topic, after, most, mostBytes);
    }

    @Override
    public Single<LogState> state(final String topic) {
        return store.state(topic).doOnSubscribe(any -> positions.incrementAndGet());
    }

    @Override
    public Single<Map<Integer, Long>> count(final String topic, final Map<Integer, Long> after) {
        return store.count(topic, after);
    }

    @Override
    public Single<Map<Integer, Long>> committed(final String topic, final String consumer) {
        return store.committed(topic, consumer).doOnSubscribe(any -> positions.incrementAndGet());
    }

    @Override
    public Completable commit(
            final String topic, final String consumer, final int partition, final long position, final Term term) {
        return store.commit(topic, consumer, partition, position, term);
    }

    @Override
    public String resetCommand(final String topic, final String consumer) {
        return store.resetCommand(topic, consumer);
    }

    @Override
    public Flowable<String> arrivals() {
        return store.arrivals();
    }

    @Override
    public Completable trim(final TopicDefinition topic) {
        return store.trim(topic);
    }

    @Override
    public LeaseStore leases() {
        return this;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return store.deadLetters();
    }

    @Override
    public Maybe<Lease> claim(
            final String group, final String slot, final String owner, final Duration length, final long occasion) {
        return store.leases()
                .claim(group, slot, owner, length, occasion)
                .doOnSubscribe(any -> claims.incrementAndGet())
                .doOnSuccess(any -> granted.incrementAndGet());
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        return store.leases()
                .renew(owner, length, groups)
                .doOnSubscribe(any -> renewals.incrementAndGet())
                .doOnSuccess(leases -> renewedRows.addAndGet(leases.size()));
    }

    @Override
    public Completable release(final Lease lease, final long occasion) {
        return store.leases().release(lease, occasion).doOnSubscribe(any -> releases.incrementAndGet());
    }

    @Override
    public Single<Instant> now() {
        return store.leases().now();
    }
}
