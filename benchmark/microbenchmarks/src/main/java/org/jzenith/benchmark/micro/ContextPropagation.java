package org.jzenith.benchmark.micro;

import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.rx.RxFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the cost of a request's context, and of capturing it where work changes the thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ContextPropagation {

    private final RequestContext context = RequestContext.create("a-request");
    private int work;

    /** A request without any snapshot. */
    @Benchmark
    public int enterAndLeave() {
        context.run(this::doWork);
        return work;
    }

    /** A request whose work changes the thread once: capture here, run as another thread would. */
    @Benchmark
    public int enterCaptureLeaveAndRun() {
        final Carrier carrier = new Carrier();
        context.run(carrier);
        Objects.requireNonNull(carrier.snapshot).run(this::doWork);
        return work;
    }

    /** A future that is complete already, outside a request. */
    @Benchmark
    public int completedFutureOutsideARequest() {
        return RxFuture.single(() -> Future.succeededFuture(work)).blockingGet();
    }

    /** A future that completes on the thread of the request, as those of the database do. */
    @Benchmark
    public int futureInARequest() {
        context.run(this::subscribeAndComplete);
        return work;
    }

    /** Measures it without the bridge. */
    @Benchmark
    public int futureInARequestWithoutBridge() {
        context.run(this::listenAndComplete);
        return work;
    }

    private void subscribeAndComplete() {
        final Promise<Integer> promise = Promise.promise();
        final Single<Integer> single = RxFuture.single(promise::future);
        single.subscribe(value -> work = value, error -> work = -1).isDisposed();
        promise.complete(work + 1);
    }

    private void listenAndComplete() {
        final Promise<Integer> promise = Promise.promise();
        promise.future().onSuccess(value -> work = value);
        promise.complete(work + 1);
    }

    private void doWork() {
        work++;
    }

    private static final class Carrier implements Runnable {

        private @Nullable ContextSnapshot snapshot;

        @Override
        public void run() {
            snapshot = ContextSnapshot.capture();
        }
    }
}
