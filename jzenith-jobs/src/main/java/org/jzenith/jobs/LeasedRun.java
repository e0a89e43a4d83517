package org.jzenith.jobs;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.subjects.CompletableSubject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.observe.WorkEvent;

/** A run of a job that needs a lease: its claim, its lease, and its end. Safe for use by many threads. */
final class LeasedRun {

    private final JobLeases leases;
    private final String job;
    private final long occasion;
    private final @Nullable Runnable again;
    private final CompletableSubject lost = CompletableSubject.create();
    private final CompletableSubject released = CompletableSubject.create();
    private @Nullable Lease lease;
    private volatile long confirmed;
    private boolean ended;
    private volatile boolean refused;

    /**
     * Prepares a run that has claimed nothing yet.
     *
     * @param occasion the due time in milliseconds since 1970; {@link JobLeases#ANY_TIME} for a run that somebody has asked for
     * @param again runs the job for the same due time, if the instance that runs it now does not complete that; null to give up
     */
    LeasedRun(final JobLeases leases, final String job, final long occasion, final @Nullable Runnable again) {
        this.leases = leases;
        this.job = job;
        this.occasion = occasion;
        this.again = again;
    }

    String job() {
        return job;
    }

    long occasion() {
        return occasion;
    }

    @Nullable
    Runnable again() {
        return again;
    }

    /** Claims the lease; a result is the reason why the job does not run. */
    Maybe<String> claim() {
        return Maybe.defer(() -> {
            final RequestContext context = Objects.requireNonNull(RequestContext.current());
            final long asked = System.nanoTime();
            return leases.claim(this)
                    .doOnSuccess(granted -> granted(granted, context, asked))
                    .isEmpty()
                    .flatMapMaybe(isRefused -> isRefused
                            ? leases.refusal(this)
                                    .doOnSuccess(reason -> refused = true)
                                    .toMaybe()
                            : Maybe.empty());
        });
    }

    private void granted(final Lease granted, final RequestContext context, final long asked) {
        granted.token().setIn(context);
        confirmed = asked;
        synchronized (this) {
            if (!ended) {
                lease = granted;
                leases.add(this);
                return;
            }
        }
        leases.release(granted, Long.MIN_VALUE, released);
    }

    /** Returns true if another instance runs the job, or has done this run. */
    boolean isRefused() {
        return refused;
    }

    /** Fails when the lease is lost. */
    Completable lost() {
        return lost;
    }

    /**
     * Takes over what the store says about the lease.
     *
     * @param found the lease of the job; null if there is none
     * @param asked the time of the renewal
     */
    void renewed(final @Nullable Lease found, final long asked) {
        final Lease own = lease();
        if (own != null) {
            if (found != null && found.held() && found.term() == own.term()) {
                confirmed = asked;
            } else {
                lose(own);
            }
        }
    }

    /** Loses a lease that was not renewed for a time. */
    void loseAfter(final long nanos) {
        final Lease own = lease();
        if (own != null && System.nanoTime() - confirmed > nanos) {
            lose(own);
        }
    }

    private void lose(final Lease own) {
        lost.onError(new TermEndedException(own.token()));
    }

    private synchronized @Nullable Lease lease() {
        return lease;
    }

    /** Releases the lease at the end of the run. Its due time is done, unless the application stops or the lease is lost. */
    void observe(final WorkEvent event) {
        if (event instanceof final WorkEvent.Ended end) {
            final boolean done =
                    end.status() != WorkEvent.Status.DISPOSED && !lost.hasThrowable() && occasion != JobLeases.ANY_TIME;
            end(done ? occasion : Long.MIN_VALUE);
        }
    }

    /** Releases a lease that is left, and completes when it is released. */
    Completable ended() {
        return Completable.defer(() -> {
            end(Long.MIN_VALUE);
            return released;
        });
    }

    /** Releases a lease that is left. */
    void end() {
        end(Long.MIN_VALUE);
    }

    private void end(final long done) {
        final Lease own;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            own = lease;
            lease = null;
        }
        if (own == null) {
            released.onComplete();
        } else {
            leases.release(own, done, released);
        }
        leases.remove(this);
    }
}
