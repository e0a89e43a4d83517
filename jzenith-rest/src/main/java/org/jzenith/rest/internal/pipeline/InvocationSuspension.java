package org.jzenith.rest.internal.pipeline;

import io.reactivex.Completable;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.rx.Subscriptions;

/**
 * The suspension of an invocation, which waits for work, for the body or for the result of its method. Used on the event loop of
 * the request and, while a blocking method runs, by its worker thread.
 */
public final class InvocationSuspension {

    private enum State {
        RUNNING,
        /** Waits until the work of a step completes; an earlier result of the method is kept. */
        AWAITING_WORK,
        /** Waits for the body, for the returned callback, or for the result of the method, whichever comes first. */
        AWAITING_RESULT
    }

    private final RestInvocation invocation;
    private final Runnable steps;
    private final Exchange exchange;
    private State state = State.RUNNING;

    /** The number of resumptions, so that a late or repeated one does not resume a later suspension. */
    private int resumptions;

    /** @param steps runs the next steps of the invocation */
    InvocationSuspension(final RestInvocation invocation, final Runnable steps) {
        this.invocation = invocation;
        this.steps = steps;
        this.exchange = invocation.exchange();
    }

    boolean isActive() {
        return state != State.RUNNING;
    }

    /**
     * Suspends the invocation; the step returns false then.
     *
     * @return resumes the invocation, on any thread; does nothing if the request has its response meanwhile
     */
    public Runnable begin() {
        state = State.AWAITING_RESULT;
        final int waiting = resumptions;
        return () -> exchange.execute(() -> {
            if (isActive() && resumptions == waiting && !exchange.isFinished()) {
                end();
                steps.run();
            }
        });
    }

    /** Ends the suspension, because its reason has ended; nothing resumes the invocation. On the event loop. */
    public void end() {
        state = State.RUNNING;
        resumptions++;
    }

    /** Suspends the invocation until work has completed, as {@link RestInvocation#suspendUntil} describes. */
    void beginUntil(final Completable work) {
        if (!exchange.isOnEventLoop()) {
            throw new IllegalStateException("A step cannot suspend the request on a worker thread, but " + invocation
                    + " is blocking. Add the step in a phase before ARGUMENTS, or wait for "
                    + "the work on the worker thread.");
        }
        if (isActive()) {
            throw new IllegalStateException("A step suspended the request twice: " + invocation
                    + " already waits for other work. Suspend it once, for example with Completable.mergeArray(..).");
        }
        final Runnable resume = begin();
        state = State.AWAITING_WORK;
        invocation.data().subscriptions().subscribe(work, new Subscriptions.ResultCallback() {
            @Override
            public void onResult(final @Nullable Object none) {
                resume.run();
            }

            @Override
            public void onFailure(final Throwable error) {
                invocation.fail(error);
            }
        });
    }

    /** Suspends the invocation until the whole body is received; the step returns false then. */
    public void beginUntilBody() {
        state = State.AWAITING_RESULT;
        exchange.body().receive(() -> {
            invocation.data().bodyReceived();
            if (state == State.AWAITING_RESULT && !exchange.isFinished()) {
                end();
                steps.run();
            }
        });
    }

    /** Suspends the invocation until the result of the method arrives. */
    void beginUntilResult() {
        state = State.AWAITING_RESULT;
    }

    /** Ends the suspension if it waits for the result of the method, which has arrived. Returns false otherwise. */
    boolean endWithResult() {
        if (state != State.AWAITING_RESULT) {
            return false;
        }
        end();
        return true;
    }
}
