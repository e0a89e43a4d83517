package org.jzenith.rest.internal.step;

import io.reactivex.disposables.Disposable;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.Step;

/**
 * Does steps that may block on a worker or virtual thread; the request then continues on the event loop. If the request has
 * ended before a thread is free, they are not done. The stop waits for steps that are being done, even if their client
 * has disconnected, and they keep the body until they end. So there is a limit for such work of its own.
 */
public final class OnWorker implements RestStep {

    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

    private final Step[] steps;
    private final Consumer<RestInvocation> atEnd;

    /**
     * Does steps that follow this one.
     *
     * @param following a step that returns false resumes the invocation itself
     */
    public static Step instead(final Step... following) {
        return new Detour(new OnWorker(invocation -> {}, following), following.length);
    }

    private record Detour(OnWorker worker, int following) implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) {
            invocation.skip(following);
            return worker.run(invocation);
        }

        @Override
        public String description() {
            return "move to a worker thread for steps: " + following;
        }
    }

    /** @param atEnd is called once for each invocation, on any thread, when its steps have run or will not run */
    public OnWorker(final Consumer<RestInvocation> atEnd, final Step... steps) {
        this.steps = steps;
        this.atEnd = atEnd;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (!invocation.exchange().workers().begin()) {
            atEnd.accept(invocation);
            throw new ServiceUnavailableException(RETRY_SECONDS);
        }
        final Work work = new Work(invocation);
        work.task = invocation.blocking().execute(work, work);
        invocation.data().subscriptions().add(work);
        return false;
    }

    /**
     * The work of one invocation. It starts at most once. It ends when it is done, is refused, or is disposed before it
     * starts. If the deadline of the request passes while it is done, its thread is interrupted.
     */
    private final class Work implements Runnable, Consumer<RuntimeException>, Disposable {

        private enum State {
            WAITING,
            RUNNING,
            ENDED
        }

        private final RestInvocation invocation;
        private final Runnable release;
        private final Runnable resume;
        private State state = State.WAITING;
        private @Nullable Disposable task;

        Work(final RestInvocation invocation) {
            this.invocation = invocation;
            this.release = invocation.data().retain();
            this.resume = invocation.suspension().begin();
        }

        private synchronized boolean move(final State from, final State to) {
            final boolean moves = state == from;
            state = moves ? to : state;
            return moves;
        }

        @Override
        public void run() {
            if (move(State.WAITING, State.RUNNING)) {
                boolean passed = true;
                Throwable failure = null;
                try {
                    passed = invocation.data().subscriptions().isEnded() || runSteps();
                } catch (final Throwable e) {
                    failure = e;
                }
                move(State.RUNNING, State.ENDED);
                end();
                final Throwable thrown = failure;
                if (thrown != null) {
                    invocation.exchange().execute(() -> invocation.fail(thrown));
                } else if (passed) {
                    resume.run();
                }
            }
        }

        private boolean runSteps() throws Throwable {
            for (final Step step : steps) {
                if (!step.run(invocation)) {
                    return false;
                }
            }
            return true;
        }

        private void end() {
            try {
                release.run();
            } finally {
                atEnd.accept(invocation);
                invocation.exchange().workers().end();
            }
        }

        @Override
        public void accept(final RuntimeException refusal) {
            if (move(State.WAITING, State.ENDED)) {
                end();
                invocation.exchange().executeLater(() -> invocation.fail(refusal));
            }
        }

        @Override
        public void dispose() {
            final Disposable begun = task;
            if (begun == null) {
                return;
            }
            if (move(State.WAITING, State.ENDED)) {
                begun.dispose();
                end();
            } else if (invocation.exchange().context().deadline().isUsedUp()) {
                interrupt(begun);
            }
        }

        /** Interrupts the steps while they run: the monitor keeps them from ending meanwhile. */
        private synchronized void interrupt(final Disposable begun) {
            if (state == State.RUNNING) {
                begun.dispose();
            }
        }

        @Override
        public synchronized boolean isDisposed() {
            return state == State.ENDED;
        }
    }
}
