package org.jzenith.messages.sql.internal.outbox;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.CompositeDisposable;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.reactivex.subjects.CompletableSubject;
import java.util.function.Consumer;
import org.jzenith.core.vertx.EventLoopContext;

/** Runs what has no client, on one event loop, until it is stopped. Used by the tasks of this event loop. */
final class InProgress {

    private final EventLoopContext loop;
    private final CompositeDisposable listening = new CompositeDisposable();
    private final CompositeDisposable waiting = new CompositeDisposable();
    private final CompletableSubject idle = CompletableSubject.create();
    private int running;
    private boolean stopped;

    InProgress(final EventLoopContext loop) {
        this.loop = loop;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Runs something that the stop waits for. Its results are tasks of the event loop. */
    <T> void run(final Single<T> what, final Consumer<T> succeeded, final Consumer<Throwable> failed) {
        running++;
        final SerialDisposable entry = new SerialDisposable();
        waiting.add(entry);
        entry.set(what.subscribe(
                value -> loop.run(() -> ended(entry, succeeded, value)),
                error -> loop.run(() -> ended(entry, failed, error))));
    }

    private <T> void ended(final Disposable entry, final Consumer<T> then, final T value) {
        waiting.delete(entry);
        try {
            then.accept(value);
        } finally {
            running--;
            if (stopped && running == 0) {
                idle.onComplete();
            }
        }
    }

    /** Runs something after a time, unless it is stopped. */
    void later(final long millis, final Runnable action) {
        loop.setTimer(millis, () -> {
            if (!stopped) {
                action.run();
            }
        });
    }

    /** Receives elements until it is stopped. */
    <T> void listen(final Flowable<T> elements, final Consumer<T> each) {
        listening.add(elements.subscribe(element -> loop.run(() -> each.accept(element))));
    }

    /** Ends listening, and starts nothing more. */
    void stop() {
        stopped = true;
        listening.dispose();
        if (running == 0) {
            idle.onComplete();
        }
    }

    /** Returns what completes, on the event loop, when it is stopped and nothing is in progress. */
    Completable idle() {
        return idle;
    }
}
