package org.jzenith.core.blocking;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when all threads for blocking work are busy and the queue is full. */
final class BlockingQueueFullException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    BlockingQueueFullException(final int threads, final int queue) {
        super(
                "All " + threads + " threads for work that blocks are in use, and " + queue
                        + " pieces of work wait for them."
                        + " See jzenith.blocking-threads and jzenith.blocking-queue.",
                null,
                false,
                false);
    }
}
