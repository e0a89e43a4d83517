package org.jzenith.javascript.internal.request;

import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.javascript.internal.load.LoadedRealm;

/** The present realm of one event loop. Set on the event loop. */
final class RealmSlot {

    private final EventLoopContext eventLoop;
    private volatile LoadedRealm loaded;

    RealmSlot(final EventLoopContext eventLoop, final LoadedRealm loaded) {
        this.eventLoop = eventLoop;
        this.loaded = loaded;
    }

    EventLoopContext eventLoop() {
        return eventLoop;
    }

    LoadedRealm loaded() {
        return loaded;
    }

    void replace(final LoadedRealm next) {
        loaded = next;
    }
}
