package org.jzenith.javascript.internal.request;

import io.reactivex.observers.DisposableMaybeObserver;
import java.util.function.Function;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * A promise of JavaScript that waits for a result, which may arrive on any thread. It is settled on the event loop of its request.
 *
 * @param <T> the type of the result
 */
final class PendingPromise<T> extends DisposableMaybeObserver<T> {

    private final ScriptTask task;
    private final ScriptValues values;
    private final String stage;
    private final Function<? super T, ? extends @Nullable Object> converter;
    private final Value resolve;
    private final Value reject;
    private Runnable settling = () -> {};

    /** @param stage names what the request waits for */
    PendingPromise(
            final ScriptTask task,
            final ScriptValues values,
            final String stage,
            final Function<? super T, ? extends @Nullable Object> converter,
            final Value resolve,
            final Value reject) {
        this.task = task;
        this.values = values;
        this.stage = stage;
        this.converter = converter;
        this.resolve = resolve;
        this.reject = reject;
    }

    @Override
    public void onSuccess(final T result) {
        settle(() -> {
            try {
                values.resolve(resolve, converter.apply(result));
            } catch (final PolyglotException e) {
                throw e;
            } catch (final RuntimeException e) {
                reject.executeVoid(values.error(e));
            }
        });
    }

    @Override
    public void onError(final Throwable error) {
        settle(() -> reject.executeVoid(values.error(error)));
    }

    @Override
    public void onComplete() {
        settle(resolve::executeVoid);
    }

    private void settle(final Runnable result) {
        settling = result;
        task.settle(this);
    }

    /** Settles the promise with its result. In a turn. */
    void settle() {
        settling.run();
    }

    /** Rejects the promise, because its request has ended. In a turn. */
    void end() {
        values.rejectEnded(reject);
    }

    String stage() {
        return stage;
    }
}
