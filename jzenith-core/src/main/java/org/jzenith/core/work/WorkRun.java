package org.jzenith.core.work;

import io.reactivex.Completable;
import io.reactivex.CompletableObserver;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.observe.WorkEvent.Status;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of work, which ends exactly once. Its result arrives on the event loop of the caller, in the request context in which the caller
 * has subscribed, and never in the context of the run. Safe for use by many threads.
 */
final class WorkRun implements CompletableObserver, Operation {

    private static final Logger LOGGER = LoggerFactory.getLogger(WorkRunner.class);
    private static final long NO_TIMER = -1;

    private final Work work;
    private final RequestContext request;
    private final EventLoopContext loop;
    private final EventLoopContext caller;
    private final @Nullable EventEmitter<WorkEvent> events;
    private final Consumer<WorkRun> atEnd;
    private final Promise<Void> result = Promise.promise();
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private final SerialDisposable condition = new SerialDisposable();
    private final SerialDisposable subscription = new SerialDisposable();
    private volatile long began;
    private volatile long timer = NO_TIMER;

    private enum State {
        /** The run waits for its event loop or its condition. */
        NEW,
        /** The run tells observers that it starts. */
        BEGINNING,
        /** Disposed during {@link #BEGINNING}. The run ends as soon as observers have learned that it starts. */
        DISPOSED,
        RUNNING,
        ENDED
    }

    WorkRun(
            final Work work,
            final RequestContext request,
            final EventLoopContext loop,
            final @Nullable EventEmitter<WorkEvent> events,
            final Consumer<WorkRun> atEnd) {
        this.work = work;
        this.request = request;
        this.loop = loop;
        final EventLoopContext asking = EventLoopContext.current();
        this.caller = asking == null ? loop : asking;
        this.events = events;
        this.atEnd = atEnd;
    }

    @Override
    public Role role() {
        return Role.RUN;
    }

    @Override
    public String kind() {
        return work.kind();
    }

    @Override
    public String source() {
        return "";
    }

    @Override
    public String name() {
        return work.name();
    }

    @Override
    public RequestContext request() {
        return request;
    }

    @Override
    public List<Attribute> attributes() {
        return work.attributes();
    }

    @Override
    public Map<String, String> headers() {
        return work.headers();
    }

    Future<Void> result() {
        return result.future();
    }

    boolean isEnded() {
        return state.get() == State.ENDED;
    }

    /** Starts the run on its event loop. */
    void start(final Completable what) {
        final Duration timeout = work.timeout();
        if (timeout != null) {
            request.lowerDeadline(RequestDeadline.in(timeout));
            final long millis = TimeUnit.NANOSECONDS.toMillis(NanoTime.of(timeout));
            timer = loop.setTimer(Math.max(1, millis), () -> timedOut(timeout));
        }
        if (isEnded()) {
            release(); // disposed before it was in progress
            return;
        }
        if (work.condition() == null && work.refusal() == null) {
            begin(what);
        } else {
            request.run(() -> ask(what));
        }
    }

    /** Returns an action that ends the run before it starts; empty if the run may start. */
    private Maybe<Runnable> refusal() {
        final Single<Boolean> asked = work.condition();
        final Maybe<String> refusal = work.refusal();
        final Maybe<Runnable> rejection = refusal == null ? Maybe.empty() : refusal.map(reason -> () -> skip(reason));
        return asked == null
                ? rejection
                : asked.flatMapMaybe(fulfilled -> fulfilled
                        ? rejection
                        : Maybe.just(
                                () -> refuse("The condition of " + work + " is false, so the work does not start.")));
    }

    private void ask(final Completable what) {
        try {
            condition.set(refusal()
                    .subscribe(
                            loop::run,
                            error -> loop.run(() -> begin(Completable.error(error))),
                            () -> loop.run(() -> begin(what))));
        } catch (final Throwable e) {
            begin(Completable.error(e));
            rethrowFatal(e);
        }
    }

    private void begin(final Completable what) {
        if (!state.compareAndSet(State.NEW, State.BEGINNING)) {
            return;
        }
        began = System.nanoTime();
        try {
            request.run(() -> {
                final WorkEvent begun = new WorkEvent.Begun(this);
                emit(begun);
                work.listener().accept(begun);
                if (state.compareAndSet(State.BEGINNING, State.RUNNING)) {
                    what.subscribe(this);
                } else {
                    end(State.DISPOSED, Status.DISPOSED, null);
                }
            });
        } catch (final Throwable e) {
            // RxJava throws what it takes for fatal instead of signalling it.
            state.compareAndSet(State.BEGINNING, State.RUNNING);
            state.compareAndSet(State.DISPOSED, State.RUNNING);
            end(State.RUNNING, Status.FAILED, e);
            rethrowFatal(e);
        }
    }

    private static void rethrowFatal(final Throwable error) {
        if (error instanceof final VirtualMachineError fatal) {
            throw fatal;
        }
    }

    private void emit(final WorkEvent event) {
        if (events != null) {
            events.emit(event);
        }
    }

    private void timedOut(final Duration timeout) {
        condition.dispose();
        begin(Completable.never());
        final Throwable late = new TimeoutException("The run did not end within " + timeout.toMillis() + " ms.");
        if (end(State.RUNNING, Status.TIMED_OUT, late)) {
            subscription.dispose();
        }
    }

    /** Ends the run without waiting for its work. Tries the states in the order in which a run enters them. */
    void dispose() {
        if (leaveUnbegun(stopped())) {
            condition.dispose();
        } else if (!state.compareAndSet(State.BEGINNING, State.DISPOSED) && end(State.RUNNING, Status.DISPOSED, null)) {
            subscription.dispose();
        }
    }

    private Throwable stopped() {
        return new CancellationException("The application is stopping, so " + work + " was disposed.");
    }

    /** Ends a run that has not started. */
    void refuse(final String why) {
        leaveUnbegun(new IllegalStateException(why));
    }

    /** Ends a run because others are in progress. */
    void skip(final String why) {
        final WorkEvent rejected = new WorkEvent.Rejected(this, why);
        emit(rejected);
        work.listener().accept(rejected);
        refuse(why);
    }

    private boolean leaveUnbegun(final Throwable error) {
        final boolean unbegun = state.compareAndSet(State.NEW, State.ENDED);
        if (unbegun) {
            leave(error);
        }
        return unbegun;
    }

    @Override
    public void onSubscribe(final Disposable begun) {
        subscription.set(begun);
    }

    @Override
    public void onComplete() {
        end(State.RUNNING, Status.COMPLETED, null);
    }

    @Override
    public void onError(final Throwable error) {
        if (!end(State.RUNNING, Status.FAILED, error)) {
            LOGGER.debug("Request {} ({}) failed after it had ended.", request.id(), work, error);
        }
    }

    /** Ends the run; only the first end counts. */
    private boolean end(final State before, final Status status, final @Nullable Throwable error) {
        if (!state.compareAndSet(before, State.ENDED)) {
            return false;
        }
        final Duration duration = Duration.ofNanos(System.nanoTime() - began);
        try {
            request.run(() -> {
                final WorkEvent ended = new WorkEvent.Ended(this, status, duration, error, List.of());
                try {
                    work.listener().accept(ended);
                } finally {
                    emit(ended);
                }
            });
        } finally {
            leave(status == Status.DISPOSED ? stopped() : error);
        }
        return true;
    }

    private void leave(final @Nullable Throwable error) {
        request.end();
        release();
        if (error == null) {
            caller.runLater(result::tryComplete);
        } else {
            caller.runLater(() -> result.tryFail(error));
        }
    }

    private void release() {
        if (timer != NO_TIMER) {
            loop.cancelTimer(timer);
        }
        atEnd.accept(this);
    }
}
