package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.DisposableCompletableObserver;
import io.reactivex.observers.DisposableSingleObserver;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.jzenith.kafka.KafkaRecord;

/**
 * The records of a partition that this instance has, handled one after the other. Its state belongs to one event loop; the volatile fields, and
 * the methods that say so, are for other threads as well.
 */
final class PartitionQueue<V> {

    private static final int MOST_IN_BATCH = 500;

    /** The bytes after which a batch takes no further record, because their values are read in one task of the event loop. */
    private static final long MOST_BYTES_IN_BATCH = 1_048_576;

    private final RecordConsumer<V> consumer;
    private final int partition;
    private final RecordRunner<V> runner;
    private final QueueHandler<V> handler;
    private final QueueLoad load;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();

    /** The records of a run that failed, which are handled alone, before those that wait. */
    private final Deque<HandledRecord> again = new ArrayDeque<>();

    /** The records of the run in progress, in order; only the last one can be known to have failed. */
    private final List<HandledRecord> taken = new ArrayList<>();

    /** The number of failures in a row that are not of one record: of transactions, of batches, or of the dead topic. */
    private int outages;

    /** True while it is not certain whether the run that has failed was committed; its records are still taken. */
    private boolean isUnsettled;

    private boolean hasRecordFailed;
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

    /**
     * Adds records, on any thread.
     *
     * @param size their bytes
     */
    void add(final List<ConsumerRecord<byte[], byte[]>> records, final long size) {
        load.add(records.size(), size, consumer.mostRecords(), consumer.mostBytes());
        runner.loop().runUnlessTerminated(() -> {
            if (released == null) {
                waiting.addAll(records);
                startNext();
            }
        });
    }

    private void startNext() {
        if (isBusy || isPausing || released != null || consumer.isStopping()) {
            return;
        }
        if (isUnsettled) {
            settle();
            return;
        }
        if (again.isEmpty() && waiting.isEmpty()) {
            return;
        }
        isBusy = true;
        hasRecordFailed = false;
        isCopying = isNextDead();
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
            consumer.copyToDeadTopic(take(), this, handler).subscribe(end);
        } else {
            handler.handleNext(this).subscribe(end);
        }
    }

    private boolean isNextDead() {
        final HandledRecord next = again.peek();
        return next != null && consumer.isDead(next);
    }

    private HandledRecord take() {
        final HandledRecord next = again.isEmpty() ? new HandledRecord(waiting.remove()) : again.remove();
        taken.add(next);
        return next;
    }

    /** Finds out whether the run that has failed was committed. */
    private void settle() {
        isBusy = true;
        final DisposableSingleObserver<Long> end = new DisposableSingleObserver<>() {
            @Override
            public void onSuccess(final Long next) {
                isUnsettled = false;
                if (next >= afterTaken()) {
                    completed();
                } else {
                    takeBack();
                    ended();
                }
            }

            @Override
            public void onError(final Throwable error) {
                outages++;
                consumer.unsettled(error);
                pause(outages);
                ended();
            }
        };
        run = end;
        handler.settle()
                .andThen(Single.defer(() -> consumer.reader().committed(partition)))
                .subscribe(end);
    }

    /** Handles the next record, as part of the run in progress. A handler that the run disposes has failed. */
    Completable handleNext(final Function<? super KafkaRecord<V>, Completable> each) {
        if (released != null) {
            return Completable.error(new CancellationException("This instance gives up the partition."));
        }
        return runner.run(take(), each)
                .doOnError(error -> hasRecordFailed = true)
                .doOnDispose(() -> hasRecordFailed = true);
    }

    /** Handles the next records as one batch, which is the run in progress. A record that cannot be read is its own batch. */
    Completable handleBatch(final Function<? super List<KafkaRecord<V>>, Completable> handler) {
        final List<KafkaRecord<V>> batch = new ArrayList<>();
        long size = 0;
        try {
            do {
                final HandledRecord next = take();
                batch.add(runner.read(next));
                size += next.size;
            } while (batch.size() < MOST_IN_BATCH && size < MOST_BYTES_IN_BATCH && mayTakeMore());
        } catch (final UnreadableRecordException e) {
            if (batch.isEmpty()) {
                hasRecordFailed = true;
                return Completable.error(e);
            }
            again.addFirst(taken.remove(taken.size() - 1));
        }
        final Completable run = runner.run(batch, handler);
        return batch.size() == 1 ? run.doOnError(error -> hasRecordFailed = true) : run;
    }

    /** Returns true if the run in progress may have one more record. */
    boolean mayTakeMore() {
        return again.isEmpty() && !waiting.isEmpty() && released == null && !consumer.isStopping();
    }

    /** Returns the offset after the records of the run in progress. */
    long afterTaken() {
        return taken.get(taken.size() - 1).record.offset() + 1;
    }

    private void completed() {
        final int number = taken.size();
        long size = 0;
        for (final HandledRecord each : taken) {
            size += each.size;
        }
        passed = afterTaken();
        if (handler.commits()) {
            committed = passed;
            consumer.reader().committed(partition, passed);
        }
        outages = 0;
        taken.clear();
        load.remove(number, size, consumer.mostRecords(), consumer.mostBytes());
        if (released == null && passed > committed) {
            consumer.moved();
        }
        ended();
    }

    private void failed(final Throwable error) {
        final boolean isCancelled = error instanceof CancellationException;
        if ((isCancelled && released != null)
                || (consumer.isStopping() && (isCancelled || error instanceof IllegalStateException))) {
            takeBack();
        } else if (handler.isUnsettled()) {
            isUnsettled = true;
            consumer.unsettled(error);
        } else if (hasRecordFailed) {
            final HandledRecord last = taken.get(taken.size() - 1);
            last.failures++;
            last.error = error;
            takeBack();
            consumer.recordFailed(error);
            if (!isNextDead()) {
                pause(last.failures);
            }
        } else {
            outages++;
            takeBack();
            if (!isCopying) {
                consumer.runFailed(error);
            }
            pause(outages);
        }
        ended();
    }

    private void takeBack() {
        for (int i = taken.size() - 1; i >= 0; i--) {
            again.addFirst(taken.get(i));
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
            again.clear();
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
