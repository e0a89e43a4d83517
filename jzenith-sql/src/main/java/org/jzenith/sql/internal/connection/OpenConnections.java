package org.jzenith.sql.internal.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections, from the attempt to open one until it is closed, and holds back further ones during a pause. Safe for use
 * by many threads; no future is completed while its monitor is held.
 */
final class OpenConnections {

    private final List<Runnable> waiting = new ArrayList<>();
    private int count;
    private @Nullable Promise<Void> empty;

    /**
     * Adds a connection.
     *
     * @param later called at the end of the pause, if there is one now
     * @return true if the connection may be opened now, and counts until {@link #remove}
     */
    synchronized boolean add(final Runnable later) {
        if (empty != null) {
            waiting.add(later);
            return false;
        }
        count++;
        return true;
    }

    void remove() {
        final Promise<Void> last;
        synchronized (this) {
            count--;
            last = count == 0 ? empty : null;
        }
        if (last != null) {
            last.tryComplete();
        }
    }

    synchronized boolean isPaused() {
        return empty != null;
    }

    /** Starts a pause. The result completes when no connection is left. */
    Future<Void> pause() {
        final Promise<Void> closing;
        final boolean none;
        synchronized (this) {
            closing = empty == null ? Promise.promise() : empty;
            empty = closing;
            none = count == 0;
        }
        if (none) {
            closing.tryComplete();
        }
        return closing.future();
    }

    void resume() {
        final List<Runnable> held;
        synchronized (this) {
            empty = null;
            held = List.copyOf(waiting);
            waiting.clear();
        }
        held.forEach(Runnable::run);
    }
}
