package org.jzenith.core.work;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The runs of one runner that are in progress. Safe for use by many threads: after {@link #stop}, a new run is refused, and the stop waits
 * for the runs in progress.
 */
final class RunsInProgress {

    private final Set<WorkRun> runs = new HashSet<>();
    private final CompletableSubject idle = CompletableSubject.create();
    private final int most;
    private boolean stopped;

    /** @param most the maximum number of concurrent runs */
    RunsInProgress(final int most) {
        this.most = most;
    }

    /** Adds a run; returns false if the application is stopping. */
    synchronized boolean add(final WorkRun run) {
        return !stopped && runs.add(run);
    }

    void remove(final WorkRun run) {
        synchronized (this) {
            runs.remove(run);
        }
        signalIdle();
    }

    synchronized boolean isFull() {
        return runs.size() >= most;
    }

    synchronized boolean isIdle() {
        return runs.isEmpty();
    }

    /** Stops accepting further runs. */
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        signalIdle();
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    private void signalIdle() {
        if (isStopped() && isIdle()) {
            idle.onComplete();
        }
    }

    /** Completes after {@link #stop} as soon as no run is in progress. */
    Completable whenIdle() {
        return idle;
    }

    void dispose() {
        final List<WorkRun> left;
        synchronized (this) {
            left = List.copyOf(runs);
        }
        left.forEach(WorkRun::dispose);
    }
}
