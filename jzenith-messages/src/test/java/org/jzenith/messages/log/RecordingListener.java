package org.jzenith.messages.log;

import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.PartitionListener;
import org.jzenith.messages.engine.StoredMessage;

/** Remembers what an engine tells a consumer. */
final class RecordingListener implements PartitionListener {

    private final Map<Integer, Term> assigned = new TreeMap<>();
    private final Map<Integer, Long> committed = new HashMap<>();
    private final List<StoredMessage> messages = new ArrayList<>();
    private final Set<Integer> lost = new TreeSet<>();
    private final List<Throwable> errors = new ArrayList<>();
    private Completable finish = Completable.complete();
    private Runnable onReceived = () -> {};
    private int recoveries;

    @Override
    public synchronized void assigned(final int partition, final long position, final Term term) {
        assigned.put(partition, term);
        committed.put(partition, position);
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

    /** Sets what runs when messages were received. */
    void onReceived(final Runnable action) {
        onReceived = action;
    }

    /** Sets what the engine waits for when it revokes partitions. */
    synchronized void finishWith(final Completable work) {
        finish = work;
    }

    synchronized Set<Integer> partitions() {
        return new TreeSet<>(assigned.keySet());
    }

    synchronized @Nullable Term term(final int partition) {
        return assigned.get(partition);
    }

    synchronized long committed(final int partition) {
        return committed.getOrDefault(partition, -1L);
    }

    synchronized List<StoredMessage> messages() {
        return List.copyOf(messages);
    }

    List<String> ids() {
        return messages().stream().map(StoredMessage::id).toList();
    }

    synchronized Set<Integer> lost() {
        return new TreeSet<>(lost);
    }

    synchronized List<Throwable> errors() {
        return List.copyOf(errors);
    }

    synchronized int recoveries() {
        return recoveries;
    }

    /** Waits until this listener is as expected. */
    synchronized void await(final Predicate<RecordingListener> expected) throws InterruptedException {
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
