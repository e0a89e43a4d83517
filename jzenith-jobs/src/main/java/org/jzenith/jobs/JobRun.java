package org.jzenith.jobs;

import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.core.observe.JobEvent.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a job, from its beginning to its only end. Safe for use by many threads. */
final class JobRun implements CompletableObserver {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.jobs.Jobs");
    private static final long NO_TIMER = -1;

    private final String job;
    private final RequestContext request;
    private final @Nullable EventEmitter<JobEvent> events;
    private final @Nullable RunRequest asked;
    private final Consumer<JobRun> atEnd;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private final SerialDisposable work = new SerialDisposable();
    private final long began = System.nanoTime();
    private volatile long timer = NO_TIMER;
    private volatile @Nullable Vertx vertx;

    private enum State {
        NEW,
        /** Observers learn of it. */
        BEGINNING,
        /** Disposed while it was beginning: it ends as soon as observers have learnt that it begins. */
        DISPOSED,
        RUNNING,
        ENDED
    }

    /** Names the work for reports of blocked event loops. */
    record Description(String description) implements ThreadLocalAccessor {

        @Override
        public void enter() {}

        @Override
        public void leave() {}
    }

    /** @param asked gets the result; null for a run by the clock */
    JobRun(
            final String job,
            final RequestContext request,
            final @Nullable EventEmitter<JobEvent> events,
            final @Nullable RunRequest asked,
            final Consumer<JobRun> atEnd) {
        this.job = job;
        this.request = request;
        this.events = events;
        this.asked = asked;
        this.atEnd = atEnd;
    }

    /** Begins the run on the job's event loop. */
    void begin(final Vertx loops, final @Nullable Duration timeout, final Completable what) {
        if (asked != null) {
            asked.begins(this);
        }
        if (!state.compareAndSet(State.NEW, State.BEGINNING)) {
            return;
        }
        try {
            request.run(() -> {
                LOGGER.debug("The job '{}' begins.", job);
                if (events != null) {
                    events.emit(new JobEvent.Begun(job, request));
                }
                if (!state.compareAndSet(State.BEGINNING, State.RUNNING)) {
                    end(State.DISPOSED, Status.DISPOSED, null);
                    return;
                }
                if (timeout != null) {
                    request.lowerDeadline(RequestDeadline.in(timeout));
                    vertx = loops;
                    timer = loops.setTimer(Math.max(1, Schedule.millis(timeout)), late -> timedOut(timeout));
                }
                what.subscribe(this);
            });
        } catch (final Throwable e) {
            // RxJava throws what it takes for fatal instead of signalling it.
            state.compareAndSet(State.BEGINNING, State.RUNNING);
            state.compareAndSet(State.DISPOSED, State.RUNNING);
            end(State.RUNNING, Status.FAILED, e);
            if (e instanceof final VirtualMachineError fatal) {
                throw fatal;
            }
        }
    }

    private void timedOut(final Duration timeout) {
        final Throwable late = new TimeoutException("It did not end within " + timeout.toMillis() + " ms.");
        if (end(State.RUNNING, Status.TIMED_OUT, late)) {
            work.dispose();
        }
    }

    /** Ends the run without waiting for its work. The states are tried in the order in which a run has them. */
    void dispose() {
        if (state.compareAndSet(State.NEW, State.ENDED)) {
            leave(Status.DISPOSED, null);
        } else if (!state.compareAndSet(State.BEGINNING, State.DISPOSED) && end(State.RUNNING, Status.DISPOSED, null)) {
            work.dispose();
        }
    }

    @Override
    public void onSubscribe(final Disposable subscription) {
        work.set(subscription);
    }

    @Override
    public void onComplete() {
        end(State.RUNNING, Status.COMPLETED, null);
    }

    @Override
    public void onError(final Throwable error) {
        if (!end(State.RUNNING, Status.FAILED, error)) {
            LOGGER.debug("The job '{}' failed after its end, request {}.", job, request.id(), error);
        }
    }

    /** Ends the run; only the first end counts. */
    private boolean end(final State before, final Status status, final @Nullable Throwable error) {
        if (!state.compareAndSet(before, State.ENDED)) {
            return false;
        }
        final Duration duration = Duration.ofNanos(System.nanoTime() - began);
        final Vertx loops = vertx;
        if (loops != null) {
            loops.cancelTimer(timer);
        }
        try {
            request.run(() -> {
                log(status, duration, error);
                if (events != null) {
                    events.emit(new JobEvent.Ended(job, request, status, duration, error));
                }
            });
        } finally {
            leave(status, error);
        }
        return true;
    }

    private void leave(final Status status, final @Nullable Throwable error) {
        request.end();
        atEnd.accept(this);
        if (asked == null) {
            return;
        }
        if (status == Status.COMPLETED) {
            asked.complete();
        } else {
            asked.fail(
                    error == null
                            ? new CancellationException("The application stops, so the job '" + job + "' was disposed.")
                            : error);
        }
    }

    /** The end of a run that was asked for is signalled to the one who asks, who knows what it means. */
    private void log(final Status status, final Duration duration, final @Nullable Throwable error) {
        final long millis = TimeUnit.NANOSECONDS.toMillis(duration.toNanos());
        if (asked != null || status == Status.COMPLETED) {
            LOGGER.debug("The job '{}' ended after {} ms: {}.", job, millis, status, error);
        } else if (status == Status.DISPOSED) {
            LOGGER.warn("The job '{}' was disposed after {} ms, request {}.", job, millis, request.id());
        } else if (status == Status.TIMED_OUT) {
            LOGGER.error("The job '{}' was disposed after {} ms, its limit, request {}.", job, millis, request.id());
        } else if (error != null) {
            LOGGER.error(
                    "The job '{}' failed after {} ms, request {}.", job, millis, request.id(), LogText.escape(error));
        }
    }
}
