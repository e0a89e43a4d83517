package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The partitions that one consumer of the library has, and where they start. Belongs to the poll thread, on which the library calls it in a poll;
 * {@link #get} and {@link #all} are safe for use by many threads.
 */
final class GroupAssignment implements ConsumerRebalanceListener {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.kafka");

    /** A question about positions blocks the poll thread for no longer, so that a stop need not wait. */
    static final Duration ANSWER = Duration.ofSeconds(1);

    private static final long ENDS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ReaderOptions options;
    private final Consumer<byte[], byte[]> consumer;
    private final EventLoopContext loop;
    private final RecordListener listener;
    private final PositionCommitter committer;
    private final LostOffsets lost;
    private final PollSignal signal;
    private final Map<Integer, AssignedPartition> partitions = new ConcurrentHashMap<>();
    private final java.util.function.Consumer<Throwable> problems;
    private @Nullable TopicDescription topic;
    private boolean logged;
    private @Nullable RuntimeException failure;
    private long endsAt = System.nanoTime();

    /** @param problems receives errors that concern single partitions */
    GroupAssignment(
            final ReaderOptions options,
            final Consumer<byte[], byte[]> consumer,
            final EventLoopContext loop,
            final RecordListener listener,
            final CommitQueue queue,
            final PollSignal signal,
            final java.util.function.Consumer<Throwable> problems) {
        this.options = options;
        this.consumer = consumer;
        this.loop = loop;
        this.listener = listener;
        this.signal = signal;
        this.problems = problems;
        this.committer = new PositionCommitter(options, consumer, queue, this::get, listener.commitsInTransactions());
        this.lost = new LostOffsets(options, consumer, loop, listener);
    }

    @Nullable
    AssignedPartition get(final int partition) {
        return partitions.get(partition);
    }

    Collection<AssignedPartition> all() {
        return partitions.values();
    }

    /** Lets partitions of a topic start; null lets none start any more. */
    void setTopic(final @Nullable TopicDescription description) {
        topic = description;
        if (description != null) {
            committer.setTopicId(description.topicId());
        }
    }

    /** Throws the error of a call of the library to this object, which the library would wrap. */
    void throwFailure() {
        final RuntimeException thrown = failure;
        failure = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public void onPartitionsAssigned(final Collection<TopicPartition> assigned) {
        assigned.forEach(each -> partitions.put(each.partition(), new AssignedPartition(each)));
        guard(this::start);
    }

    @Override
    public void onPartitionsRevoked(final Collection<TopicPartition> revoked) {
        guard(() -> release(held(revoked), false, false));
    }

    @Override
    public void onPartitionsLost(final Collection<TopicPartition> lost) {
        guard(() -> release(held(lost), true, false));
    }

    private List<AssignedPartition> held(final Collection<TopicPartition> keys) {
        return keys.stream()
                .map(each -> partitions.get(each.partition()))
                .filter(Objects::nonNull)
                .toList();
    }

    private void guard(final Runnable action) {
        try {
            action.run();
        } catch (final RuntimeException e) {
            failure = e;
        }
    }

    /** Finds the positions of new partitions. What cannot be found now is tried at the next turn. */
    void start() {
        final Set<TopicPartition> waiting = new HashSet<>();
        partitions.values().stream()
                .filter(each -> !each.started && !each.stopped && !each.leaving)
                .forEach(each -> waiting.add(each.key));
        final TopicDescription known = topic;
        if (waiting.isEmpty() || known == null) {
            return;
        }
        try {
            start(waiting, known);
        } catch (final TimeoutException | CommitFailedException e) {
            LOGGER.debug("Partitions of {} cannot start yet.", options, e);
        }
    }

    private void start(final Set<TopicPartition> waiting, final TopicDescription description) {
        final Map<TopicPartition, OffsetAndMetadata> committed = committed(waiting);
        if (options.hasTerms()) {
            waiting.forEach(key ->
                    held(key).term = PositionMetadata.of(committed.get(key)).nextTerm());
        }
        if (options.skipsDeleted()) {
            lost.skip(committed, description.topicId());
        }
        final Set<TopicPartition> fresh = new HashSet<>(waiting);
        fresh.removeIf(each -> committed.get(each) != null);
        final Set<TopicPartition> all = new HashSet<>(fresh);
        description.partitions().forEach(each -> all.add(new TopicPartition(options.topic(), each.partition())));
        final boolean atEnd =
                options.fromLatest() && !fresh.isEmpty() && committed(all).isEmpty();
        final Map<TopicPartition, Long> first = fresh.isEmpty()
                ? Map.of()
                : ask(() -> atEnd ? consumer.endOffsets(all, ANSWER) : consumer.beginningOffsets(fresh, ANSWER));
        final List<AssignedPartition> started = new ArrayList<>();
        for (final TopicPartition key : waiting) {
            final AssignedPartition partition = held(key);
            final OffsetAndMetadata known = committed.get(key);
            if (known != null && PositionMetadata.of(known).isOfOtherTopic(description.topicId())) {
                partition.stopped = true;
                problems.accept(lost.ofOtherTopic(key, known.offset()));
                continue;
            }
            partition.committed(known == null ? Objects.requireNonNull(first.get(key)) : known.offset());
            started.add(partition);
        }
        if (!started.isEmpty() && (options.hasTerms() || atEnd)) {
            // A term is stored before it is used. A new group keeps its place in all partitions, so those that have no
            // commit later were added to the topic, and are read from their beginning.
            committer.commitFirst(atEnd ? first : Map.of(), started, ANSWER);
        }
        started.forEach(each -> {
            consumer.seek(each.key, each.committed());
            each.given = each.committed();
            each.started = true;
        });
        loop.runUnlessTerminated(() -> started.forEach(each -> {
            if (!each.leaving) {
                listener.assigned(each.number(), each.committed(), each.term);
            }
        }));
        log(description, started.size(), fresh.size(), atEnd);
    }

    private AssignedPartition held(final TopicPartition key) {
        return Objects.requireNonNull(partitions.get(key.partition()));
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(final Set<TopicPartition> keys) {
        final Map<TopicPartition, OffsetAndMetadata> committed =
                new HashMap<>(ask(() -> consumer.committed(keys, ANSWER)));
        committed.values().removeIf(Objects::isNull);
        return committed;
    }

    private void log(final TopicDescription description, final int started, final int fresh, final boolean atEnd) {
        LOGGER.atLevel(logged ? Level.DEBUG : Level.INFO)
                .log(
                        "The group '{}' reads the topic '{}', which has {} partitions. This instance starts {} of them: {} at the committed position, and {} without a committed position at the {}.",
                        options.group(),
                        options.topic(),
                        description.partitions().size(),
                        started,
                        started - fresh,
                        fresh,
                        atEnd ? "end" : "beginning");
        logged = true;
    }

    /** Repeats a question that a late wake-up has interrupted. */
    static <T> T ask(final Supplier<T> question) {
        try {
            return question.get();
        } catch (final WakeupException e) {
            return question.get();
        }
    }

    /** Stops partitions whose position is not in the log. */
    void stop(final OffsetOutOfRangeException error) {
        error.offsetOutOfRangePartitions().forEach((key, offset) -> {
            final AssignedPartition partition = partitions.get(key.partition());
            if (partition != null && !partition.stopped && !lost.isSkipped(key, offset)) {
                partition.stopped = true;
                problems.accept(lost.outOfRange(key, offset));
            }
        });
    }

    /** Sets what the library fetches. */
    void halt(final boolean isFull) {
        final List<TopicPartition> halted = new ArrayList<>();
        final List<TopicPartition> continued = new ArrayList<>();
        for (final AssignedPartition each : partitions.values()) {
            final boolean wanted = isFull || each.paused || each.stopped || !each.started;
            if (wanted != each.halted) {
                each.halted = wanted;
                (wanted ? halted : continued).add(each.key);
            }
        }
        if (!halted.isEmpty()) {
            consumer.pause(halted);
        }
        if (!continued.isEmpty()) {
            consumer.resume(continued);
        }
    }

    /** Returns true if a partition that can be read is not fetched now. */
    boolean isHalted() {
        return partitions.values().stream().anyMatch(each -> each.halted && !each.stopped);
    }

    /** Commits what others want to be committed, without waiting for it. */
    void commit() {
        committer.commitWaiting();
        final long now = System.nanoTime();
        if (now - endsAt >= ENDS_NANOS) {
            endsAt = now;
            committer.passEnds(List.copyOf(partitions.values()));
        }
    }

    boolean isStopped() {
        return partitions.values().stream().anyMatch(each -> each.stopped);
    }

    /** Commits no positions after the ends of transactions any more. */
    void forgetEnds() {
        partitions.values().forEach(each -> each.given = -1);
    }

    /** Gives all partitions back, or says that they are lost. After a commit that failed, others do not wait for the brokers. */
    void releaseAll(final boolean lost) {
        release(List.copyOf(partitions.values()), lost, true);
    }

    /** @param waitsOnce true if commits wait for the brokers only until one has failed */
    private void release(final List<AssignedPartition> leaving, final boolean lost, final boolean waitsOnce) {
        if (leaving.isEmpty()) {
            return;
        }
        leaving.forEach(each -> each.leaving = true);
        final CompletableSubject idle = CompletableSubject.create();
        tell(leaving, lost).doAfterTerminate(signal::set).subscribe(idle);
        if (lost) {
            leaving.forEach(each -> partitions.remove(each.number(), each));
            return;
        }
        try {
            committer.passEndsNow(leaving, awaitIdle(idle, waitsOnce));
        } finally {
            if (!idle.hasComplete()) {
                tell(leaving, true).subscribe(CompletableSubject.create());
            }
            leaving.forEach(each -> partitions.remove(each.number(), each));
        }
    }

    /** Returns how long a further commit may wait for the brokers. */
    private Duration awaitIdle(final CompletableSubject idle, final boolean waitsOnce) {
        final long deadline = System.nanoTime() + options.revokeLimit().toNanos();
        Duration limit = options.closeLimit();
        boolean isIdle;
        do {
            isIdle = idle.hasComplete();
            if (!committer.commitNow(limit) && waitsOnce) {
                limit = Duration.ZERO;
            }
            final long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (!isIdle && left > 0) {
                signal.await(left);
            } else if (!isIdle) {
                return limit;
            }
        } while (!isIdle);
        return limit;
    }

    /** Tells the listener; completes when nothing of the partitions that it knows is in progress. */
    private Completable tell(final List<AssignedPartition> leaving, final boolean lost) {
        final CompletableSubject done = CompletableSubject.create();
        loop.runUnlessTerminated(() -> Completable.mergeDelayError(leaving.stream()
                        .map(each -> listener.revoked(each.number(), lost))
                        .toList())
                .onErrorComplete()
                .subscribe(done));
        return done;
    }
}
