package org.jzenith.core.jobs;

import io.reactivex.Completable;
import io.reactivex.CompletableEmitter;
import io.reactivex.CompletableObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.log.LogText;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.core.observe.JobEvent.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a job, from its beginning to its only end. Safe for use by many threads. */
final class JobRun implements CompletableObserver {

    private static final Logger LOGGER = LoggerFactory.getLogger(Jobs.class);
    private static final long NO_TIMER = -1;

    private final String job;
    private final RequestContext request;
    private final @Nullable EventEmitter<JobEvent> events;
    private final @Nullable CompletableEmitter caller;
    private final Consumer<JobRun> atEnd;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final SerialDisposable work = new SerialDisposable();
    private final long began = System.nanoTime();
    private volatile long timer = NO_TIMER;
    private volatile @Nullable Vertx vertx;

    /** Names the work for reports of blocked event loops. */
    record Description(String description) implements ThreadLocalAccessor {

        @Override
        public void enter() {}

        @Override
        public void leave() {}
    }

    /** @param caller gets the result of a run that it has asked for; null for a run by the clock */
    JobRun(
            final String job,
            final RequestContext request,
            final @Nullable EventEmitter<JobEvent> events,
            final @Nullable CompletableEmitter caller,
            final Consumer<JobRun> atEnd) {
        this.job = job;
        this.request = request;
        this.events = events;
        this.caller = caller;
        this.atEnd = atEnd;
    }

    /** On the event loop of the job. */
    void begin(final Vertx loops, final @Nullable Duration timeout, final Completable what) {
        if (caller != null) {
            caller.setCancellable(this::dispose);
        }
        if (ended.get()) {
            return; // the caller has left already
        }
        if (timeout != null) {
            vertx = loops;
            timer = loops.setTimer(Math.max(1, timeout.toMillis()), late -> timedOut(timeout));
        }
        request.run(() -> {
            LOGGER.debug("The job '{}' begins.", job);
            if (events != null) {
                events.emit(new JobEvent.Begun(job, request));
            }
            try {
                what.subscribe(this);
            } catch (final VirtualMachineError e) {
                end(Status.FAILED, e);
                throw e;
            } catch (final LinkageError e) {
                end(Status.FAILED, e); // RxJava throws it instead of signalling it
            }
        });
    }

    private void timedOut(final Duration timeout) {
        if (end(Status.TIMED_OUT, new TimeoutException("It did not end within " + timeout.toMillis() + " ms."))) {
            work.dispose();
        }
    }

    /** Ends the run without waiting for its work. */
    void dispose() {
        if (end(Status.DISPOSED, null)) {
            work.dispose();
        }
    }

    @Override
    public void onSubscribe(final Disposable subscription) {
        work.set(subscription);
    }

    @Override
    public void onComplete() {
        end(Status.COMPLETED, null);
    }

    @Override
    public void onError(final Throwable error) {
        if (!end(Status.FAILED, error)) {
            LOGGER.debug("The job '{}' failed after its end, request {}.", job, request.id(), error);
        }
    }

    /** Only the first end counts. */
    private boolean end(final Status status, final @Nullable Throwable error) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        final Duration duration = Duration.ofNanos(System.nanoTime() - began);
        final Vertx loops = vertx;
        if (loops != null) {
            loops.cancelTimer(timer);
        }
        request.run(() -> {
            log(status, duration, error);
            if (events != null) {
                events.emit(new JobEvent.Ended(job, request, status, duration, error));
            }
        });
        request.end();
        atEnd.accept(this);
        if (caller != null) {
            tell(caller, status, error);
        }
        return true;
    }

    private void tell(final CompletableEmitter asking, final Status status, final @Nullable Throwable error) {
        if (status == Status.COMPLETED) {
            asking.onComplete();
        } else {
            asking.tryOnError(
                    error == null
                            ? new CancellationException("The application stops, so the job '" + job + "' was disposed.")
                            : error);
        }
    }

    private void log(final Status status, final Duration duration, final @Nullable Throwable error) {
        final long millis = TimeUnit.NANOSECONDS.toMillis(duration.toNanos());
        switch (status) {
            case COMPLETED -> LOGGER.debug("The job '{}' ended after {} ms.", job, millis);
            case DISPOSED ->
                LOGGER.warn("The job '{}' was disposed after {} ms, request {}.", job, millis, request.id());
            case TIMED_OUT ->
                LOGGER.error(
                        "The job '{}' was disposed after {} ms, its limit, request {}.", job, millis, request.id());
            case FAILED -> {
                if (caller == null && error != null) {
                    LOGGER.error(
                            "The job '{}' failed after {} ms, request {}.",
                            job,
                            millis,
                            request.id(),
                            LogText.escape(error));
                }
            }
        }
    }
}
