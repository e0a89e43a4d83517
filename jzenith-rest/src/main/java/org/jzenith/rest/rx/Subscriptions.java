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
 * What one request has subscribed to. Results come back on the request's event loop, whatever thread they arrive on.
 * Safe for use by many threads.
 */
public final class Subscriptions {

    /** Waits for the one result of a resource method. Called once, on the request's event loop, in its context. */
    public interface Receiver {

        /**
         * The result is there.
         *
         * @param value the value, or null where the result has none
         */
        void received(@Nullable Object value);

        /**
         * There is none.
         *
         * @param error why
         */
        void failed(Throwable error);
    }

    private static final Disposable ENDED = Disposables.disposed();

    private final Executor eventLoop;

    /** Nothing yet, the only one, all of them in a composite, or the end. */
    private final AtomicReference<@Nullable Disposable> all = new AtomicReference<>();

    /**
     * Begins without any.
     *
     * @param eventLoop runs work on the request's event loop with the request's context: at once if it is there already
     */
    public Subscriptions(final Executor eventLoop) {
        this.eventLoop = eventLoop;
    }

    /**
     * What teaches RESTEasy the types of RxJava 2 and Vert.x.
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
                new StreamWriter(bodies),
                new SingleBody(bodies));
    }

    /**
     * Subscribes to a result with a value.
     *
     * @param result what a resource method returned
     * @param check throws if the value is not as it should be; null if any is
     * @param receiver gets the value
     */
    public void receive(final Single<?> result, final @Nullable Consumer<Object> check, final Receiver receiver) {
        result.subscribe(new Delivery(this, receiver, check, false));
    }

    /**
     * Subscribes to a result that may have a value; without one it fails with 404.
     *
     * @param result what a resource method returned
     * @param check throws if the value is not as it should be; null if any is
     * @param receiver gets the value
     */
    public void receive(final Maybe<?> result, final @Nullable Consumer<Object> check, final Receiver receiver) {
        result.subscribe(new Delivery(this, receiver, check, false));
    }

    /**
     * Subscribes to a result without a value.
     *
     * @param result what a resource method returned
     * @param check throws if the value is not as it should be; null if any is
     * @param receiver gets null
     */
    public void receive(final Completable result, final @Nullable Consumer<Object> check, final Receiver receiver) {
        result.subscribe(new Delivery(this, receiver, check, true));
    }

    /** Disposes what is still under way, and whatever is subscribed to later. */
    public void dispose() {
        final Disposable before = all.getAndSet(ENDED);
        if (before != null) {
            before.dispose();
        }
    }

    /**
     * Ends without anything to dispose, and without the cost of safety: for a request that was answered before anybody
     * else could know of it.
     *
     * @return false if there is something; then nothing has changed
     */
    public boolean endUnused() {
        if (all.getPlain() != null) {
            return false;
        }
        all.setPlain(ENDED);
        return true;
    }

    /**
     * Whether the request is over. May be asked on any thread.
     *
     * @return true if there is nobody who waits for a result
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

    /** A type of its own, as what a source gives may be a composite too. */
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
