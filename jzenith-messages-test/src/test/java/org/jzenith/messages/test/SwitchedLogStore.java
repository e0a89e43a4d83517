package org.jzenith.messages.test;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;

/** The way of one instance to a store, which can be cut, silent, or lead to another store. Counts statements. */
final class SwitchedLogStore implements LogStore, LeaseStore {

    private final AtomicInteger statements = new AtomicInteger();
    private volatile LogStore store;
    private volatile Way way = Way.OPEN;

    /** The fate of a statement. */
    enum Way {
        OPEN,
        /** Fails at once. */
        CUT,
        /** Has no reply. */
        SILENT
    }

    /** The store is away. */
    private static final class AwayException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;
    }

    SwitchedLogStore(final LogStore store) {
        this.store = store;
    }

    void lead(final LogStore to) {
        store = to;
    }

    void become(final Way next) {
        way = next;
    }

    int statements() {
        return statements.get();
    }

    private <T> Single<T> single(final Single<T> work) {
        return Single.defer(() -> {
            statements.incrementAndGet();
            return switch (way) {
                case OPEN -> work;
                case CUT -> Single.error(new AwayException());
                case SILENT -> Single.never();
            };
        });
    }

    private Completable completable(final Completable work) {
        return single(work.toSingleDefault(true)).ignoreElement();
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return completable(Completable.defer(() -> store.open(topic)));
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return completable(Completable.defer(() -> store.append(topic, messages, fence)));
    }

    @Override
    public Single<List<StoredMessage>> read(
            final String topic, final Map<Integer, Long> after, final int most, final long mostBytes) {
        return single(Single.defer(() -> store.read(topic, after, most, mostBytes)));
    }

    @Override
    public Single<List<StoredMessage>> readAll(
            final String topic, final long after, final int most, final long mostBytes) {
        return single(Single.defer(() -> store.readAll(topic, after, most, mostBytes)));
    }

    @Override
    public Single<LogState> state(final String topic) {
        return single(Single.defer(() -> store.state(topic)));
    }

    @Override
    public Single<Map<Integer, Long>> count(final String topic, final Map<Integer, Long> positions) {
        return single(Single.defer(() -> store.count(topic, positions)));
    }

    @Override
    public Single<Map<Integer, Long>> committed(final String topic, final String consumer) {
        return single(Single.defer(() -> store.committed(topic, consumer)));
    }

    @Override
    public Completable commit(
            final String topic, final String consumer, final int partition, final long position, final Term term) {
        return completable(Completable.defer(() -> store.commit(topic, consumer, partition, position, term)));
    }

    @Override
    public String resetCommand(final String topic, final String consumer) {
        return store.resetCommand(topic, consumer);
    }

    /** Never rings, so that polling is tested. */
    @Override
    public Flowable<String> arrivals() {
        return Flowable.never();
    }

    @Override
    public Completable trim(final TopicDefinition topic) {
        return completable(Completable.defer(() -> store.trim(topic)));
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
        return single(Single.just(true))
                .flatMapMaybe(any -> store.leases().claim(group, slot, owner, length, occasion));
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        return single(Single.defer(() -> store.leases().renew(owner, length, groups)));
    }

    @Override
    public Completable release(final Lease lease, final long occasion) {
        return completable(Completable.defer(() -> store.leases().release(lease, occasion)));
    }

    @Override
    public Single<Instant> now() {
        return single(Single.defer(() -> store.leases().now()));
    }
}
