package org.jzenith.sql.connection;

import java.util.List;
import org.jzenith.core.vertx.EventLoopContext;

/** Spreads the connections of a pool evenly over the event loops. Guarded by the monitor of the pool. */
final class EventLoopChooser {

    private final List<EventLoopContext> eventLoops;
    private final int[] connections;
    private final int size;

    EventLoopChooser(final List<EventLoopContext> eventLoops, final int size) {
        this.eventLoops = eventLoops;
        this.connections = new int[eventLoops.size()];
        this.size = size;
    }

    /** The event loop for the next connection: that of the waiter, up to an equal share, otherwise the one with the fewest. */
    EventLoopContext take(final EventLoopContext wanted) {
        int best = indexOf(wanted);
        if (best < 0 || connections[best] * connections.length >= size) {
            best = 0;
            for (int i = 1; i < connections.length; i++) {
                best = connections[i] < connections[best] ? i : best;
            }
        }
        connections[best]++;
        return eventLoops.get(best);
    }

    /** A connection is closed, or was not opened. */
    void release(final EventLoopContext context) {
        connections[indexOf(context)]--;
    }

    private int indexOf(final EventLoopContext context) {
        for (int i = 0; i < connections.length; i++) {
            if (eventLoops.get(i).eventLoop() == context.eventLoop()) {
                return i;
            }
        }
        return -1;
    }
}
