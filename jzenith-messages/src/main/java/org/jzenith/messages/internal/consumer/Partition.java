package org.jzenith.messages.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;

/** A partition that this instance has, and its messages. Belongs to one event loop; the volatile fields are read by gauges. */
final class Partition {

    final int number;
    final Term term;

    /** The messages that are not handled yet, in order. */
    private final Set<MessageDelivery> open = new LinkedHashSet<>();

    private final List<KeyQueue> stoppedQueues = new ArrayList<>();
    private long received;
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
        this.received = committed;
        this.passed = committed;
        this.committed = committed;
    }

    boolean isRevoked() {
        return released != null;
    }

    /** Gives the partition back, or says while it is being given back that it is lost. */
    Completable revoke(final boolean isLost) {
        lost = lost || isLost;
        released = released == null ? CompletableSubject.create() : released;
        return released;
    }

    void completeRelease() {
        if (released != null) {
            released.onComplete();
        }
    }

    /** Returns the position of the message that came last. */
    long received() {
        return received;
    }

    void add(final MessageDelivery delivery) {
        open.add(delivery);
        received = delivery.message.position();
        count(1, delivery.size);
    }

    /** Marks a message as handled, and moves the position. */
    void done(final MessageDelivery delivery) {
        delivery.done = true;
        open.remove(delivery);
        final MessageDelivery first = first();
        passed = first == null ? received : first.previous;
        count(-1, -delivery.size);
    }

    private @Nullable MessageDelivery first() {
        return open.isEmpty() ? null : open.iterator().next();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by one event loop
    private void count(final int messages, final long size) {
        waiting += messages;
        waitingSize += size;
        final MessageDelivery first = first();
        oldest = first == null ? null : first.message.publishedAt();
    }

    /** Returns the messages that are not handled yet. */
    List<MessageDelivery> open() {
        return List.copyOf(open);
    }

    boolean isInProgress() {
        return open.stream().anyMatch(MessageDelivery::isInProgress);
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
