package org.jzenith.messages.log;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.functions.Action;
import io.reactivex.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.error.TopicLostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer on this instance. One lease makes it a member of its group, and further leases give it its share of the partitions. The shares of
 * two members differ by at most one partition. All state belongs to the event loop of the engine.
 */
final class LogConsumer implements ConsumerSession, LeaseGroup, TopicLog.LogReader {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages");
    private static final String MEMBER = "member-";

    private final TopicLog topic;
    private final String consumer;
    private final PartitionListener listener;
    private final LeaseHeartbeat heartbeat;
    private final PartitionReader reader;
    private final TreeMap<Integer, HeldPartition> partitions = new TreeMap<>();
    private final Set<Trouble> troubles = EnumSet.of(Trouble.LEASES);
    private final CountedWarning notRevoked = new CountedWarning(
            LOGGER, "A consumer has failed to give up a partition. The engine releases the partition.");
    private List<Lease> memberships = List.of();
    private boolean closing;

    /** A reason why the consumer cannot read. */
    private enum Trouble {
        LEASES,
        TOPIC,
        READING
    }

    LogConsumer(
            final TopicLog topic,
            final String consumer,
            final PartitionListener listener,
            final LeaseHeartbeat heartbeat) {
        this.topic = topic;
        this.consumer = consumer;
        this.listener = listener;
        this.heartbeat = heartbeat;
        this.reader = new PartitionReader(
                topic,
                () -> partitions.values().stream().filter(HeldPartition::isRead).toList(),
                this::received,
                () -> over(Trouble.READING),
                error -> trouble(Trouble.READING, error));
    }

    /** Joins the group. */
    void begin() {
        if (!closing) {
            topic.add(this);
            heartbeat.add(this);
            heartbeat.tick();
        }
    }

    TopicLog topic() {
        return topic;
    }

    boolean isClosed() {
        return closing;
    }

    boolean has(final int partition) {
        final HeldPartition held = partitions.get(partition);
        return held != null && held.is(HeldPartition.State.ASSIGNED);
    }

    @Override
    public String name() {
        return "messages/" + topic.name() + "/" + consumer;
    }

    // Leases

    @Override
    public Completable renewed(final List<Lease> leases, final long validUntil) {
        final Map<String, Lease> held = new HashMap<>();
        leases.stream().filter(Lease::held).forEach(lease -> held.put(lease.slot(), lease));
        for (final HeldPartition each : List.copyOf(partitions.values())) {
            if (!each.is(HeldPartition.State.LOST) && !each.is(HeldPartition.State.RELEASED)) {
                if (each.lease().equals(held.get(each.lease().slot()))) {
                    each.renew(validUntil);
                } else {
                    lose(each);
                }
            }
        }
        memberships = held.values().stream()
                .filter(lease -> isMember(lease) && isOwn(lease))
                .toList();
        return Flowable.fromIterable(held.values())
                .filter(lease -> isOwn(lease) && isUnknown(lease))
                .concatMapCompletable(heartbeat::release)
                .andThen(Completable.defer(() -> closing ? Completable.complete() : join(held)))
                .doOnComplete(() -> over(Trouble.LEASES));
    }

    private boolean isOwn(final Lease lease) {
        return lease.owner().equals(heartbeat.owner());
    }

    private static boolean isMember(final Lease lease) {
        return lease.slot().startsWith(MEMBER);
    }

    /** Returns true if this instance has a lease in the store without using it: it has lost the lease, or the reply to its claim. */
    private boolean isUnknown(final Lease lease) {
        if (isMember(lease)) {
            return memberships.indexOf(lease) > 0;
        }
        final HeldPartition known = partitions.get(Integer.parseInt(lease.slot()));
        return known == null
                || known.is(HeldPartition.State.LOST)
                || known.lease().term() != lease.term();
    }

    private Completable join(final Map<String, Lease> held) {
        if (!memberships.isEmpty()) {
            return topic.loss() == null ? share(held) : Completable.complete();
        }
        final int free = IntStream.iterate(0, i -> i + 1)
                .filter(i -> !held.containsKey(MEMBER + i))
                .findFirst()
                .orElseThrow();
        return heartbeat
                .claim(this, MEMBER + free)
                .doOnSuccess(lease -> {
                    memberships = List.of(lease);
                    heartbeat.soon();
                })
                .ignoreElement();
    }

    private Completable share(final Map<String, Lease> held) {
        final List<String> members = held.values().stream()
                .filter(LogConsumer::isMember)
                .map(Lease::slot)
                .sorted(Comparator.comparingInt(slot -> Integer.parseInt(slot.substring(MEMBER.length()))))
                .toList();
        final int all = topic.definition().partitions();
        final int rank = members.indexOf(memberships.get(0).slot());
        final int share = all / members.size() + (rank < all % members.size() ? 1 : 0);
        final List<HeldPartition> kept = partitions.descendingMap().values().stream()
                .filter(HeldPartition::isKept)
                .toList();
        if (kept.size() >= share) {
            over(Trouble.TOPIC);
        }
        if (kept.isEmpty()) {
            over(Trouble.READING);
        }
        kept.stream().limit(Math.max(0, kept.size() - share)).forEach(this::revoke);

        final List<Integer> free = new ArrayList<>(IntStream.range(0, all)
                .filter(i -> !held.containsKey(Integer.toString(i)) && !partitions.containsKey(i))
                .boxed()
                .toList());
        // Members start at different places, so that they seldom claim the same partition.
        Collections.rotate(free, -rank * free.size() / members.size());
        return Flowable.fromIterable(free.subList(0, Math.max(0, Math.min(free.size(), share - kept.size()))))
                .concatMapMaybe(this::claim)
                .toList()
                .flatMapCompletable(claimed -> claimed.isEmpty() ? Completable.complete() : assign(claimed));
    }

    private Maybe<HeldPartition> claim(final int partition) {
        return Maybe.defer(() -> {
            if (closing) {
                return Maybe.empty();
            }
            final long validUntil = LeaseHeartbeat.validUntil();
            return heartbeat.claim(this, Integer.toString(partition)).map(lease -> {
                final HeldPartition held = new HeldPartition(partition, lease, validUntil);
                partitions.put(partition, held);
                return held;
            });
        });
    }

    private Completable assign(final List<HeldPartition> claimed) {
        // The state is read last, because others go on to append and to commit.
        return topic.committed(consumer)
                .flatMap(positions -> topic.check().doOnSuccess(state -> {
                    positions.values().forEach(each -> topic.require(consumer, each, state));
                    over(Trouble.TOPIC);
                    tellIfMissed(positions.values(), state);
                    claimed.forEach(each -> assign(each, positions.getOrDefault(each.number(), 0L)));
                }))
                .doOnError(error -> claimed.stream()
                        .filter(each -> each.is(HeldPartition.State.CLAIMED))
                        .forEach(this::remove))
                .ignoreElement()
                .doOnComplete(reader::read);
    }

    /** Tells the listener if messages above all committed positions were deleted: the consumer has handled none of them. */
    private void tellIfMissed(final Collection<Long> positions, final LogState state) {
        final long committed =
                positions.stream().mapToLong(Long::longValue).max().orElse(state.last());
        if (committed + 1 < state.first()) {
            listener.missed(committed, state.first());
        }
    }

    private void assign(final HeldPartition partition, final long committed) {
        if (!closing && partition.is(HeldPartition.State.CLAIMED)) {
            if (partition.isValid()) {
                partition.readUpTo(committed);
                partition.commit(committed);
                partition.become(HeldPartition.State.ASSIGNED);
                listener.assigned(
                        partition.number(), committed, partition.lease().token());
            } else {
                remove(partition);
            }
        }
    }

    private void remove(final HeldPartition partition) {
        partitions.remove(partition.number(), partition);
        partition.gone().onComplete();
    }

    /** Revokes a partition from the listener, and releases the lease when the listener is done. */
    private void revoke(final HeldPartition partition) {
        final boolean told = partition.is(HeldPartition.State.ASSIGNED);
        partition.become(HeldPartition.State.REVOKED);
        tell(partition, told, false, () -> {
            if (partition.is(HeldPartition.State.REVOKED)) {
                partition.become(HeldPartition.State.RELEASED);
                topic.loop()
                        .start(
                                heartbeat.release(partition.lease()).doOnComplete(() -> {
                                    remove(partition);
                                    heartbeat.soon();
                                }),
                                notRevoked::add);
            }
        });
    }

    /** Revokes a partition from the listener when another instance may already have it. */
    private void lose(final HeldPartition partition) {
        final boolean told = !partition.is(HeldPartition.State.CLAIMED);
        partition.become(HeldPartition.State.LOST);
        tell(partition, told, true, () -> remove(partition));
    }

    private void tell(final HeldPartition partition, final boolean told, final boolean lost, final Action then) {
        topic.loop()
                .start(
                        (told
                                        ? Completable.defer(() -> listener.revoked(partition.number(), lost))
                                        : Completable.complete())
                                .doOnError(notRevoked::add)
                                .onErrorComplete()
                                .observeOn(topic.loop().scheduler())
                                .doOnComplete(then),
                        notRevoked::add);
    }

    @Override
    public void expire() {
        List.copyOf(partitions.values()).stream()
                .filter(each ->
                        !each.isValid() && !each.is(HeldPartition.State.LOST) && !each.is(HeldPartition.State.RELEASED))
                .forEach(this::lose);
    }

    // Troubles

    @Override
    public void failed(final Throwable error) {
        trouble(error instanceof TopicLostException ? Trouble.TOPIC : Trouble.LEASES, error);
    }

    private void trouble(final Trouble trouble, final Throwable error) {
        if (!closing) {
            troubles.add(trouble);
            final TopicLostException loss = topic.loss();
            listener.failed(loss == null ? error : loss);
        }
    }

    private void over(final Trouble trouble) {
        if (troubles.remove(trouble) && troubles.isEmpty() && !closing) {
            listener.recovered();
        }
    }

    @Override
    public void lost(final TopicLostException error) {
        trouble(Trouble.TOPIC, error);
        List.copyOf(partitions.values()).stream()
                .filter(each -> each.isKept() || each.is(HeldPartition.State.REVOKED))
                .forEach(this::lose);
    }

    // Messages

    @Override
    public void wake() {
        reader.read();
    }

    private void received(final HeldPartition partition, final List<StoredMessage> messages) {
        if (!partition.is(HeldPartition.State.ASSIGNED)) {
            return;
        }
        if (!partition.isValid()) {
            lose(partition);
            return;
        }
        partition.readUpTo(messages.get(messages.size() - 1).position());
        listener.received(partition.number(), messages);
    }

    @Override
    public void pause(final int partition) {
        setPaused(partition, true);
    }

    @Override
    public void resume(final int partition) {
        setPaused(partition, false);
    }

    private void setPaused(final int partition, final boolean paused) {
        topic.loop().run(() -> {
            final HeldPartition held = partitions.get(partition);
            if (held != null) {
                held.pause(paused);
                reader.read();
            }
        });
    }

    private Completable onLoop(final Completable work) {
        return Completable.defer(
                () -> work.subscribeOn(topic.loop().scheduler()).observeOn(Schedulers.from(EventLoopContext.caller())));
    }

    @Override
    public Completable commit(final int partition, final long position) {
        return onLoop(Completable.defer(() -> {
            final HeldPartition held = partitions.get(partition);
            if (held == null) {
                return Completable.error(new TermEndedException(new Term(name(), Integer.toString(partition), 0)));
            }
            if (!held.isCommittable()) {
                return Completable.error(new TermEndedException(held.lease().token()));
            }
            return topic.store()
                    .commit(
                            topic.name(),
                            consumer,
                            partition,
                            position,
                            held.lease().token())
                    .observeOn(topic.loop().scheduler())
                    .doOnComplete(() -> held.commit(position))
                    .doOnError(error -> {
                        if (error instanceof TermEndedException && held.isCommittable()) {
                            lose(held);
                        }
                    });
        }));
    }

    @Override
    public Single<Map<Integer, Long>> lag() {
        return Single.defer(() -> Single.defer(() -> {
                    final Map<Integer, Long> positions = new HashMap<>();
                    partitions.values().stream()
                            .filter(HeldPartition::isCommittable)
                            .forEach(each -> positions.put(each.number(), each.committed()));
                    return positions.isEmpty()
                            ? Single.just(Map.<Integer, Long>of())
                            : topic.store().count(topic.name(), positions);
                })
                .subscribeOn(topic.loop().scheduler())
                .observeOn(Schedulers.from(EventLoopContext.caller())));
    }

    @Override
    public Completable close() {
        return onLoop(Completable.defer(() -> {
            closing = true;
            topic.remove(this);
            return heartbeat
                    .settled()
                    .andThen(Completable.defer(this::releaseAll))
                    .doFinally(() -> heartbeat.remove(this));
        }));
    }

    private Completable releaseAll() {
        final List<Completable> all = new ArrayList<>();
        for (final HeldPartition each : List.copyOf(partitions.values())) {
            if (each.isKept()) {
                revoke(each);
            }
            all.add(each.gone());
        }
        return Completable.merge(all)
                .observeOn(topic.loop().scheduler())
                .andThen(Flowable.defer(() -> Flowable.fromIterable(memberships))
                        .concatMapCompletable(heartbeat::release));
    }
}
