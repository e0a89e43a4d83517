package org.jzenith.postgresql.connection;

import io.vertx.core.impl.ContextInternal;
import java.util.List;

/** Spreads the connections of a pool evenly over the event loops. Guarded by the monitor of the pool. */
final class EventLoopChooser {

    private final List<Place> places;
    private final int size;

    EventLoopChooser(final List<ContextInternal> loops, final int size) {
        this.places = loops.stream().map(Place::new).toList();
        this.size = size;
    }

    /** An event loop, and how many connections it has or will have. */
    static final class Place {

        private final ContextInternal context;
        private int connections;

        Place(final ContextInternal context) {
            this.context = context;
        }

        ContextInternal context() {
            return context;
        }

        private boolean isOf(final ContextInternal other) {
            return context.nettyEventLoop() == other.nettyEventLoop();
        }
    }

    /** Where the next connection is opened: where it is waited for, up to a fair share, otherwise where there are fewest. */
    Place take(final ContextInternal wanted) {
        Place best = places.get(0);
        for (final Place place : places) {
            if (place.isOf(wanted) && place.connections * places.size() < size) {
                best = place;
                break;
            }
            best = place.connections < best.connections ? place : best;
        }
        best.connections++;
        return best;
    }

    /** A connection is gone, or was not opened. */
    void release(final ContextInternal context) {
        for (final Place place : places) {
            if (place.isOf(context)) {
                place.connections--;
            }
        }
    }
}
