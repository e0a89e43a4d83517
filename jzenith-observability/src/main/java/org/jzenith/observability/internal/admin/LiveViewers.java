package org.jzenith.observability.internal.admin;

import io.vertx.core.buffer.Buffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The browsers with the page open, at most sixteen. Safe for use by many threads. */
final class LiveViewers {

    private static final int MOST = 16;

    private final Set<LiveViewer> viewers = ConcurrentHashMap.newKeySet();

    /** Returns false if there are too many. */
    synchronized boolean add(final LiveViewer viewer) {
        return viewers.size() < MOST && viewers.add(viewer);
    }

    void remove(final LiveViewer viewer) {
        viewers.remove(viewer);
    }

    boolean isEmpty() {
        return viewers.isEmpty();
    }

    /** Sends a text of one line to all. */
    void send(final Buffer json) {
        final Buffer event = Buffer.buffer("data: ").appendBuffer(json).appendString("\n\n");
        viewers.forEach(viewer -> viewer.send(event));
    }
}
