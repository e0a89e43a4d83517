package org.jzenith.redis.internal.connection;

import io.reactivex.MaybeObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisTimeoutException;
import org.jzenith.redis.internal.protocol.Arguments;
import org.jzenith.redis.internal.protocol.ErrorReply;

/**
 * One command from its subscription to its reply. The first of the reply, an error and dispose ends it.
 *
 * @param <R> the type of the result
 */
public final class Command<R> implements Disposable {

    private final Arguments arguments;
    private final ReplyReader<R> reader;
    private final MaybeObserver<? super R> observer;
    private final @Nullable WorkEmitter events;
    private final @Nullable Operation operation;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long begun = System.nanoTime();
    private long sent;
    private volatile @Nullable Consumer<Boolean> whenEnded;
    private boolean kept;

    /** Converts a reply, which is not an error: null for no result. An exception becomes the error of the command. */
    public interface ReplyReader<R> {

        /** Returns the result. */
        @Nullable
        R read(@Nullable Object reply);
    }

    /**
     * Starts a command, and gives it to its subscriber.
     *
     * @param source the name of the plugin
     */
    public Command(
            final Arguments arguments,
            final ReplyReader<R> reader,
            final MaybeObserver<? super R> observer,
            final @Nullable WorkEmitter events,
            final String source) {
        this.arguments = arguments;
        this.reader = reader;
        this.observer = observer;
        this.events = events;
        this.operation = events == null
                ? null
                : Operation.of(
                        Operation.Role.CALL, "redis", source, arguments.name(), RequestContext.current(), List.of());
        observer.onSubscribe(this);
        if (events != null && operation != null && !isDisposed()) {
            events.begun(operation);
        }
    }

    /** Sends it even if it is disposed before, because others belong to it. */
    void keep() {
        kept = true;
    }

    boolean isDropped() {
        return !kept && isDisposed();
    }

    /** Sets what gets true when a reply has come, and false when the command ends without one. */
    void whenEnded(final Consumer<Boolean> action) {
        whenEnded = action;
        if (isDisposed()) {
            ranToEnd(false);
        }
    }

    private synchronized void ranToEnd(final boolean answered) {
        final Consumer<Boolean> action = whenEnded;
        whenEnded = null;
        if (action != null) {
            action.accept(answered);
        }
    }

    Arguments arguments() {
        return arguments;
    }

    /** Returns the name of the command. */
    public String name() {
        return arguments.name();
    }

    void sent(final long connection, final long now) {
        sent = now;
        if (events != null && operation != null) {
            events.sent(operation, connection);
        }
    }

    long sentAt() {
        return sent;
    }

    /** Delivers the reply. */
    void answer(final @Nullable Object reply) {
        ranToEnd(true);
        if (isDisposed()) {
            return;
        }
        if (reply instanceof final ErrorReply error) {
            end(error.toException(name()));
            return;
        }
        final R result;
        try {
            result = reader.read(reply);
        } catch (final Throwable error) {
            end(error);
            return;
        }
        if (ended.compareAndSet(false, true)) {
            observe(WorkEvent.Status.COMPLETED, null);
            deliver(() -> {
                if (result == null) {
                    observer.onComplete();
                } else {
                    observer.onSuccess(result);
                }
            });
        }
    }

    /** Delivers an error. */
    public void fail(final RedisException error) {
        ranToEnd(false);
        end(error);
    }

    private void end(final Throwable error) {
        if (ended.compareAndSet(false, true)) {
            observe(
                    error instanceof RedisTimeoutException ? WorkEvent.Status.TIMED_OUT : WorkEvent.Status.FAILED,
                    error);
            deliver(() -> observer.onError(error));
        }
    }

    private void deliver(final Runnable delivery) {
        ContextSnapshot.runIn(snapshot, () -> {
            try {
                delivery.run();
            } catch (final Throwable error) {
                RxJavaPlugins.onError(error);
            }
        });
    }

    private void observe(final WorkEvent.Status status, final @Nullable Throwable error) {
        if (events != null && operation != null) {
            events.ended(operation, status, Duration.ofNanos(System.nanoTime() - begun), error, List.of());
        }
    }

    @Override
    public void dispose() {
        if (ended.compareAndSet(false, true)) {
            observe(WorkEvent.Status.DISPOSED, null);
            ranToEnd(false);
        }
    }

    @Override
    public boolean isDisposed() {
        return ended.get();
    }
}
