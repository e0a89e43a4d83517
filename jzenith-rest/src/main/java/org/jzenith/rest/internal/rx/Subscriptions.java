package org.jzenith.rest.internal.rx;

import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import io.reactivex.MaybeObserver;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.SharedPiece;
import org.jzenith.rest.internal.error.Errors;

/**
 * A request's subscriptions. They pass results on to the request's event loop, whatever thread emits them. Safe for use
 * by many threads.
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
         * @param error the cause
         */
        void onFailure(Throwable error);
    }

    /** A type whose value arrives after a resource method has returned it. */
    @FunctionalInterface
    public interface ResultType {

        /**
         * Subscribes to what a resource method has returned.
         *
         * @param returned a result of this type
         * @param subscriptions the subscriptions of the request; they end with it
         * @param check throws if the value is invalid; null if every value is valid
         * @param callback gets the value, perhaps before this method returns
         */
        void receive(
                Object returned,
                Subscriptions subscriptions,
                @Nullable Consumer<Object> check,
                ResultCallback callback);
    }

    /** An output to a connection, to which a piece that many connections have can be written as it is. */
    public interface SharedOutput {

        /**
         * Writes a piece behind everything written and flushed. Called on the event loop.
         *
         * @param piece a piece shared by many connections
         * @return completes when the connection can take more; null if nothing was written, because this output encodes
         *     its bytes
         */
        @Nullable
        CompletionStage<Void> trySend(SharedPiece piece);
    }

    private final StreamedRequest request;

    private final CompositeDisposable all = new CompositeDisposable();
    private @Nullable Runnable endAtStop;

    /**
     * Creates it without subscriptions.
     *
     * @param request runs work on its event loop
     */
    public Subscriptions(final StreamedRequest request) {
        this.request = request;
    }

    /** Disposes all subscriptions, and every later one at once. */
    public void dispose() {
        all.dispose();
    }

    /**
     * Returns true if there is nothing to dispose.
     *
     * @return true without subscriptions
     */
    public boolean isEmpty() {
        return all.size() == 0;
    }

    /**
     * Returns true if the request has ended. May be called on any thread.
     *
     * @return true if results are not needed any more
     */
    public boolean isEnded() {
        return all.isDisposed();
    }

    static Subscriptions current() {
        return ResteasyContext.getRequiredContextData(Subscriptions.class);
    }

    /**
     * Disposes something with the request, or at once if the request has ended. May be called on any thread.
     *
     * @param disposable work that the request has started
     */
    public void add(final Disposable disposable) {
        if (!disposable.isDisposed()) {
            all.add(disposable);
        }
    }

    /**
     * Subscribes to work of the request.
     *
     * @param work is disposed when the request ends
     * @param callback is told that the work has completed or failed, perhaps before this method returns
     */
    public void subscribe(final Completable work, final ResultCallback callback) {
        observe(callback, null, true, work::subscribe);
    }

    /** Subscribes to the result of a method. On the event loop. */
    void observe(
            final ResultCallback callback,
            final @Nullable Consumer<Object> check,
            final boolean emptyIsSuccess,
            final Consumer<ResultObserver> source) {
        final ResultObserver observer = new ResultObserver(this, callback, check, emptyIsSuccess);
        source.accept(observer);
        if (observer.subscribing == null) {
            observer.run();
        } else {
            observer.subscribing = null;
        }
    }

    /**
     * Ends a stream that goes on until its client leaves, when the application stops. Called on the event loop.
     *
     * @param end runs on the event loop with the context of the request; at once if the application stops already
     */
    void atStop(final Runnable end) {
        if (request.isStopping()) {
            end.run();
        } else {
            endAtStop = end;
        }
    }

    /** The application has started to stop accepting. Called on the event loop. */
    public void stopping() {
        if (endAtStop != null) {
            endAtStop.run();
        }
    }

    void onEventLoop(final Runnable work) {
        request.executor().execute(work);
    }

    StreamedRequest request() {
        return request;
    }

    /** Returns true if elements only wait for others of the same turn. */
    boolean isFlushedAtOnce() {
        return request.streams().flush().isZero();
    }

    /** Runs work that sends the elements which came until then. Called on the event loop. */
    Disposable flush(final Runnable work) {
        final Duration delay = request.streams().flush();
        if (delay.isZero()) {
            request.executor().executeLater(work);
            return Disposables.disposed();
        }
        return request.executeAfter(delay, work);
    }

    /**
     * Passes a method's asynchronous result on to the event loop: in {@link #observe} if it comes during the subscription.
     * After the result there is nothing to dispose.
     */
    static final class ResultObserver
            implements SingleObserver<Object>, MaybeObserver<Object>, CompletableObserver, Disposable, Runnable {

        private final Subscriptions subscriptions;
        private final Subscriptions.ResultCallback callback;
        private final @Nullable Consumer<Object> check;
        private final boolean emptyIsSuccess;

        /** The thread that subscribes; null after the subscription, or if it has brought the result. */
        private @Nullable Thread subscribing = Thread.currentThread();

        private @Nullable Disposable source;
        private @Nullable Object value;
        private @Nullable Throwable error;

        private ResultObserver(
                final Subscriptions subscriptions,
                final Subscriptions.ResultCallback callback,
                final @Nullable Consumer<Object> check,
                final boolean emptyIsSuccess) {
            this.subscriptions = subscriptions;
            this.callback = callback;
            this.check = check;
            this.emptyIsSuccess = emptyIsSuccess;
        }

        @Override
        public void onSubscribe(final Disposable disposable) {
            if (!disposable.isDisposed()) {
                source = disposable;
                subscriptions.add(this);
            }
        }

        @Override
        public void onSuccess(final @Nullable Object result) {
            value = result;
            arrived();
        }

        @Override
        public void onError(final Throwable failure) {
            error = failure;
            arrived();
        }

        private void arrived() {
            source = null;
            if (Thread.currentThread() == subscribing) {
                subscribing = null;
            } else {
                subscriptions.onEventLoop(this);
            }
        }

        @Override
        public void onComplete() {
            if (emptyIsSuccess) {
                onSuccess(null);
            } else {
                onError(Errors.exception(404, "There is nothing at this path."));
            }
        }

        @Override
        public void dispose() {
            final Disposable running = source;
            if (running != null) {
                running.dispose();
            }
        }

        @Override
        public boolean isDisposed() {
            final Disposable running = source;
            return running == null || running.isDisposed();
        }

        /** Called on the event loop. */
        @Override
        public void run() {
            if (subscriptions.isEnded()) {
                return;
            }
            if (error == null && check != null && value != null) {
                try {
                    check.accept(value);
                } catch (final RuntimeException e) {
                    error = e;
                }
            }
            if (error == null) {
                callback.onResult(value);
            } else {
                callback.onFailure(error);
            }
        }
    }
}
