package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;

/**
 * An engine that keeps partitions in memory and shares them evenly among instances that come and go: it moves the fewest partitions, waits until
 * an instance has given one back, and counts its calls. All its state belongs to one thread.
 */
final class SimulatedEngine implements MessageEngine {

    private static final int PAGE = 20;

    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "simulated-engine"));
    private final Scheduler scheduler = Schedulers.from(thread);
    private final List<SimulatedPartition> partitions;
    private final List<SimulatedSession> sessions = new ArrayList<>();
    private final Map<SimulatedSession, CompletableSubject> leaving = new HashMap<>();
    private RebalanceWork work = new RebalanceWork();

    SimulatedEngine(final int partitions) {
        this.partitions =
                IntStream.range(0, partitions).mapToObj(SimulatedPartition::new).toList();
    }

    private <T> T onThread(final Callable<T> action) {
        return Single.fromCallable(action).subscribeOn(scheduler).blockingGet();
    }

    // For the simulation

    /** Stores messages; each goes to the partition of its key. */
    void publish(final List<StoredMessage> messages) {
        final Boolean unused = onThread(() -> {
            for (final StoredMessage each : messages) {
                final SimulatedPartition partition = partitions.get(each.partition());
                partition.log.add(new StoredMessage(
                        partition.log.size() + 1L,
                        each.partition(),
                        each.id(),
                        each.key(),
                        each.headers(),
                        each.body(),
                        each.publishedAt()));
            }
            messages.stream().map(StoredMessage::partition).distinct().forEach(number -> read(partitions.get(number)));
            return true;
        });
    }

    /**
     * Takes all partitions from an instance, as the end of its leases does.
     *
     * @param index its number among the instances, in the order in which they have joined
     */
    void lose(final int index) {
        final Boolean unused = onThread(() -> {
            final SimulatedSession session = sessions.get(index);
            forget(session);
            partitions.stream().filter(each -> each.owner == session).forEach(each -> revoke(each, true));
            balance();
            return true;
        });
    }

    /** Returns true if each partition is at the instance that shall have it. */
    boolean isSettled() {
        return onThread(() -> partitions.stream().noneMatch(each -> each.revoking || each.owner == null));
    }

    /** Returns true if all messages are committed. */
    boolean isCommitted() {
        return onThread(() -> partitions.stream().allMatch(each -> each.committed == each.log.size()));
    }

    /** Returns the difference between the instances with the most and the fewest partitions. */
    int imbalance() {
        return onThread(
                () -> sessions.stream().mapToInt(each -> each.count).max().orElse(0)
                        - sessions.stream().mapToInt(each -> each.count).min().orElse(0));
    }

    /** Returns the counts since the last call. */
    RebalanceWork takeWork() {
        return onThread(() -> {
            final RebalanceWork taken = work;
            work = new RebalanceWork();
            return taken;
        });
    }

    /** Ends the thread. */
    void end() {
        thread.shutdown();
    }

    // Partitions

    /** Gives each partition without an instance to the one with the fewest, and moves partitions until all have the same number, or one more. */
    private void balance() {
        for (final SimulatedPartition each : partitions) {
            if (each.target() == null && !sessions.isEmpty()) {
                give(each, fewest());
            }
        }
        if (sessions.isEmpty()) {
            return;
        }
        final Map<SimulatedSession, List<SimulatedPartition>> kept = new HashMap<>();
        partitions.stream()
                .filter(each -> !each.revoking && each.owner != null)
                .forEach(each -> kept.computeIfAbsent(Objects.requireNonNull(each.owner), any -> new ArrayList<>())
                        .add(each));
        while (true) {
            final SimulatedSession most = sessions.stream()
                    .max(Comparator.comparingInt(each -> each.count))
                    .orElseThrow();
            final SimulatedSession least = fewest();
            final List<SimulatedPartition> movable = kept.getOrDefault(most, List.of());
            if (most.count - least.count <= 1 || movable.isEmpty()) {
                return;
            }
            final SimulatedPartition moved = movable.remove(movable.size() - 1);
            revoke(moved, false);
            give(moved, least);
        }
    }

    private void forget(final SimulatedSession session) {
        session.left = true;
        sessions.remove(session);
        partitions.stream().filter(each -> each.next == session).forEach(each -> each.next = null);
    }

    private SimulatedSession fewest() {
        return sessions.stream()
                .min(Comparator.comparingInt(each -> each.count))
                .orElseThrow();
    }

    private void give(final SimulatedPartition partition, final SimulatedSession session) {
        session.count++;
        if (partition.revoking) {
            partition.next = session;
        } else {
            assign(partition, session);
        }
    }

    private void assign(final SimulatedPartition partition, final SimulatedSession session) {
        partition.owner = session;
        partition.paused = false;
        partition.delivered = partition.committed;
        partition.term++;
        work.assigned++;
        session.listener()
                .assigned(
                        partition.number,
                        partition.committed,
                        new Term("simulation", "" + partition.number, partition.term));
        read(partition);
    }

    private void revoke(final SimulatedPartition partition, final boolean lost) {
        final SimulatedSession owner = Objects.requireNonNull(partition.owner);
        if (partition.revoking && !lost) {
            return;
        }
        if (!partition.revoking) {
            owner.count--;
        }
        partition.revoking = true;
        if (lost) {
            work.lost++;
            // Nothing of it can be committed from now on.
            partition.term++;
        } else {
            work.revoked++;
        }
        final long ended = partition.term;
        // The next instance gets it when this one has stopped. Over leases, the time between the ends of both sides'
        // leases sees to that.
        final Disposable unused = owner.listener()
                .revoked(partition.number, lost)
                .observeOn(scheduler)
                .subscribe(() -> {
                    if (partition.owner == owner && partition.term == ended) {
                        released(partition);
                    }
                });
    }

    private void released(final SimulatedPartition partition) {
        work.redelivered += (int) (partition.delivered - partition.committed);
        final SimulatedSession before = Objects.requireNonNull(partition.owner);
        final SimulatedSession next = partition.next;
        partition.owner = null;
        partition.next = null;
        partition.revoking = false;
        if (next != null && !next.left) {
            assign(partition, next);
        } else if (!sessions.isEmpty()) {
            give(partition, fewest());
        }
        balance();
        final CompletableSubject left = leaving.get(before);
        if (left != null && partitions.stream().noneMatch(each -> each.owner == before)) {
            left.onComplete();
        }
    }

    private void read(final SimulatedPartition partition) {
        if (!partition.reading) {
            partition.reading = true;
            thread.execute(() -> {
                partition.reading = false;
                final SimulatedSession owner = partition.owner;
                if (owner == null
                        || partition.paused
                        || partition.revoking
                        || partition.delivered == partition.log.size()) {
                    return;
                }
                final int end = (int) Math.min(partition.log.size(), partition.delivered + PAGE);
                final List<StoredMessage> page = List.copyOf(partition.log.subList((int) partition.delivered, end));
                partition.delivered = end;
                owner.listener().received(partition.number, page);
                read(partition);
            });
        }
    }

    // For consumers

    void pause(final SimulatedSession session, final int number, final boolean paused) {
        thread.execute(() -> {
            final SimulatedPartition partition = partitions.get(number);
            if (partition.owner == session) {
                work.callsForOthers += partition.revoking ? 0 : 1;
                partition.paused = paused;
                read(partition);
            }
        });
    }

    Completable commit(final SimulatedSession session, final int number, final long position) {
        return Completable.fromAction(() -> {
                    final SimulatedPartition partition = partitions.get(number);
                    if (partition.owner != session || (session.left && leaving.get(session) == null)) {
                        throw new TermEndedException(new Term("simulation", "" + number, partition.term));
                    }
                    if (position <= partition.committed || position > partition.delivered) {
                        throw new IllegalStateException("The position " + position + " was committed after "
                                + partition.committed + ", and " + partition.delivered + " was delivered.");
                    }
                    work.commits++;
                    work.callsForOthers += partition.revoking ? 0 : 1;
                    partition.committed = position;
                })
                .subscribeOn(scheduler);
    }

    /** Gives back all partitions. */
    Completable leave(final SimulatedSession session) {
        return Completable.defer(() -> {
                    if (session.left) {
                        return Completable.complete();
                    }
                    forget(session);
                    final CompletableSubject left = CompletableSubject.create();
                    leaving.put(session, left);
                    final List<SimulatedPartition> held = partitions.stream()
                            .filter(each -> each.owner == session)
                            .toList();
                    held.forEach(each -> revoke(each, false));
                    balance();
                    if (held.isEmpty()) {
                        left.onComplete();
                    }
                    return left;
                })
                .subscribeOn(scheduler);
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        return Completable.complete();
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return Completable.error(new UnsupportedOperationException("Messages are published by the simulation."));
    }

    @Override
    public ConsumerSession consume(final String topic, final String consumer, final PartitionListener listener) {
        final SimulatedSession session = new SimulatedSession(this, listener);
        thread.execute(() -> {
            sessions.add(session);
            balance();
        });
        return session;
    }

    @Override
    public Flowable<FollowedMessage> follow(final String topic, final @Nullable String after) {
        return Flowable.never();
    }

    @Override
    public Single<String> end(final String topic) {
        return Single.just("0");
    }

    @Override
    public DeadLetterStore deadLetters() {
        throw new UnsupportedOperationException("No message of the simulation fails for good.");
    }

    @Override
    public Completable begin() {
        return Completable.complete();
    }

    /** Ends nothing, because all instances of the simulation share the engine. */
    @Override
    public Completable close() {
        return Completable.complete();
    }
}
