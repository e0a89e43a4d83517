package org.jzenith.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.vertx.EventLoopContext;

/** A run that begins while the application stops. */
final class RunsInProgressTest {

    private static final int ROUNDS = 20_000;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private WorkRun run() {
        return new WorkRun(
                Work.of("job", "first"),
                RequestContext.create("job-1"),
                EventLoopContext.of(vertx.getOrCreateContext()),
                null,
                ended -> {});
    }

    @Test
    void aRunThatIsDisposedJustBeforeItStartsIsNotInProgress() {
        final RunsInProgress runs = new RunsInProgress(1);
        final WorkRun run = new WorkRun(
                Work.of("job", "first").withTimeout(Duration.ofHours(1)),
                RequestContext.create("job-1"),
                EventLoopContext.of(vertx.getOrCreateContext()),
                null,
                runs::remove);
        run.dispose();
        assertThat(runs.add(run)).isTrue();
        run.start(Completable.never());
        assertThat(runs.isIdle()).isTrue();
    }

    /** Spins, because a thread that is woken is too late for the other one. */
    private static void meet(final AtomicInteger arrivals, final int round) {
        arrivals.incrementAndGet();
        while (arrivals.get() < 2 * (round + 1) && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    /** Two threads meet in each round, so that the stop comes before, after and in the middle of the addition. */
    @Test
    void aRunThatTheStopDoesNotSeeDoesNotBegin() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final AtomicInteger arrivals = new AtomicInteger();
            final RunsInProgress[] rounds = new RunsInProgress[ROUNDS];
            final boolean[] added = new boolean[ROUNDS];
            final boolean[] idleAfterStop = new boolean[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                rounds[i] = new RunsInProgress(1);
            }
            final WorkRun run = run();
            final Future<?> adding = threads.submit(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    meet(arrivals, i);
                    added[i] = rounds[i].add(run);
                }
                return null;
            });
            final Future<?> stopping = threads.submit(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    meet(arrivals, i);
                    rounds[i].stop();
                    idleAfterStop[i] = rounds[i].isIdle();
                }
                return null;
            });
            adding.get(60, TimeUnit.SECONDS);
            stopping.get(60, TimeUnit.SECONDS);
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(added[i]).as("round %d", i).isEqualTo(!idleAfterStop[i]);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void noRunIsAddedAfterTheStop() {
        final RunsInProgress runs = new RunsInProgress(1);
        runs.stop();
        assertThat(runs.add(run())).isFalse();
        assertThat(runs.isIdle()).isTrue();
    }
}
