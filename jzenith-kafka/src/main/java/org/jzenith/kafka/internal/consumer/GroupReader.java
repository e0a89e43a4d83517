package org.jzenith.kafka.internal.consumer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.error.TopicReplacedException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.jzenith.kafka.internal.producer.GroupPositions;

/**
 * A consumer of the library with its poll thread, which reads one topic for a group. Polling goes on while partitions are paused. Methods may be
 * called on any thread and do not block.
 */
@CheckReturnValue
public final class GroupReader {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long HALTED_POLL_MILLIS = 10;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final ReaderOptions options;
    private final KafkaConnections connections;
    private final EventLoopContext loop;
    private final RecordListener listener;
    private final PollSignal signal = new PollSignal();
    private final CommitQueue commits;
    private final HandOver handOver;
    private final TopicCheck check;
    private final GroupOffsets offsets;
    private final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
    private final CompletableSubject ended = CompletableSubject.create();
    private final Thread thread;
    private volatile @Nullable TopicDescription topic;
    private @Nullable TopicReplacedException replaced;
    private @Nullable Boolean isWorking;
    private volatile @Nullable GroupAssignment assignment;
    private volatile @Nullable ConsumerGroupMetadata member;
    private boolean begun;
    private volatile boolean closing;

    /**
     * Creates a reader that has not started.
     *
     * @param loop calls the listener
     */
    public GroupReader(
            final ReaderOptions options,
            final KafkaConnections connections,
            final EventLoopContext loop,
            final RecordListener listener) {
        this.options = options;
        this.connections = connections;
        this.loop = loop;
        this.listener = listener;
        this.commits = new CommitQueue(options, loop);
        this.handOver = new HandOver(loop, listener, signal);
        this.offsets = new GroupOffsets(options, connections);
        this.check = new TopicCheck(options.topic(), connections, signal::set);
        this.thread = new Thread(this::run, "kafka-" + options.group() + "-" + options.topic());
        thread.setDaemon(false);
    }

    /** Joins the group and starts to read; called once. */
    public synchronized void begin() {
        if (!closing) {
            begun = true;
            thread.start();
        }
    }

    /** Stops delivery of a partition; records that are on their way still arrive. */
    public void pause(final int partition) {
        setPaused(partition, true);
    }

    /** Continues delivery of a partition. */
    public void resume(final int partition) {
        setPaused(partition, false);
        signal.wake();
    }

    private void setPaused(final int partition, final boolean paused) {
        final GroupAssignment current = assignment;
        final AssignedPartition known = current == null ? null : current.get(partition);
        if (known != null) {
            known.paused = paused;
        }
    }

    /**
     * Commits, together with other commits of the same moment.
     *
     * @param next the offset of the first record that is not handled
     * @return fails with a {@link org.jzenith.core.lease.TermEndedException} if this instance no longer has the partition
     */
    public Completable commit(final int partition, final long next) {
        return Completable.defer(() -> {
            final Completable result = commits.add(partition, next);
            signal.set();
            return result;
        });
    }

    /**
     * Returns the position of a partition for the commit in a transaction, on any thread. The group has no terms.
     *
     * @param next the offset of the first record that is not handled
     */
    GroupPositions positions(final int partition, final long next) {
        return new GroupPositions(
                Map.of(
                        new TopicPartition(options.topic(), partition),
                        PositionCommitter.position(
                                next, Objects.requireNonNull(topic).topicId(), 0)),
                Objects.requireNonNull(member));
    }

    /** Notes a position that was committed in a transaction, on any thread. */
    void committed(final int partition, final long next) {
        final GroupAssignment current = assignment;
        final AssignedPartition held = current == null ? null : current.get(partition);
        if (held != null) {
            held.committed(next);
        }
    }

    /** Asks the brokers for the position of a partition, when no transaction that changes it is in progress; 0 if it has none. */
    Single<Long> committed(final int partition) {
        return offsets.committed(partition);
    }

    /**
     * Returns the number of records that are stored and not committed.
     *
     * @return about this number, for the partitions of this instance
     */
    public Single<Map<Integer, Long>> lag() {
        return Single.defer(() -> {
            final GroupAssignment current = assignment;
            return offsets.lag(current == null ? List.of() : current.all());
        });
    }

    /**
     * Leaves the group. {@link RecordListener#revoked} is called before.
     *
     * @return completes when the thread has ended and other instances can have the partitions
     */
    public Completable close() {
        return Completable.defer(() -> {
            synchronized (this) {
                closing = true;
                if (!begun) {
                    ended.onComplete();
                }
            }
            signal.wake();
            return ended;
        });
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    read();
                } catch (final Throwable e) {
                    failed(e);
                    pause();
                }
            }
        } finally {
            commits.close();
            ended.onComplete();
        }
    }

    private void pause() {
        final long until = System.nanoTime() + Duration.ofMillis(pauses.next()).toNanos();
        long left = until - System.nanoTime();
        while (!closing && left > 0) {
            signal.await(Math.max(1, Duration.ofNanos(left).toMillis()));
            left = until - System.nanoTime();
        }
    }

    private void read() {
        awaitTopic();
        if (closing) {
            return;
        }
        final Map<String, Object> settings = options.settings(connections);
        final Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        final GroupAssignment current =
                new GroupAssignment(options.within(settings), consumer, loop, listener, commits, signal, this::failed);
        current.setTopic(replaced == null ? topic : null);
        assignment = current;
        try {
            consumer.subscribe(List.of(options.topic()), current);
            pauses.opened();
            while (!closing) {
                turn(consumer, current);
            }
        } catch (final Throwable e) {
            current.forgetEnds(); // the library may have passed records that it has not returned
            throw e;
        } finally {
            pauses.lost();
            try {
                current.releaseAll(false);
            } finally {
                consumer.close(CloseOptions.timeout(options.closeLimit()));
            }
        }
    }

    /** Does not join the group before, because a consumer of the library says nothing while brokers or the topic are missing. */
    private void awaitTopic() {
        while (!closing && topic == null) {
            if (check.poll()) {
                final boolean unused = checked();
            } else {
                signal.await(POLL.toMillis());
            }
        }
    }

    private void turn(final Consumer<byte[], byte[]> consumer, final GroupAssignment current) {
        signal.reset();
        if (check.poll() && checked()) {
            current.setTopic(null);
            current.releaseAll(true);
        }
        current.start();
        current.halt(handOver.isFull());
        current.commit();
        poll(consumer, current);
        member = consumer.groupMetadata();
        if (check.isOk()
                && replaced == null
                && !current.isStopped()
                && consumer.groupMetadata().generationId() > 0) {
            works();
        }
    }

    private void poll(final Consumer<byte[], byte[]> consumer, final GroupAssignment current) {
        // A poll of the library spins instead of waiting while it keeps records of a paused partition.
        final boolean isHalted = current.isHalted();
        boolean awaitsSignal = false;
        try {
            final boolean waits = signal.beginPoll(consumer) && !closing;
            final ConsumerRecords<byte[], byte[]> records = consumer.poll(waits && !isHalted ? POLL : Duration.ZERO);
            awaitsSignal = waits && isHalted && records.isEmpty();
            for (final TopicPartition key : records.partitions()) {
                final AssignedPartition partition = current.get(key.partition());
                if (partition != null && partition.started) {
                    final List<ConsumerRecord<byte[], byte[]>> polled = records.records(key);
                    partition.given = polled.get(polled.size() - 1).offset() + 1;
                    handOver.give(partition, polled);
                }
            }
        } catch (final WakeupException e) {
            return;
        } catch (final OffsetOutOfRangeException e) {
            current.stop(e);
        } catch (final NoOffsetForPartitionException e) {
            signal.await(POLL.toMillis()); // their positions could not be found yet
        } finally {
            signal.endPoll();
        }
        if (awaitsSignal) {
            signal.await(HALTED_POLL_MILLIS);
        }
        current.throwFailure();
    }

    /** Returns true if the topic is another one now. */
    private boolean checked() {
        final Throwable error = check.error();
        final TopicDescription found = check.description();
        if (error != null || found == null) {
            failed(Objects.requireNonNull(error));
            return false;
        }
        final TopicDescription known = topic;
        if (known == null || known.topicId().equals(found.topicId())) {
            topic = found;
            return false;
        }
        final boolean isNew = replaced == null;
        if (isNew) {
            replaced = new TopicReplacedException(
                    "The topic '" + options.topic()
                            + "' was deleted and created again, so jZenith does not read it for the group '"
                            + options.group()
                            + "' any more. Records of the old topic that were not handled are lost. Restart the application to read the new topic from its beginning.");
            failed(replaced);
        }
        return isNew;
    }

    private void failed(final Throwable error) {
        isWorking = false;
        final KafkaException failure = KafkaErrors.typed("Reading " + options + " failed", error);
        loop.runUnlessTerminated(() -> listener.failed(failure));
    }

    private void works() {
        if (!Boolean.TRUE.equals(isWorking)) {
            isWorking = true;
            loop.runUnlessTerminated(listener::recovered);
        }
    }
}
