package org.jzenith.core.blocking;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when all threads for blocking work are busy and the queue is full. */
final class BlockingQueueFullException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    BlockingQueueFullException(final int threads, final int queue) {
        super(
                "All " + threads + " threads for blocking calls are busy, and " + queue + " calls wait."
                        + " Raise jzenith.blocking-threads or jzenith.blocking-queue, or make the calls faster.",
                null,
                false,
                false);
    }
}
