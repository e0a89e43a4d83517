package org.jzenith.messages.kafka;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Flowable;
import io.reactivex.FlowableEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.error.PositionLostException;
import org.jzenith.messages.error.TopicLostException;

/**
 * Reads all partitions of a topic for one subscriber, with a thread and a consumer of the pool. It reads only when there is demand. All state
 * except the demand belongs to the thread.
 */
final class TopicFollower implements Runnable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** The longest time until a follower notices that the leading one has advanced. */
    private static final Duration CATCH_UP = Duration.ofMillis(10);

    private final KafkaLog log;
    private final FollowLead lead;
    private final ReaderPool pool;
    private final FlowableEmitter<FollowedMessage> emitter;
    private final Demand demand;
    private final @Nullable String after;
    private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();

    /** An outage from before this follower started, which is not reported to it. */
    private final @Nullable KafkaException known;

    /** The offset in each partition before which all messages were delivered. Transaction markers have offsets, too. */
    private long[] passed = {};

    /** The offsets in {@link #position}; the array never changes. */
    private long[] delivered = {};

    private boolean[] isHeld = {};
    private String position = "";

    /** The number of messages that the subscriber has requested, but not received yet. Safe for use by many threads. */
    static final class Demand {

        private long count;

        synchronized void add(final long more) {
            count = count + more < 0 ? Long.MAX_VALUE : count + more;
            notifyAll();
        }

        synchronized boolean take() {
            final boolean isThere = count > 0;
            if (isThere && count != Long.MAX_VALUE) {
                count--;
            }
            return isThere;
        }

        synchronized boolean isThere() {
            return count > 0;
        }

        /** Waits for demand, for up to 100 ms. */
        synchronized void await() throws InterruptedException {
            if (count == 0) {
                TimeUnit.MILLISECONDS.timedWait(this, POLL.toMillis());
            }
        }
    }

    private TopicFollower(
            final KafkaLog log,
            final FollowLead lead,
            final ReaderPool pool,
            final FlowableEmitter<FollowedMessage> emitter,
            final Demand demand,
            final @Nullable String after) {
        this.log = log;
        this.lead = lead;
        this.pool = pool;
        this.emitter = emitter;
        this.demand = demand;
        this.after = after;
        this.known = log.outage();
    }

    /**
     * Returns the messages after a position, or those that are stored from now on if the position is null. Completes when the pool is closed.
     */
    static Flowable<FollowedMessage> follow(
            final KafkaLog log, final FollowLead lead, final ReaderPool pool, final @Nullable String after) {
        return Flowable.defer(() -> {
            final Demand demand = new Demand();
            return Flowable.<FollowedMessage>create(
                            emitter -> {
                                try {
                                    pool.run(new TopicFollower(log, lead, pool, emitter, demand, after));
                                } catch (final RejectedExecutionException e) {
                                    emitter.onComplete();
                                }
                            },
                            BackpressureStrategy.MISSING)
                    .doOnRequest(demand::add);
        });
    }

    @Override
    public void run() {
        try {
            final Consumer<byte[], byte[]> consumer = pool.take();
            try {
                start(consumer);
                while (isWanted()) {
                    turn(consumer);
                }
            } finally {
                lead.leave(this);
                pool.release(consumer);
            }
            emitter.onComplete();
        } catch (final OffsetOutOfRangeException e) {
            emitter.tryOnError(gone());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            emitter.onComplete();
        } catch (final PositionLostException | TopicLostException e) {
            emitter.tryOnError(e);
        } catch (final Throwable e) {
            if (pool.isClosed()) {
                emitter.onComplete();
            } else {
                emitter.tryOnError(KafkaErrors.typed("Following the topic '" + log.name() + "' failed", e));
            }
        }
    }

    private boolean isWanted() {
        return !emitter.isCancelled() && !pool.isClosed();
    }

    private PositionLostException gone() {
        return new PositionLostException(
                "Kafka does not have the messages after the subscriber's position in the topic '" + log.name()
                        + "'. They were deleted, or never stored.");
    }

    private void start(final Consumer<byte[], byte[]> consumer) {
        log.require();
        final List<TopicPartition> partitions = partitions(log.partitions());
        if (after == null) {
            final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            passed = partitions.stream().mapToLong(ends::get).toArray();
        } else {
            passed = FollowPosition.parse(log.name(), log.id(), partitions.size(), after);
        }
        isHeld = new boolean[passed.length];
        setPosition();
        consumer.assign(partitions);
        partitions.forEach(each -> consumer.seek(each, passed[each.partition()]));
    }

    private void setPosition() {
        delivered = passed.clone();
        position = FollowPosition.text(log.id(), delivered);
    }

    private List<TopicPartition> partitions(final int count) {
        final List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(new TopicPartition(log.name(), i));
        }
        return partitions;
    }

    private void turn(final Consumer<byte[], byte[]> consumer) throws InterruptedException {
        log.require();
        requireBrokers();
        addPartitions(consumer);
        if (!demand.isThere()) {
            lead.leave(this);
            demand.await();
            return;
        }
        final boolean isFirst = lead.lead(this);
        final FollowLead.LeadOffsets place = isFirst ? null : lead.place();
        if (polled.isEmpty()) {
            release(consumer, place, isFirst);
            consumer.poll(isFirst || place == null ? POLL : CATCH_UP).forEach(polled::add);
        }
        emit(consumer, place, isFirst);
        if (polled.isEmpty()) {
            passed = read(consumer);
            meet(place, isFirst);
        }
    }

    /** Throws the error of an outage, because the library's consumer does not report that no broker responds. */
    private void requireBrokers() {
        final KafkaException outage = log.outage();
        if (outage != null && outage != known) {
            throw outage;
        }
    }

    /** Adds new partitions of the topic, from their first record. */
    private void addPartitions(final Consumer<byte[], byte[]> consumer) {
        final int before = passed.length;
        final int count = log.partitions();
        if (count > before) {
            final List<TopicPartition> partitions = partitions(count);
            passed = Arrays.copyOf(passed, count);
            isHeld = Arrays.copyOf(isHeld, count);
            consumer.assign(partitions);
            partitions.subList(before, count).forEach(each -> consumer.seek(each, 0));
        }
    }

    /** Continues to read partitions in which the leading follower has advanced. */
    private void release(
            final Consumer<byte[], byte[]> consumer,
            final FollowLead.@Nullable LeadOffsets place,
            final boolean isFirst) {
        for (int i = 0; i < isHeld.length; i++) {
            if (isHeld[i] && (isFirst || (place != null && place.hasDelivered(i, passed[i])))) {
                isHeld[i] = false;
                consumer.resume(List.of(new TopicPartition(log.name(), i)));
            }
        }
    }

    private void emit(
            final Consumer<byte[], byte[]> consumer,
            final FollowLead.@Nullable LeadOffsets place,
            final boolean isFirst) {
        while (!polled.isEmpty() && isWanted()) {
            final ConsumerRecord<byte[], byte[]> next = polled.element();
            final int partition = next.partition();
            if (isHeld[partition]) {
                polled.remove();
            } else if (!isFirst && (place == null || !place.hasDelivered(partition, next.offset()))) {
                polled.remove();
                final TopicPartition held = new TopicPartition(log.name(), partition);
                isHeld[partition] = true;
                consumer.pause(List.of(held));
                consumer.seek(held, next.offset());
            } else if (demand.take()) {
                polled.remove();
                final ConsumerRecord<byte[], byte[]> following = polled.peek();
                passed[partition] = following != null && following.partition() == partition
                        ? next.offset() + 1
                        : consumer.position(new TopicPartition(log.name(), partition));
                setPosition();
                emitter.onNext(new FollowedMessage(MessageRecords.message(next), position));
            } else {
                return;
            }
        }
    }

    /**
     * Publishes the offsets of this follower if it leads. Otherwise this follower takes over the position of the leading one, if no message
     * lies between that position and its own.
     */
    private void meet(final FollowLead.@Nullable LeadOffsets place, final boolean isFirst) {
        if (isFirst) {
            lead.reached(this, new FollowLead.LeadOffsets(delivered, passed.clone(), position));
        } else if (place != null
                && !place.position().equals(position)
                && place.isAfter(delivered)
                && place.isReachedBy(passed)
                && demand.take()) {
            delivered = place.delivered();
            position = place.position();
            emitter.onNext(new FollowedMessage(null, position));
        }
    }

    /** Returns the offsets up to which the consumer has read. Call it when all polled records were delivered. */
    private long[] read(final Consumer<byte[], byte[]> consumer) {
        final long[] read = new long[passed.length];
        for (int i = 0; i < read.length; i++) {
            read[i] = consumer.position(new TopicPartition(log.name(), i));
        }
        return read;
    }
}
