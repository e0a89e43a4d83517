package org.jzenith.kafka.internal.producer;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** Brings results to one event loop: those that arrive together in one task. */
final class ResultLoop {

    /** Further results wait until other tasks of the event loop have run. */
    private static final int MOST_AT_ONCE = 256;

    private final EventLoopContext context;
    private final Queue<PendingSend> results = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    ResultLoop(final EventLoopContext context) {
        this.context = context;
    }

    EventLoopContext context() {
        return context;
    }

    /** Delivers a result later; called on any thread. */
    void add(final PendingSend ended) {
        results.add(ended);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            context.runUnlessTerminated(this::deliver);
        }
    }

    private void deliver() {
        scheduled.set(false);
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            final @Nullable PendingSend next = results.poll();
            if (next == null) {
                return;
            }
            next.deliver();
        }
        if (!results.isEmpty()) {
            schedule();
        }
    }
}
