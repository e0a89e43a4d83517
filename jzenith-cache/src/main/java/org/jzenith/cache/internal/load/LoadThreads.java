package org.jzenith.cache.internal.load;

import com.google.inject.Injector;
import io.netty.channel.EventLoop;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.WorkRunner;

/** The event loops that loads run on. Safe for use by many threads. */
final class LoadThreads {

    /** Each cache has its own limit. */
    private static final int MOST = Integer.MAX_VALUE;

    /**
     * One event loop.
     *
     * @param context runs tasks outside of any request
     * @param runner runs loads
     */
    record LoadThread(EventLoopContext context, WorkRunner runner) {}

    private final List<LoadThread> threads = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean closed;

    LoadThreads(final Injector injector) {
        EventLoopContext.onEach(injector.getInstance(Vertx.class))
                .forEach(context -> threads.add(new LoadThread(context, WorkRunner.of(injector, context, MOST))));
    }

    /** Returns the event loop of the caller, or any if there is none. */
    LoadThread ofCaller() {
        final EventLoopContext caller = EventLoopContext.current();
        if (caller != null) {
            final EventLoop loop = caller.eventLoop();
            for (final LoadThread thread : threads) {
                if (thread.context().eventLoop() == loop) {
                    return thread;
                }
            }
        }
        return threads.get(Math.floorMod(next.getAndIncrement(), threads.size()));
    }

    /** Completes when each event loop has run its present tasks. */
    Completable whenIdle() {
        return Completable.merge(threads.stream()
                .map(thread -> Completable.create(emitter -> thread.context().afterPendingTasks(emitter::onComplete)))
                .toList());
    }

    /** Returns true if no further load starts. */
    boolean isClosed() {
        return closed;
    }

    /** Ends all loads that have started. */
    Completable close() {
        closed = true;
        return Completable.merge(threads.stream()
                .map(thread -> thread.runner().drain(Duration.ZERO, Duration.ZERO))
                .toList());
    }
}
