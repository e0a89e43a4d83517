package org.jzenith.restclient.internal.call;

import io.reactivex.Flowable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The pieces of a streamed response. Demand goes to the socket: without it the connection is not read. A cancel, an error and silence
 * despite demand end the connection. Subscribed once; pieces come on the event loop of the call.
 */
final class ResponsePieces extends Flowable<Buffer> implements Subscription {

    private final String description;
    private final HttpClientResponse response;
    private final Context context;
    private final @Nullable ContextSnapshot snapshot;
    private final long idleMillis;
    private final Consumer<Boolean> onEnd;
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private @Nullable Subscriber<? super Buffer> downstream;
    private long demand;
    private long active = System.nanoTime();
    private long timer = -1;
    private boolean done;
    private volatile boolean cancelled;

    /** @param onEnd called once on the event loop, with true if the whole body was received */
    ResponsePieces(
            final String description,
            final HttpClientResponse response,
            final Context context,
            final @Nullable ContextSnapshot snapshot,
            final long idleMillis,
            final Consumer<Boolean> onEnd) {
        this.description = description;
        this.response = response;
        this.context = context;
        this.snapshot = snapshot;
        this.idleMillis = idleMillis;
        this.onEnd = onEnd;
        response.exceptionHandler(this::broken);
        response.handler(this::piece);
        response.endHandler(none -> complete());
    }

    @Override
    protected void subscribeActual(final Subscriber<? super Buffer> subscriber) {
        if (!subscribed.compareAndSet(false, true)) {
            Flowable.<Buffer>error(new IllegalStateException(
                            "The body of the call " + description + " already has a subscriber. Subscribe only once."))
                    .subscribe(subscriber);
            return;
        }
        onContext(() -> {
            downstream = subscriber;
            subscriber.onSubscribe(this);
            if (done) {
                // broken before somebody subscribed
                fail(lost(null));
            } else {
                timer = watch();
            }
        });
    }

    /** Ends the connection if nobody has subscribed. */
    void abandon() {
        if (subscribed.compareAndSet(false, true) && !done) {
            end(false);
        }
    }

    private long watch() {
        return context.owner()
                .setPeriodic(
                        Math.max(1, idleMillis),
                        none -> onContext(() -> {
                            if (!done && demand > 0 && (System.nanoTime() - active) / 1_000_000 >= idleMillis) {
                                fail(new RemoteTimeoutException(
                                        description,
                                        "received nothing more of the response for " + idleMillis + " ms",
                                        false));
                            }
                        }));
    }

    private void onContext(final Runnable work) {
        if (Context.isOnEventLoopThread() && Vertx.currentContext() == context) {
            work.run();
        } else {
            context.runOnContext(none -> work.run());
        }
    }

    @Override
    public void request(final long pieces) {
        if (pieces > 0) {
            onContext(() -> {
                if (!done) {
                    if (demand == 0) {
                        active = System.nanoTime();
                    }
                    demand = demand + pieces < 0 ? Long.MAX_VALUE : demand + pieces;
                    response.fetch(pieces);
                }
            });
        }
    }

    @Override
    public void cancel() {
        if (!cancelled) {
            cancelled = true;
            onContext(() -> {
                if (!done) {
                    end(false);
                }
            });
        }
    }

    private void piece(final Buffer piece) {
        final Subscriber<? super Buffer> subscriber = downstream;
        if (done || cancelled || subscriber == null) {
            return;
        }
        active = System.nanoTime();
        if (demand != Long.MAX_VALUE) {
            demand--;
        }
        emit(() -> subscriber.onNext(piece));
    }

    private void complete() {
        final Subscriber<? super Buffer> subscriber = downstream;
        if (!done && subscriber != null) {
            end(true);
            if (!cancelled) {
                emit(subscriber::onComplete);
            }
        }
    }

    private void broken(final Throwable error) {
        if (downstream == null) {
            end(false);
        } else if (!done) {
            fail(lost(error));
        }
    }

    private RemoteUnavailableException lost(final @Nullable Throwable error) {
        return new RemoteUnavailableException(
                description, "lost its connection within the streamed response", false, error);
    }

    private void fail(final Throwable failure) {
        end(false);
        final Subscriber<? super Buffer> subscriber = downstream;
        if (!cancelled && subscriber != null) {
            emit(() -> subscriber.onError(failure));
        }
    }

    private void end(final boolean complete) {
        done = true;
        if (timer >= 0) {
            context.owner().cancelTimer(timer);
            timer = -1;
        }
        onEnd.accept(complete);
    }

    private void emit(final Runnable signal) {
        ContextSnapshot.runIn(snapshot, signal);
    }
}
