package org.jzenith.sql.connection;

import io.vertx.core.impl.ContextInternal;
import java.util.List;

/** Spreads the connections of a pool evenly over the event loops. Guarded by the monitor of the pool. */
final class EventLoopChooser {

    private final List<CountedEventLoop> eventLoops;
    private final int size;

    EventLoopChooser(final List<ContextInternal> loops, final int size) {
        this.eventLoops = loops.stream().map(CountedEventLoop::new).toList();
        this.size = size;
    }

    /** An event loop, and how many connections it has or will have. */
    static final class CountedEventLoop {

        private final ContextInternal context;
        private int connections;

        CountedEventLoop(final ContextInternal context) {
            this.context = context;
        }

        ContextInternal context() {
            return context;
        }

        private boolean isOf(final ContextInternal other) {
            return context.nettyEventLoop() == other.nettyEventLoop();
        }
    }

    /** The event loop for the next connection: that of the waiter, up to an equal share, otherwise the one with the fewest. */
    CountedEventLoop take(final ContextInternal wanted) {
        CountedEventLoop best = eventLoops.get(0);
        for (final CountedEventLoop eventLoop : eventLoops) {
            if (eventLoop.isOf(wanted) && eventLoop.connections * eventLoops.size() < size) {
                best = eventLoop;
                break;
            }
            best = eventLoop.connections < best.connections ? eventLoop : best;
        }
        best.connections++;
        return best;
    }

    /** A connection is closed, or was not opened. */
    void release(final ContextInternal context) {
        for (final CountedEventLoop eventLoop : eventLoops) {
            if (eventLoop.isOf(context)) {
                eventLoop.connections--;
            }
        }
    }
}
