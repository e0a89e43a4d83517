package org.jzenith.core.internal.vertx;

import java.util.List;
import org.jzenith.core.vertx.EventLoopContext;

/** Spreads the connections of a pool evenly over the event loops. Not safe for use by many threads: the pool locks it. */
public final class EventLoopChooser {

    private final List<EventLoopContext> eventLoops;
    private final int[] connections;
    private final int size;

    /**
     * Creates it without connections.
     *
     * @param eventLoops the event loops of the application
     * @param size the most connections
     */
    public EventLoopChooser(final List<EventLoopContext> eventLoops, final int size) {
        this.eventLoops = eventLoops;
        this.connections = new int[eventLoops.size()];
        this.size = size;
    }

    /**
     * Chooses the event loop of the next connection.
     *
     * @param wanted the event loop of the caller
     * @return the caller's event loop, up to an equal share; otherwise the one with the fewest connections
     */
    public EventLoopContext take(final EventLoopContext wanted) {
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

    /**
     * Takes back an event loop, because its connection is closed, or was not opened.
     *
     * @param context the result of {@link #take}
     */
    public void release(final EventLoopContext context) {
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
