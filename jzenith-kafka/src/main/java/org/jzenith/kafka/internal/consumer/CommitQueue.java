package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** Positions that are to be committed at the next turn of a poll thread. Safe for use by many threads. */
final class CommitQueue {

    private final EventLoopContext loop;
    private Map<Integer, Commit> waiting = new HashMap<>();
    private @Nullable IntFunction<Throwable> refusal;

    /** @param loop gets the results */
    CommitQueue(final EventLoopContext loop) {
        this.loop = loop;
    }

    /** A position of a partition, and those that wait for it. */
    static final class Commit {

        private final EventLoopContext loop;
        private final List<CompletableSubject> results = new ArrayList<>();
        private long next;

        private Commit(final EventLoopContext loop) {
            this.loop = loop;
        }

        long next() {
            return next;
        }

        /** @param error null if it is stored */
        void end(final @Nullable Throwable error) {
            loop.runUnlessTerminated(() -> results.forEach(result -> {
                if (error == null) {
                    result.onComplete();
                } else {
                    result.onError(error);
                }
            }));
        }
    }

    synchronized Completable add(final int partition, final long next) {
        if (refusal != null) {
            return Completable.error(refusal.apply(partition));
        }
        final CompletableSubject result = CompletableSubject.create();
        final Commit commit = waiting.computeIfAbsent(partition, any -> new Commit(loop));
        commit.next = Math.max(commit.next, next);
        commit.results.add(result);
        return result;
    }

    /** Refuses all positions from now on, because the thread ends. */
    void close(final IntFunction<Throwable> error) {
        synchronized (this) {
            refusal = error;
        }
        take().forEach((partition, commit) -> commit.end(error.apply(partition)));
    }

    /** Returns the positions by partition, and forgets them. */
    synchronized Map<Integer, Commit> take() {
        if (waiting.isEmpty()) {
            return Map.of();
        }
        final Map<Integer, Commit> taken = waiting;
        waiting = new HashMap<>();
        return taken;
    }
}
