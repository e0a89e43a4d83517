package org.jzenith.messages.internal.consumer;

import io.reactivex.subjects.CompletableSubject;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;

/** A partition that this instance has, and its messages. Belongs to one event loop; the volatile fields are read by gauges. */
final class Partition {

    final int number;
    final Term term;

    private final Deque<MessageDelivery> deliveries = new ArrayDeque<>();
    private final List<KeyQueue> stoppedQueues = new ArrayList<>();
    private long passed;
    private long committed;
    boolean committing;
    boolean commitPlanned;

    volatile int waiting;
    volatile long waitingSize;
    volatile boolean paused;
    volatile @Nullable Instant oldest;

    /** The message at which the partition has stopped; null while it works. */
    volatile @Nullable MessageDelivery stoppedAt;

    /** The cause of the stop, for operators. */
    volatile String stopReason = "";

    /** True if another instance may have the partition already. */
    boolean lost;

    /** Completes when the partition has been given back; null while the instance has it. */
    private @Nullable CompletableSubject released;

    Partition(final int number, final long committed, final Term term) {
        this.number = number;
        this.term = term;
        this.passed = committed;
        this.committed = committed;
    }

    boolean isRevoked() {
        return released != null;
    }

    void revoke(final boolean isLost, final CompletableSubject result) {
        lost = isLost;
        released = result;
    }

    void completeRelease() {
        if (released != null) {
            released.onComplete();
        }
    }

    void add(final MessageDelivery delivery) {
        deliveries.add(delivery);
        count(1, delivery.size);
    }

    /** Marks a message as handled, and moves the position. */
    void done(final MessageDelivery delivery) {
        delivery.done = true;
        for (MessageDelivery first = deliveries.peek(); first != null && first.done; first = deliveries.peek()) {
            passed = first.message.position();
            deliveries.remove();
        }
        count(-1, -delivery.size);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by one event loop
    private void count(final int messages, final long size) {
        waiting += messages;
        waitingSize += size;
        final MessageDelivery first = deliveries.peek();
        oldest = first == null ? null : first.message.publishedAt();
    }

    /** Returns the messages that are not handled yet. */
    List<MessageDelivery> open() {
        return deliveries.stream().filter(each -> !each.done).toList();
    }

    boolean isInProgress() {
        return deliveries.stream().anyMatch(MessageDelivery::isInProgress);
    }

    /** Returns the highest position below which all messages are handled, or are dead letters; 0 if it is committed. */
    long uncommitted() {
        return passed > committed ? passed : 0;
    }

    void committed(final long position) {
        committed = position;
    }

    /** Keeps a queue until the partition works again. */
    void stop(final KeyQueue queue) {
        queue.state = KeyQueue.State.STOPPED;
        stoppedQueues.add(queue);
    }

    /** Returns the queues that wait for the partition, and forgets them. */
    List<KeyQueue> takeStoppedQueues() {
        final List<KeyQueue> taken = List.copyOf(stoppedQueues);
        stoppedQueues.clear();
        return taken;
    }
}
