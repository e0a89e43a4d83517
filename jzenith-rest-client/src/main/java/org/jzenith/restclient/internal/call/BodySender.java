package org.jzenith.restclient.internal.call;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.reactivestreams.Subscription;

/**
 * Sends a streamed body: requests its pieces one by one, and none while the connection's queue is full. The pieces may come on any
 * thread; they are written on the event loop.
 */
final class BodySender implements FlowableSubscriber<Buffer>, Disposable {

    private final HttpClientRequest request;
    private final Flowable<Buffer> pieces;
    private final Context context;
    private final Consumer<Throwable> onError;
    private volatile @Nullable Subscription subscription;
    private volatile boolean disposed;
    private volatile boolean complete;

    /** @param onError called on the event loop if the source of the body fails */
    BodySender(
            final HttpClientRequest request,
            final Flowable<Buffer> pieces,
            final Context context,
            final Consumer<Throwable> onError) {
        this.request = request;
        this.pieces = pieces;
        this.context = context;
        this.onError = onError;
    }

    void begin(final @Nullable ContextSnapshot snapshot) {
        ContextSnapshot.runIn(snapshot, () -> pieces.subscribe(this));
    }

    boolean isComplete() {
        return complete;
    }

    @Override
    public void onSubscribe(final Subscription source) {
        subscription = source;
        if (disposed) {
            source.cancel();
        } else {
            source.request(1);
        }
    }

    @Override
    public void onNext(final Buffer piece) {
        context.runOnContext(none -> write(piece));
    }

    private void write(final Buffer piece) {
        if (disposed) {
            return;
        }
        request.write(piece);
        if (request.writeQueueFull()) {
            request.drainHandler(none -> more());
        } else {
            more();
        }
    }

    private void more() {
        final Subscription source = subscription;
        if (source != null && !disposed) {
            source.request(1);
        }
    }

    @Override
    public void onError(final Throwable error) {
        context.runOnContext(none -> {
            if (!disposed) {
                onError.accept(error);
            }
        });
    }

    @Override
    public void onComplete() {
        context.runOnContext(none -> {
            if (!disposed) {
                complete = true;
                request.end();
            }
        });
    }

    @Override
    public void dispose() {
        disposed = true;
        final Subscription source = subscription;
        if (source != null && !complete) {
            source.cancel();
        }
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }
}
