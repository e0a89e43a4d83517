package org.jzenith.javascript.internal.stream;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.Maybe;
import io.reactivex.MaybeEmitter;
import io.reactivex.disposables.Disposable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * Requests the elements of a source as JavaScript asks for them, and at most 32 ahead. The source may emit on any thread.
 *
 * @param <T> the type of the elements
 */
public final class PulledElements<T> implements FlowableSubscriber<T>, Disposable {

    private static final int BATCH = 32;

    private final Flowable<T> source;
    private final Executor later;
    private List<T> queue = new ArrayList<>();
    private @Nullable MaybeEmitter<List<T>> waiting;
    private @Nullable Subscription upstream;
    private @Nullable Throwable failure;
    private boolean begun;
    private boolean ended;
    private boolean disposed;

    /**
     * Creates a reader without a subscription.
     *
     * @param source is subscribed to when the first element is asked for
     * @param later runs a task on the event loop after the present one, so that a source that has all its elements does not keep it
     */
    public PulledElements(final Flowable<T> source, final Executor later) {
        this.source = source;
        this.later = later;
    }

    /**
     * Waits for elements.
     *
     * @return at least one element; empty at the end of the source; an error if the call before has not ended
     */
    public Maybe<List<T>> next() {
        return Maybe.create(emitter -> {
            final boolean begins;
            synchronized (this) {
                if (waiting != null) {
                    throw new IllegalStateException(
                            "The next element was requested before the previous element " + "arrived.");
                }
                waiting = emitter;
                begins = !begun;
                begun = true;
            }
            if (begins) {
                source.subscribe(this);
            } else {
                wake();
            }
        });
    }

    @Override
    public void onSubscribe(final Subscription subscription) {
        final boolean cancelled;
        synchronized (this) {
            upstream = subscription;
            cancelled = disposed;
        }
        if (cancelled) {
            subscription.cancel();
        } else {
            subscription.request(BATCH);
        }
    }

    @Override
    public synchronized void onNext(final T element) {
        queue.add(element);
        if (queue.size() == 1) {
            wake();
        }
    }

    @Override
    public synchronized void onError(final Throwable error) {
        failure = error;
        onComplete();
    }

    @Override
    public synchronized void onComplete() {
        ended = true;
        wake();
    }

    private void wake() {
        later.execute(this::emit);
    }

    private void emit() {
        final MaybeEmitter<List<T>> receiver;
        final List<T> elements;
        final Throwable error;
        synchronized (this) {
            receiver = waiting;
            if (receiver == null || (queue.isEmpty() && !ended)) {
                return;
            }
            waiting = null;
            elements = queue;
            queue = new ArrayList<>();
            error = failure;
        }
        if (!elements.isEmpty()) {
            receiver.onSuccess(elements);
            requestMore(elements.size());
        } else if (error != null) {
            receiver.tryOnError(error);
        } else {
            receiver.onComplete();
        }
    }

    private void requestMore(final int count) {
        final Subscription subscription;
        synchronized (this) {
            subscription = ended || disposed ? null : upstream;
        }
        if (subscription != null) {
            subscription.request(count);
        }
    }

    @Override
    public void dispose() {
        final Subscription subscription;
        synchronized (this) {
            disposed = true;
            subscription = upstream;
        }
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public synchronized boolean isDisposed() {
        return disposed;
    }
}
