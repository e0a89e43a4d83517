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

/** For plugins: remembers what an engine tells a consumer. Safe for use by many threads. */
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

    /** Creates a listener that has heard nothing. */
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
     * Sets what runs after each page of messages.
     *
     * @param action runs on the thread that has delivered them
     */
    public void onReceived(final Runnable action) {
        onReceived = action;
    }

    /**
     * Sets what the engine waits for when it revokes partitions.
     *
     * @param work is returned by {@link #revoked}
     */
    public synchronized void finishWith(final Completable work) {
        finish = work;
    }

    /**
     * Returns the partitions that this consumer has.
     *
     * @return their numbers, in order
     */
    public synchronized Set<Integer> partitions() {
        return new TreeSet<>(assigned.keySet());
    }

    /**
     * Returns the term of a partition.
     *
     * @param partition from 0
     * @return empty if this consumer does not have it
     */
    public synchronized Optional<Term> term(final int partition) {
        return Optional.ofNullable(assigned.get(partition));
    }

    /**
     * Returns the position with which a partition was assigned.
     *
     * @param partition from 0
     * @return that of the last assignment; -1 if there was none
     */
    public synchronized long committed(final int partition) {
        return committed.getOrDefault(partition, -1L);
    }

    /**
     * Returns the messages of all partitions.
     *
     * @return in the order in which they were received
     */
    public synchronized List<StoredMessage> messages() {
        return List.copyOf(messages);
    }

    /**
     * Returns the partitions that were revoked as lost.
     *
     * @return their numbers, in order
     */
    public synchronized Set<Integer> lost() {
        return new TreeSet<>(lost);
    }

    /**
     * Returns the reports of messages that were deleted too early.
     *
     * @return the positions of the oldest messages that were left
     */
    public synchronized List<Long> misses() {
        return List.copyOf(misses);
    }

    /**
     * Returns the errors that were reported, and those that this listener has found.
     *
     * @return in their order
     */
    public synchronized List<Throwable> errors() {
        return List.copyOf(errors);
    }

    /**
     * Returns how often reading was reported to work.
     *
     * @return the number of calls of {@link #recovered}
     */
    public synchronized int recoveries() {
        return recoveries;
    }

    /**
     * Waits until this listener is as expected, 60 s at most.
     *
     * @param expected is asked after each change
     * @throws InterruptedException if the thread is interrupted
     * @throws AssertionError with all that was heard, if the time is over
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
