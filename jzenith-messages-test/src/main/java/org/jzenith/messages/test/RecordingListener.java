package org.jzenith.messages.test;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;

/** For plugins: records the calls of an engine. Safe for use by many threads. */
public final class RecordingListener implements PartitionListener {

    private final Map<Integer, Term> assigned = new TreeMap<>();
    private final Map<Integer, Long> committed = new HashMap<>();
    private final List<StoredMessage> messages = new ArrayList<>();
    private final Set<Integer> lost = new TreeSet<>();
    private final List<Long> misses = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private Completable finish = Completable.complete();
    private volatile Runnable onReceived = () -> {};
    private int recoveries;

    /** Creates a listener without recorded calls. */
    public RecordingListener() {}

    @Override
    public synchronized void assigned(final int partition, final long position, final Term term) {
        assigned.put(partition, term);
        committed.put(partition, position);
        notifyAll();
    }

    @Override
    public synchronized void missed(final long position, final long first) {
        misses.add(first);
        notifyAll();
    }

    @Override
    public void received(final int partition, final List<StoredMessage> page) {
        add(partition, page);
        onReceived.run();
    }

    private synchronized void add(final int partition, final List<StoredMessage> page) {
        if (!assigned.containsKey(partition) || page.isEmpty()) {
            errors.add(new AssertionError("received for partition " + partition + ": " + page));
        }
        messages.addAll(page);
        notifyAll();
    }

    @Override
    @CheckReturnValue
    public synchronized Completable revoked(final int partition, final boolean isLost) {
        assigned.remove(partition);
        if (isLost) {
            lost.add(partition);
        }
        notifyAll();
        return finish;
    }

    @Override
    public synchronized void failed(final Throwable error) {
        errors.add(error);
        notifyAll();
    }

    @Override
    public synchronized void recovered() {
        recoveries++;
        notifyAll();
    }

    /**
     * Sets an action that runs after each page of messages.
     *
     * @param action runs on the thread that delivered the page
     */
    public void onReceived(final Runnable action) {
        onReceived = action;
    }

    /**
     * Sets the work for which the engine waits when it revokes partitions.
     *
     * @param work the result of {@link #revoked}
     */
    public synchronized void finishWith(final Completable work) {
        finish = work;
    }

    /**
     * Returns the partitions that are assigned to this consumer.
     *
     * @return the numbers of the partitions, in order
     */
    public synchronized Set<Integer> partitions() {
        return new TreeSet<>(assigned.keySet());
    }

    /**
     * Returns the term of a partition.
     *
     * @param partition the number of the partition, from 0
     * @return the term; empty if the partition is not assigned to this consumer
     */
    public synchronized Optional<Term> term(final int partition) {
        return Optional.ofNullable(assigned.get(partition));
    }

    /**
     * Returns the position with which a partition was assigned.
     *
     * @param partition the number of the partition, from 0
     * @return the position of the last assignment; -1 if there was none
     */
    public synchronized long committed(final int partition) {
        return committed.getOrDefault(partition, -1L);
    }

    /**
     * Returns the messages of all partitions.
     *
     * @return the messages in the order in which they were received
     */
    public synchronized List<StoredMessage> messages() {
        return List.copyOf(messages);
    }

    /**
     * Returns the partitions that were revoked as lost.
     *
     * @return the numbers of the partitions, in order
     */
    public synchronized Set<Integer> lost() {
        return new TreeSet<>(lost);
    }

    /**
     * Returns the reports of messages that were deleted too early.
     *
     * @return for each report, the position of the oldest remaining message
     */
    public synchronized List<Long> misses() {
        return List.copyOf(misses);
    }

    /**
     * Returns the errors that the engine reported, and those that this listener found.
     *
     * @return the errors in order
     */
    public synchronized List<Throwable> errors() {
        return List.copyOf(errors);
    }

    /**
     * Returns how often the engine reported that reading works.
     *
     * @return the number of calls of {@link #recovered}
     */
    public synchronized int recoveries() {
        return recoveries;
    }

    /**
     * Waits until a condition holds, 60 s at most.
     *
     * @param expected the condition, which is tested after each call
     * @throws InterruptedException if the thread is interrupted
     * @throws AssertionError with a summary of the recorded calls, if the condition does not hold in time
     */
    public synchronized void await(final Predicate<RecordingListener> expected) throws InterruptedException {
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!expected.test(this)) {
            final long left = limit - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("partitions " + assigned.keySet() + ", lost " + lost + ", messages "
                        + messages.size() + ", errors " + errors + ", recoveries " + recoveries);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
