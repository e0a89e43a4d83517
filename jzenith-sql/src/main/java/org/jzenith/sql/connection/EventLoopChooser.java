package org.jzenith.sql.connection;

import io.vertx.core.impl.ContextInternal;
import java.util.List;

/** Spreads the connections of a pool evenly over the event loops. Guarded by the monitor of the pool. */
final class EventLoopChooser {

    private final List<ContextInternal> eventLoops;
    private final int[] connections;
    private final int size;

    EventLoopChooser(final List<ContextInternal> eventLoops, final int size) {
        this.eventLoops = eventLoops;
        this.connections = new int[eventLoops.size()];
        this.size = size;
    }

    /** The event loop for the next connection: that of the waiter, up to an equal share, otherwise the one with the fewest. */
    ContextInternal take(final ContextInternal wanted) {
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
    void release(final ContextInternal context) {
        connections[indexOf(context)]--;
    }

    private int indexOf(final ContextInternal context) {
        for (int i = 0; i < connections.length; i++) {
            if (eventLoops.get(i).nettyEventLoop() == context.nettyEventLoop()) {
                return i;
            }
        }
        return -1;
    }
}
