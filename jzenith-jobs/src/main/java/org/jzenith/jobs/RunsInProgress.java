package org.jzenith.jobs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The runs of one job that are in progress. Safe for use by many threads: after {@link #stop} a run is either in progress,
 * and so awaited by the stop, or refused.
 */
final class RunsInProgress {

    private final Set<JobRun> runs = new HashSet<>();
    private final int most;
    private boolean stopped;

    /** @param most the maximum number of concurrent runs */
    RunsInProgress(final int most) {
        this.most = most;
    }

    /** False if the application stops. */
    synchronized boolean add(final JobRun run) {
        return !stopped && runs.add(run);
    }

    synchronized void remove(final JobRun run) {
        runs.remove(run);
    }

    synchronized boolean isFull() {
        return runs.size() >= most;
    }

    synchronized boolean isIdle() {
        return runs.isEmpty();
    }

    /** Stops accepting further runs. */
    synchronized void stop() {
        stopped = true;
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    void dispose() {
        final List<JobRun> left;
        synchronized (this) {
            left = List.copyOf(runs);
        }
        left.forEach(JobRun::dispose);
    }
}
