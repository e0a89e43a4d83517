package org.jzenith.messages.log;

import io.reactivex.Completable;
import io.reactivex.Scheduler;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.functions.Consumer;
import io.reactivex.observers.DisposableCompletableObserver;
import io.reactivex.plugins.RxJavaPlugins;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jzenith.core.vertx.EventLoopContext;

/** The event loop that owns all state of an engine, and the work in progress on it. */
final class EngineLoop {

    private final EventLoopContext context;
    private final Scheduler scheduler;
    private final CompositeDisposable inProgress = new CompositeDisposable();

    EngineLoop(final Vertx vertx) {
        final List<EventLoopContext> loops = EventLoopContext.onEach(vertx);
        this.context = loops.get(ThreadLocalRandom.current().nextInt(loops.size()));
        this.scheduler = Schedulers.from(context::runUnlessTerminated);
    }

    EventLoopContext context() {
        return context;
    }

    /** Returns a scheduler that runs actions on the event loop, in their order. */
    Scheduler scheduler() {
        return scheduler;
    }

    /** Runs an action later on the event loop. */
    void run(final Runnable action) {
        context.runUnlessTerminated(action);
    }

    /**
     * Starts work in the background.
     *
     * @param work the work, which {@link #dispose} disposes
     * @param failed receives the error of the work
     */
    void start(final Completable work, final Consumer<? super Throwable> failed) {
        final DisposableCompletableObserver observer = new DisposableCompletableObserver() {
            @Override
            public void onComplete() {
                inProgress.delete(this);
            }

            @Override
            public void onError(final Throwable error) {
                inProgress.delete(this);
                try {
                    failed.accept(error);
                } catch (final Exception e) {
                    RxJavaPlugins.onError(e);
                }
            }
        };
        inProgress.add(observer);
        work.subscribe(observer);
    }

    /** Ends all work. */
    void dispose() {
        inProgress.dispose();
    }
}
