package org.jzenith.kafka.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;

/** Positions that are to be committed at the next turn of a poll thread. Safe for use by many threads. */
final class CommitQueue {

    private final ReaderOptions options;
    private final EventLoopContext loop;
    private final Map<Integer, Long> terms = new ConcurrentHashMap<>();
    private Map<Integer, Commit> waiting = new HashMap<>();
    private boolean isClosed;

    /** @param loop gets the results */
    CommitQueue(final ReaderOptions options, final EventLoopContext loop) {
        this.options = options;
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
        if (isClosed) {
            return Completable.error(ended(partition));
        }
        final CompletableSubject result = CompletableSubject.create();
        final Commit commit = waiting.computeIfAbsent(partition, any -> new Commit(loop));
        commit.next = Math.max(commit.next, next);
        commit.results.add(result);
        return result;
    }

    /** Refuses all positions from now on, because the thread ends. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        take().forEach((partition, commit) -> commit.end(ended(partition)));
    }

    /** Notes the term in which this instance has a partition. */
    void begin(final AssignedPartition partition) {
        terms.put(partition.number(), partition.term);
    }

    /** Returns the error of a commit of a partition that this instance no longer has. */
    TermEndedException ended(final int partition) {
        return new TermEndedException(new Term(
                "kafka", options.topic() + "/" + options.group() + "/" + partition, terms.getOrDefault(partition, 0L)));
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
