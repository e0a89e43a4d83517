package org.jzenith.rest.rx;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one request. Results are passed on on the event loop of the request, whatever thread emits them.
 * Safe for use by many threads.
 */
public final class Subscriptions {

    /**
     * Receives the one result of a resource method. Called once, on the event loop and in the context of the request.
     */
    public interface ResultCallback {

        /**
         * The method has a result.
         *
         * @param value the value, or null where the result has none
         */
        void onResult(@Nullable Object value);

        /**
         * The method has failed.
         *
         * @param error why
         */
        void onFailure(Throwable error);
    }

    private static final Disposable ENDED = Disposables.disposed();

    private final Executor eventLoop;

    /** Null before the first subscription, the only one, several in a composite, or {@link #ENDED}. */
    private final AtomicReference<@Nullable Disposable> all = new AtomicReference<>();

    /**
     * Creates it without subscriptions.
     *
     * @param eventLoop runs work on the event loop with the context of the request: at once if called there
     */
    public Subscriptions(final Executor eventLoop) {
        this.eventLoop = eventLoop;
    }

    /**
     * The providers that add the types of RxJava 2 and Vert.x to RESTEasy.
     *
     * @param bodies finds readers and writers of elements
     * @return providers to register as built-ins
     */
    public static List<Object> providers(final Providers bodies) {
        return List.of(
                new ResultTypes.OfSingle(),
                new ResultTypes.OfMaybe(),
                new ResultTypes.OfCompletable(),
                new ResultTypes.OfStage(),
                new ResultTypes.OfFuture(),
                new ResultTypes.OfFlowable(),
                new ResultTypes.OfObservable(),
                new StreamingBodyWriter(bodies),
                new SingleBody(bodies));
    }

    /**
     * Subscribes to a result with a value.
     *
     * @param result what a resource method returned
     * @param check throws if the value is invalid; null if every value is valid
     * @param callback gets the value
     */
    public void receive(final Single<?> result, final @Nullable Consumer<Object> check, final ResultCallback callback) {
        result.subscribe(new ResultObserver(this, callback, check, false));
    }

    /**
     * Subscribes to a result that may have a value; without one it fails with 404.
     *
     * @param result what a resource method returned
     * @param check throws if the value is invalid; null if every value is valid
     * @param callback gets the value
     */
    public void receive(final Maybe<?> result, final @Nullable Consumer<Object> check, final ResultCallback callback) {
        result.subscribe(new ResultObserver(this, callback, check, false));
    }

    /**
     * Subscribes to a result without a value.
     *
     * @param result what a resource method returned
     * @param check throws if the value is invalid; null if every value is valid
     * @param callback gets null
     */
    public void receive(
            final Completable result, final @Nullable Consumer<Object> check, final ResultCallback callback) {
        result.subscribe(new ResultObserver(this, callback, check, true));
    }

    /** Disposes all subscriptions, and every later one at once. */
    public void dispose() {
        final Disposable before = all.getAndSet(ENDED);
        if (before != null) {
            before.dispose();
        }
    }

    /**
     * Ends without disposal and without atomic operations: for a request that was answered before other threads could
     * see it.
     *
     * @return false if there is a subscription; then nothing has changed
     */
    public boolean endUnused() {
        if (all.getPlain() != null) {
            return false;
        }
        all.setPlain(ENDED);
        return true;
    }

    /**
     * Whether the request has ended. May be called on any thread.
     *
     * @return true if results are not needed any more
     */
    public boolean isEnded() {
        return all.get() == ENDED;
    }

    static Subscriptions current() {
        return ResteasyContext.getRequiredContextData(Subscriptions.class);
    }

    void add(final Disposable disposable) {
        if (disposable.isDisposed() || all.compareAndSet(null, disposable)) {
            return;
        }
        for (; ; ) {
            final Disposable before = all.get();
            if (before instanceof Several several) {
                several.composite().add(disposable);
                return;
            }
            final Disposable after =
                    before == null ? disposable : new Several(new CompositeDisposable(before, disposable));
            if (before == ENDED) {
                disposable.dispose();
                return;
            }
            if (all.compareAndSet(before, after)) {
                return;
            }
        }
    }

    void onEventLoop(final Runnable work) {
        eventLoop.execute(work);
    }

    /** A type of its own, because the disposable of a source may be a composite too. */
    private record Several(CompositeDisposable composite) implements Disposable {

        @Override
        public void dispose() {
            composite.dispose();
        }

        @Override
        public boolean isDisposed() {
            return composite.isDisposed();
        }
    }
}
