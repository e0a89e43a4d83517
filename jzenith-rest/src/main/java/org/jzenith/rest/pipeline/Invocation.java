package org.jzenith.rest.pipeline;

import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.ResteasyContextData;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.rest.rx.Subscriptions;

/**
 * One request on its way through the steps of its resource method. A step may leave it waiting; then whatever it waits
 * for resumes it on the event loop. What the steps find is kept by {@link InvocationState}, and {@link InvocationEnd} answers. Used on
 * the event loop and, while a blocking method runs, by its worker thread.
 */
public final class Invocation extends InvocationEnd implements Subscriptions.ResultCallback, Subscriptions.StreamedRequest {

    private enum State {
        RUNNING,
        WAITING,
        /** The result has arrived before the invocation waits for it. */
        ARRIVED
    }

    private final ResteasyContextData data;
    private State state = State.RUNNING;
    private Step[] steps;
    private int next;
    private @Nullable Runnable endAtStop;

    Invocation(final Exchange exchange, final RequestPipeline pipeline) {
        super(exchange, pipeline);
        this.data = new ResteasyContextData(this, exchange);
        this.steps = pipeline.first();
    }

    /** Its steps follow. */
    @Override
    public void matched(final PathMatch found) {
        super.matched(found);
        steps = found.selection().target().steps();
        next = 0;
    }

    @Override
    public void run() {
        try {
            while (next < steps.length) {
                if (!steps[next++].run(this)) {
                    return;
                }
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /** The steps that follow are done by another. */
    public void skip(final int count) {
        next += count;
    }

    /**
     * Waits for something else than the result.
     *
     * @return resumes the invocation, on any thread; does nothing if it was answered meanwhile
     */
    public Runnable waitForResume() {
        state = State.WAITING;
        final int waiting = next;
        return () -> exchange().execute(() -> {
            if (state == State.WAITING && next == waiting && !exchange().isFinished()) {
                state = State.RUNNING;
                run();
            }
        });
    }

    /** What the invocation waited for was there already. */
    public void resumed() {
        state = State.RUNNING;
    }

    /** Waits for the result of the method; true if it is there. */
    public boolean waitForResult() throws Throwable {
        if (state != State.ARRIVED) {
            state = State.WAITING;
            return false;
        }
        state = State.RUNNING;
        final Throwable failure = failure();
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    @Override
    void endWaiting() {
        state = State.RUNNING;
    }

    @Override
    public void onResult(final @Nullable Object value) {
        setResult(value);
        arrived();
    }

    @Override
    public void onFailure(final Throwable error) {
        setFailure(error);
        arrived();
    }

    private void arrived() {
        if (state != State.WAITING) {
            state = State.ARRIVED;
            return;
        }
        state = State.RUNNING;
        final Throwable failure = failure();
        if (failure != null) {
            fail(failure);
        } else {
            skipToResponse();
            run();
        }
    }

    /** The rest of the steps but the last is not needed: there is a result. */
    private void skipToResponse() {
        if (method() == null) {
            steps = pipeline().responseWithoutMethod();
            next = 0;
        } else {
            next = steps.length - 1;
        }
    }

    /** Answers with a response or an entity, whatever steps are left. Called in a step, which then returns false. */
    public void answer(final Object value) {
        setResult(value);
        skipToResponse();
        run();
    }

    /** Waits for the whole body. */
    public void receiveBody() {
        state = State.WAITING;
        exchange().body().receive(() -> {
            bodyReceived();
            if (state == State.WAITING && !exchange().isFinished()) {
                state = State.RUNNING;
                run();
            }
        });
    }

    /** Gives the body to RESTEasy's request if that exists already. */
    public void bodyReceived() {
        final RestRequest made = data.requestIfMade();
        if (made != null) {
            made.received(exchange().body().stream());
        }
    }

    @Override
    ResteasyContextData data() {
        return data;
    }

    @Override
    public void execute(final Runnable work) {
        exchange().execute(work);
    }

    @Override
    public boolean isCurrent() {
        return exchange().isCurrent();
    }

    @Override
    public void executeLater(final Runnable work) {
        exchange().executeLater(work);
    }

    @Override
    public boolean isTurnOver() {
        return exchange().isTurnOver();
    }

    @Override
    public void executeInNextTurn(final Runnable work) {
        exchange().executeInNextTurn(work);
    }

    @Override
    public Disposable executeAfter(final Duration delay, final Runnable work) {
        final Vertx vertx = exchange().vertx();
        final long timer = vertx.setTimer(
                Math.max(1, delay.toMillis()), fired -> exchange().execute(work));
        return Disposables.fromRunnable(() -> vertx.cancelTimer(timer));
    }

    @Override
    public void atStop(final Runnable end) {
        if (exchange().isStopping()) {
            end.run();
        } else {
            endAtStop = end;
        }
    }

    @Override
    public void stopping() {
        if (endAtStop != null) {
            endAtStop.run();
        }
    }

    @Override
    public byte[] problem(final Throwable error) {
        return pipeline().problem(error, exchange());
    }

    @Override
    public Subscriptions.Settings streams() {
        return pipeline().streams();
    }
}
