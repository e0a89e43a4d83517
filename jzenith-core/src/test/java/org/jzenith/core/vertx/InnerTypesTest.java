package org.jzenith.core.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.internal.vertx.VertxThreads;

/** Vert.x internals on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String ON_LOOP =
            "Vert.x has changed: a context that is made for an event loop must run its tasks,"
                    + " timers and promises there; connections are placed on event loops with it";
    private static final String BLOCKED =
            "Vert.x has changed: its blocked thread checker must report a thread with the time"
                    + " that its task has taken, and the thread must say when the task began; otherwise blocked event loops are neither"
                    + " reported nor interrupted";

    private final Vertx vertx = Vertx.vertx(new VertxOptions()
            .setEventLoopPoolSize(3)
            .setBlockedThreadCheckInterval(5)
            .setMaxEventLoopExecuteTime(TimeUnit.MILLISECONDS.toNanos(10)));

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static <T> T get(final CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @Test
    void vertxAndItsContextsAndThreadsAreOfTheInnerTypes() throws Exception {
        assertThat(vertx)
                .as("Vert.x has changed: EventLoopContext casts its types")
                .isInstanceOf(VertxInternal.class);
        final CompletableFuture<Thread> thread = new CompletableFuture<>();
        assertThat(vertx.getOrCreateContext())
                .as("Vert.x has changed: EventLoopContext casts its types")
                .isInstanceOf(ContextInternal.class);
        vertx.getOrCreateContext().runOnContext(now -> thread.complete(Thread.currentThread()));
        assertThat(get(thread)).as(BLOCKED).isInstanceOf(VertxThread.class);
    }

    @Test
    void aContextWorksOnTheEventLoopThatItWasMadeFor() throws Exception {
        final List<EventLoopContext> contexts = EventLoopContext.onEach(vertx);
        assertThat(contexts).as(ON_LOOP).hasSize(3);
        assertThat(contexts.stream().map(EventLoopContext::eventLoop))
                .as(ON_LOOP)
                .doesNotHaveDuplicates();
        for (final EventLoopContext context : contexts) {
            final EventLoop loop = context.eventLoop();
            assertThat(EventLoopContext.eventLoopOf(context.context())).isSameAs(loop);
            assertThat(context.isInThread()).isFalse();

            final CompletableFuture<List<Boolean>> seen = new CompletableFuture<>();
            context.runLater(() -> {
                final List<Boolean> each = new ArrayList<>();
                each.add(Vertx.currentContext() == context.context() && loop.inEventLoop() && context.isInThread());
                context.run(() -> each.add(true));
                each.add(each.size() == 2);
                seen.complete(each);
            });
            assertThat(get(seen)).as(ON_LOOP).containsExactly(true, true, true);

            final CompletableFuture<Boolean> timer = new CompletableFuture<>();
            context.setTimer(1, () -> timer.complete(loop.inEventLoop()));
            assertThat(get(timer)).as(ON_LOOP).isTrue();

            final CompletableFuture<Boolean> ticks = new CompletableFuture<>();
            final int[] count = {0};
            final long periodic = context.setPeriodic(1, () -> {
                if (++count[0] == 3) {
                    ticks.complete(loop.inEventLoop());
                }
            });
            assertThat(get(ticks)).as(ON_LOOP).isTrue();
            assertThat(context.cancelTimer(periodic)).isTrue();
            assertThat(context.cancelTimer(periodic)).isFalse();

            final CompletableFuture<Boolean> listener = new CompletableFuture<>();
            final Promise<Void> promise = context.promise();
            promise.future().onComplete(done -> listener.complete(loop.inEventLoop()));
            promise.complete();
            assertThat(get(listener)).as(ON_LOOP).isTrue();
        }
    }

    @Test
    void aThreadSaysWhenItsTaskBeganAndIsReportedWhenTheTaskTakesTooLong() throws Exception {
        final BlockingQueue<Long> reports = new LinkedBlockingQueue<>();
        final CompletableFuture<Thread> blocked = new CompletableFuture<>();
        VertxThreads.listenToBlocked(vertx, (thread, nanos, limit) -> {
            if (thread == blocked.getNow(null) && limit == TimeUnit.MILLISECONDS.toNanos(10)) {
                reports.add(nanos);
            }
        });
        final CountDownLatch end = new CountDownLatch(1);
        final long before = System.nanoTime();
        vertx.getOrCreateContext().runOnContext(now -> {
            blocked.complete(Thread.currentThread());
            try {
                end.await(20, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(VertxThreads.workBegin(get(blocked))).as(BLOCKED).isBetween(before, System.nanoTime());
        assertThat(reports.poll(20, TimeUnit.SECONDS))
                .as(BLOCKED)
                .isNotNull()
                .isBetween(TimeUnit.MILLISECONDS.toNanos(10), System.nanoTime() - before);
        end.countDown();
        final CompletableFuture<Long> outside = new CompletableFuture<>();
        final Thread loop = get(blocked);
        EventLoopContext.onEach(vertx)
                .forEach(each -> each.eventLoop().execute(() -> {
                    if (Thread.currentThread() == loop) {
                        outside.complete(VertxThreads.workBegin(loop));
                    }
                }));
        assertThat(get(outside)).as(BLOCKED).isZero();
        assertThat(VertxThreads.workBegin(Thread.currentThread())).isZero();
    }
}
