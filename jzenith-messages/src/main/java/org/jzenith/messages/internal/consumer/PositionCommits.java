package org.jzenith.messages.internal.consumer;

import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.engine.ConsumerSession;

/** Commits the positions of the partitions of a consumer, a few times a second at most. Belongs to one event loop. */
final class PositionCommits {

    private static final long PERIOD_MILLIS = 200;
    private static final long RETRY_MILLIS = 1_000;

    private final EventLoopContext home;
    private final Supplier<ConsumerSession> session;
    private final CountedWarning failures;

    PositionCommits(final EventLoopContext home, final Supplier<ConsumerSession> session, final String consumer) {
        this.home = home;
        this.session = session;
        this.failures = new CountedWarning(
                ConsumerEvents.LOGGER, "The position of " + consumer + " cannot be committed. jZenith tries again.");
    }

    /** Plans a commit if the position has moved, and gives the partition back if that is asked and nothing of it is in progress. */
    void moved(final Partition partition) {
        if (partition.isRevoked()) {
            releaseIfIdle(partition);
        } else {
            plan(partition, PERIOD_MILLIS);
        }
    }

    private void plan(final Partition partition, final long millis) {
        if (partition.commitPlanned || partition.committing || partition.uncommitted() == 0) {
            return;
        }
        partition.commitPlanned = true;
        home.setTimer(millis, () -> {
            partition.commitPlanned = false;
            if (!partition.isRevoked() && !partition.committing) {
                commit(partition);
            }
        });
    }

    private void releaseIfIdle(final Partition partition) {
        if (partition.committing || partition.isInProgress()) {
            return;
        }
        if (partition.uncommitted() == 0 || partition.lost) {
            partition.completeRelease();
        } else {
            commit(partition);
        }
    }

    private void commit(final Partition partition) {
        final long position = partition.uncommitted();
        partition.committing = true;
        final Disposable unused = Completable.defer(() -> session.get().commit(partition.number, position))
                .subscribe(
                        () -> home.runUnlessTerminated(() -> ended(partition, position, null)),
                        error -> home.runUnlessTerminated(() -> ended(partition, position, error)));
    }

    private void ended(final Partition partition, final long position, final @Nullable Throwable error) {
        partition.committing = false;
        if (error == null) {
            partition.committed(position);
            moved(partition);
        } else if (partition.isRevoked()) {
            failures.add(error);
            partition.completeRelease();
        } else if (!(error instanceof TermEndedException)) {
            failures.add(error);
            plan(partition, RETRY_MILLIS);
        }
    }
}
