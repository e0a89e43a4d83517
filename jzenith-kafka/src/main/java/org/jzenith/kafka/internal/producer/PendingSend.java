package org.jzenith.kafka.internal.producer;

import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.internal.connection.KafkaErrors;

/**
 * One record from its subscription to its result. The first of the result, an error and dispose ends it. It is counted until its result has
 * arrived, also if it is disposed, because the library still has it.
 */
final class PendingSend implements Disposable, Callback {

    private final String topic;
    private final int size;
    private final SendTarget target;
    private final SendLimits limits;
    private final ResultLoop loop;
    private final @Nullable RecordOperation operation;
    private final SingleObserver<? super RecordMetadata> observer;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long began = System.nanoTime();
    private boolean counted;
    private @Nullable ProducerRecord<byte[], byte[]> record;
    private @Nullable Thread sending;
    private @Nullable RuntimeException refusal;
    private @Nullable RecordMetadata metadata;
    private @Nullable KafkaException error;

    PendingSend(
            final ProducerRecord<byte[], byte[]> record,
            final SendTarget target,
            final SendLimits limits,
            final ResultLoop loop,
            final @Nullable RecordOperation operation,
            final SingleObserver<? super RecordMetadata> observer) {
        this.record = record;
        this.topic = record.topic();
        this.size = SendLimits.sizeOf(record);
        this.target = target;
        this.limits = limits;
        this.loop = loop;
        this.operation = operation;
        this.observer = observer;
    }

    /** Gives the record to its target, unless too many are on their way. */
    void submit() {
        observer.onSubscribe(this);
        if (isDisposed()) {
            return;
        }
        final KafkaException overload = limits.acquire(size);
        if (overload == null) {
            counted = true;
            target.submit(this);
        } else {
            // Later, because a caller that repeats it at once would not let the event loop work.
            fail(overload);
        }
    }

    String topic() {
        return topic;
    }

    /** Returns the time of the subscription, of {@link System#nanoTime}. */
    long began() {
        return began;
    }

    /**
     * Gives the record to a producer, on the thread of the target.
     *
     * @return null if a result follows, or why the producer has not taken the record: then the caller tries again, or calls {@link #fail}
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the library calls onCompletion
    @Nullable
    RuntimeException sendBy(final Producer<byte[], byte[]> producer) {
        sending = Thread.currentThread();
        refusal = null;
        try {
            producer.send(Objects.requireNonNull(record, "record"), this);
        } catch (final Throwable e) {
            refusal = KafkaErrors.unchecked(e);
        }
        if (refusal == null) {
            record = null; // the library has a copy
        }
        return refusal;
    }

    /** Called by the library: on its own thread, or within {@code send} if the producer does not take the record. */
    @Override
    public void onCompletion(final RecordMetadata stored, final @Nullable Exception failure) {
        if (failure == null) {
            metadata = stored;
            loop.add(this);
        } else if (Thread.currentThread() == sending) {
            refusal = KafkaErrors.unchecked(failure);
        } else {
            fail(failure);
        }
    }

    /** Ends the record with an error. */
    void fail(final Exception failure) {
        error = KafkaErrors.typed("Sending to the topic '" + topic + "' failed", failure);
        record = null;
        loop.add(this);
        if (counted) {
            target.failed(failure);
        }
    }

    /** Ends a record that is disposed and was not sent. */
    void drop() {
        record = null;
        limits.release(size);
    }

    /** Delivers the result, on the event loop. */
    void deliver() {
        if (counted) {
            limits.release(size);
        }
        if (ended.compareAndSet(false, true)) {
            ContextSnapshot.runIn(snapshot, this::deliverInContext);
        }
    }

    private void deliverInContext() {
        try {
            final RecordMetadata stored = metadata;
            final KafkaException failure = error;
            if (stored != null) {
                if (operation != null) {
                    operation.completed(stored);
                }
                observer.onSuccess(stored);
            } else if (failure != null) {
                if (operation != null) {
                    operation.failed(failure);
                }
                observer.onError(failure);
            }
        } catch (final Throwable thrown) {
            RxJavaPlugins.onError(thrown);
        }
    }

    @Override
    public void dispose() {
        if (ended.compareAndSet(false, true) && operation != null) {
            operation.disposed();
        }
    }

    @Override
    public boolean isDisposed() {
        return ended.get();
    }
}
