package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.DisposableCompletableObserver;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.KafkaRecord;

/**
 * The records of a partition that this instance has, handled one after the other. Its state belongs to one event loop; the volatile fields, and
 * the methods that say so, are for other threads as well.
 */
final class PartitionQueue<V> {

    private final RecordConsumer<V> consumer;
    private final int partition;
    private final RecordRunner<V> runner;
    private final QueueHandler<V> handler;
    private final QueueLoad load;
    private final Deque<QueuedRecord> waiting = new ArrayDeque<>();

    /** The records of the run in progress, in order; only the last one can have failed. */
    private final List<QueuedRecord> taken = new ArrayList<>();

    /** The number of records that were in a run that failed, and are handled alone. */
    private int alone;

    /** The number of failures in a row that are not of a handler: of transactions, or of the dead topic. */
    private int outages;

    private boolean hasHandlerFailed;
    private boolean isCopying;
    private boolean isPausing;
    private boolean isLost;
    private @Nullable Disposable run;

    /** Completes when the partition is given back; null while the instance has it. */
    private @Nullable CompletableSubject released;

    /** The offset of the first record that is not handled. */
    private volatile long passed;

    private volatile long committed;
    private volatile boolean isBusy;

    /** @param next the offset of the first record */
    PartitionQueue(
            final RecordConsumer<V> consumer,
            final int partition,
            final long next,
            final RecordRunner<V> runner,
            final QueueHandler<V> handler) {
        this.consumer = consumer;
        this.partition = partition;
        this.passed = next;
        this.committed = next;
        this.runner = runner;
        this.handler = handler;
        this.load = new QueueLoad(consumer.reader(), partition);
    }

    /** Returns the load, on any thread. */
    QueueLoad load() {
        return load;
    }

    /** Returns true if a handler is running, on any thread. */
    boolean isBusy() {
        return isBusy;
    }

    /** Adds records, on any thread. */
    void add(final List<QueuedRecord> records) {
        final long size = records.stream().mapToLong(each -> each.size).sum();
        load.add(records.size(), size, consumer.mostRecords(), consumer.mostBytes());
        runner.loop().runUnlessTerminated(() -> {
            if (released == null) {
                waiting.addAll(records);
                startNext();
            }
        });
    }

    private void startNext() {
        final QueuedRecord first = waiting.peek();
        if (first == null || isBusy || isPausing || released != null || consumer.isStopping()) {
            return;
        }
        isBusy = true;
        hasHandlerFailed = false;
        isCopying = consumer.isDead(first);
        final DisposableCompletableObserver end = new DisposableCompletableObserver() {
            @Override
            public void onComplete() {
                completed();
            }

            @Override
            public void onError(final Throwable error) {
                failed(error);
            }
        };
        run = end;
        if (isCopying) {
            taken.add(waiting.remove());
            consumer.copyToDeadTopic(first).subscribe(end);
        } else {
            handler.handleNext(this).subscribe(end);
        }
    }

    /** Handles the first record that waits, as part of the run in progress. */
    Completable handleNext(final Function<? super KafkaRecord<V>, Completable> each) {
        final QueuedRecord record = waiting.remove();
        taken.add(record);
        return runner.run(record, each).doOnError(error -> hasHandlerFailed = true);
    }

    /** Returns true if the run in progress may have one more record. */
    boolean mayTakeMore() {
        final QueuedRecord first = waiting.peek();
        return alone == 0 && first != null && released == null && !consumer.isStopping();
    }

    /** Returns the offset after the records of the run in progress. */
    long afterTaken() {
        return taken.get(taken.size() - 1).record.offset() + 1;
    }

    private void completed() {
        final int number = taken.size();
        final long size = taken.stream().mapToLong(each -> each.size).sum();
        passed = afterTaken();
        if (handler.commits() && !isCopying) {
            committed = passed;
        }
        alone = Math.max(0, alone - number);
        outages = 0;
        taken.clear();
        load.remove(number, size, consumer.mostRecords(), consumer.mostBytes());
        if (released == null && passed > committed) {
            consumer.moved();
        }
        ended();
    }

    private void failed(final Throwable error) {
        if (consumer.isStopping()
                && (error instanceof CancellationException || error instanceof IllegalStateException)) {
            takeBack();
        } else if (hasHandlerFailed) {
            final QueuedRecord last = taken.get(taken.size() - 1);
            last.failures++;
            last.error = error;
            takeBack();
            consumer.handlerFailed(error);
            if (!consumer.isDead(Objects.requireNonNull(waiting.peek()))) {
                pause(last.failures);
            }
        } else {
            outages++;
            takeBack();
            if (!isCopying) {
                consumer.aborted(error);
            }
            pause(outages);
        }
        ended();
    }

    private void takeBack() {
        alone = Math.max(alone, taken.size());
        for (int i = taken.size() - 1; i >= 0; i--) {
            waiting.addFirst(taken.get(i));
        }
        taken.clear();
    }

    private void pause(final int failures) {
        isPausing = true;
        runner.loop().setTimer(consumer.pauseMillis(failures), () -> {
            isPausing = false;
            startNext();
        });
    }

    private void ended() {
        isBusy = false;
        if (released == null) {
            startNext();
        } else {
            releaseIfIdle();
        }
    }

    /** Commits what is handled, if that is not done; on any thread. */
    void commit() {
        final long position = passed;
        if (position > committed) {
            final Disposable unused = commit(position).subscribe(() -> {}, error -> consumer.uncommitted(error));
        }
    }

    private Completable commit(final long position) {
        return consumer.reader().commit(partition, position).doOnComplete(() -> committed = position);
    }

    /**
     * Gives the partition back when nothing of it is in progress, on any thread; called again if it is lost meanwhile.
     *
     * @param lost true if nothing can be committed any more
     * @return completes then
     */
    Completable revoke(final boolean lost) {
        final CompletableSubject result = CompletableSubject.create();
        runner.loop().runUnlessTerminated(() -> {
            final boolean isFirst = released == null;
            final CompletableSubject end = isFirst ? CompletableSubject.create() : Objects.requireNonNull(released);
            released = end;
            end.subscribe(result);
            isLost = isLost || lost;
            waiting.clear();
            load.close();
            final Disposable running = run;
            if (lost && isBusy && running != null) {
                running.dispose();
                taken.clear();
                isBusy = false;
            }
            releaseIfIdle();
        });
        return result;
    }

    private void releaseIfIdle() {
        final CompletableSubject end = Objects.requireNonNull(released);
        if (isBusy || end.hasComplete()) {
            return;
        }
        final long position = passed;
        final Completable last = isLost || position <= committed ? Completable.complete() : commit(position);
        last.onErrorComplete().andThen(handler.close().onErrorComplete()).subscribe(end);
    }
}
