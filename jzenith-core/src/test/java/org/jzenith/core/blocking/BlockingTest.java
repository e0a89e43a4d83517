package org.jzenith.core.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.slf4j.MDC;

final class BlockingTest {

    private final CountDownLatch release = new CountDownLatch(1);
    private RunningApplication application;
    private Blocking blocking;

    @BeforeEach
    void start() {
        application = JZenith.application("--jzenith.blocking-threads=2", "--jzenith.blocking-queue=2")
                .run();
        blocking = application.get(Blocking.class);
    }

    @AfterEach
    void stop() {
        release.countDown();
        application.stop();
    }

    /** Begins work that runs until the release. */
    private TestObserver<String> begin() throws InterruptedException {
        final CountDownLatch begun = new CountDownLatch(1);
        final TestObserver<String> observer = blocking.single(() -> {
                    begun.countDown();
                    release.await();
                    return "done";
                })
                .test();
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        return observer;
    }

    @Test
    void theValueTheErrorAndNothingArrive() {
        assertThat(blocking.single(() -> 1).blockingGet()).isEqualTo(1);
        assertThat(blocking.maybe(() -> 2).blockingGet()).isEqualTo(2);
        assertThat(blocking.maybe(() -> null).isEmpty().blockingGet()).isTrue();
        final List<String> done = new ArrayList<>();
        blocking.completable(() -> done.add("x")).blockingAwait();
        assertThat(done).containsExactly("x");
        blocking.single(() -> {
                    throw new java.io.IOException("no");
                })
                .test()
                .awaitDone(20, TimeUnit.SECONDS)
                .assertErrorMessage("no");
        blocking.single(() -> null)
                .test()
                .awaitDone(20, TimeUnit.SECONDS)
                .assertErrorMessage("The work returned null.");
    }

    @Test
    void theNumberOfThreadsAndOfThoseThatWaitIsBounded() throws Exception {
        final TestObserver<String> first = begin();
        final TestObserver<String> second = begin();
        final AtomicInteger called = new AtomicInteger();
        final TestObserver<Integer> third =
                blocking.single(called::incrementAndGet).test();
        final TestObserver<Integer> fourth =
                blocking.single(called::incrementAndGet).test();
        blocking.single(called::incrementAndGet)
                .test()
                .assertError(error -> error instanceof BlockingQueueFullException
                        && error instanceof TemporarilyUnavailable
                        && String.valueOf(error.getMessage()).startsWith("All 2 threads for blocking calls are busy"));
        assertThat(called).hasValue(0);
        release.countDown();
        first.awaitDone(20, TimeUnit.SECONDS).assertValue("done");
        second.awaitDone(20, TimeUnit.SECONDS).assertValue("done");
        third.awaitDone(20, TimeUnit.SECONDS).assertComplete();
        fourth.awaitDone(20, TimeUnit.SECONDS).assertComplete();
        assertThat(called).hasValue(2);
    }

    @Test
    void tasksThatComeTogetherWakeAsManyThreads() {
        final CyclicBarrier together = new CyclicBarrier(2);
        for (int i = 0; i < 200; i++) {
            final Single<Integer> one = blocking.single(() -> together.await(20, TimeUnit.SECONDS));
            assertThat(one.zipWith(one, Integer::sum).blockingGet()).isEqualTo(1);
        }
    }

    @Test
    void workThatWaitsDoesNotBeginAfterDisposeAndFreesItsPlace() throws Exception {
        begin();
        begin();
        final AtomicInteger called = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            blocking.single(called::incrementAndGet).test().assertNoErrors().dispose();
        }
        release.countDown();
        assertThat(blocking.single(() -> 1).blockingGet()).isEqualTo(1);
        assertThat(called).hasValue(0);
    }

    @Test
    void workThatRunsIsInterruptedByDisposeAndTheNextIsNot() throws Exception {
        final CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        final CountDownLatch begun = new CountDownLatch(1);
        final Disposable running = blocking.single(() -> {
                    begun.countDown();
                    try {
                        return release.await(20, TimeUnit.SECONDS);
                    } catch (final InterruptedException e) {
                        interrupted.complete(e);
                        Thread.currentThread().interrupt();
                        throw e;
                    }
                })
                .subscribe();
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        running.dispose();
        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        for (int i = 0; i < 10; i++) {
            assertThat(blocking.single(() -> Thread.currentThread().isInterrupted())
                            .blockingGet())
                    .isFalse();
        }
    }

    @Test
    void disposeOfAResultOnItsOwnThreadInterruptsNothing() {
        final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        blocking.single(() -> 1)
                .toFlowable()
                .take(1)
                .doOnComplete(() -> interrupted.complete(Thread.currentThread().isInterrupted()))
                .test()
                .awaitDone(20, TimeUnit.SECONDS)
                .assertValue(1);
        assertThat(interrupted.join()).isFalse();
    }

    @Test
    void workOfARequestThatHasEndedDoesNotBegin() throws Exception {
        begin();
        begin();
        final AtomicInteger called = new AtomicInteger();
        final RequestContext request = RequestContext.create("r");
        final List<TestObserver<Integer>> observers = new ArrayList<>();
        request.run(() -> observers.add(blocking.single(called::incrementAndGet).test()));
        request.end();
        release.countDown();
        observers.get(0).awaitDone(20, TimeUnit.SECONDS).assertError(CancellationException.class);
        assertThat(called).hasValue(0);
    }

    @Test
    void theResultArrivesOnTheEventLoopThatSubscribedInTheContextOfTheRequest() throws Exception {
        final Context loop = application.get(Vertx.class).getOrCreateContext();
        final CompletableFuture<List<String>> seen = new CompletableFuture<>();
        final List<String> log = new CopyOnWriteArrayList<>();
        final Single<Integer> work = blocking.single(() -> {
                    log.add(MDC.get(RequestContext.MDC_KEY) + " " + Context.isOnEventLoopThread());
                    return 1;
                })
                .doOnSuccess(value -> {
                    log.add(MDC.get(RequestContext.MDC_KEY) + " " + (Vertx.currentContext() == loop));
                    seen.complete(log);
                });
        loop.runOnContext(none -> RequestContext.create("r-7").run(() -> work.subscribe(new TestObserver<>())));
        assertThat(seen.get(20, TimeUnit.SECONDS)).containsExactly("r-7 false", "r-7 true");
    }

    @Test
    void virtualThreadsAreUsedWhereTheJvmHasThem() {
        final boolean virtual = blocking.single(Thread::currentThread)
                .map(thread -> (Boolean) Thread.class.getMethod("isVirtual").invoke(thread))
                .onErrorReturnItem(false)
                .blockingGet();
        assertThat(virtual).isEqualTo(Runtime.version().feature() >= 21);
    }

    @Test
    void theStopInterruptsWhatRunsDropsWhatWaitsAndLeavesNoThread() throws Exception {
        final TestObserver<String> running = begin();
        begin();
        final TestObserver<Integer> waiting = blocking.single(() -> 1).test();
        application.stop();
        running.awaitDone(20, TimeUnit.SECONDS).assertError(InterruptedException.class);
        waiting.awaitDone(20, TimeUnit.SECONDS).assertError(CancellationException.class);
        blocking.single(() -> 1).test().assertError(CancellationException.class);
        for (final Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("jzenith-blocking-")) {
                thread.join(20_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @Test
    void aPlainTaskKnowsWhetherItWasRefused() throws Exception {
        final CompletableFuture<String> ran = new CompletableFuture<>();
        blocking.execute(() -> ran.complete("ran"), ran::completeExceptionally);
        assertThat(ran.get(20, TimeUnit.SECONDS)).isEqualTo("ran");
        begin();
        begin();
        blocking.execute(() -> {}, error -> {});
        blocking.execute(() -> {}, error -> {});
        final List<RuntimeException> refused = new ArrayList<>();
        blocking.execute(() -> {}, refused::add);
        assertThat(refused).singleElement().isInstanceOf(BlockingQueueFullException.class);
    }
}
