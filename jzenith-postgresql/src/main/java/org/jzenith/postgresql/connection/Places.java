package org.jzenith.postgresql.connection;

import io.vertx.core.impl.ContextInternal;
import java.util.List;

/** Spreads the lines of a pool evenly over the event loops. Guarded by the monitor of the pool. */
final class Places {

    private final List<Place> places;
    private final int size;

    Places(final List<ContextInternal> loops, final int size) {
        this.places = loops.stream().map(Place::new).toList();
        this.size = size;
    }

    /** An event loop, and how many lines it has or will have. */
    static final class Place {

        private final ContextInternal context;
        private int lines;

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

    /** Where the next line is opened: where it is waited for, up to a fair share, otherwise where there are fewest. */
    Place take(final ContextInternal wanted) {
        Place best = places.get(0);
        for (final Place place : places) {
            if (place.isOf(wanted) && place.lines * places.size() < size) {
                best = place;
                break;
            }
            best = place.lines < best.lines ? place : best;
        }
        best.lines++;
        return best;
    }

    /** A line is gone, or was not opened. */
    void release(final ContextInternal context) {
        for (final Place place : places) {
            if (place.isOf(context)) {
                place.lines--;
            }
        }
    }
}
