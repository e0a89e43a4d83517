package org.jzenith.http.server;

import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.limit.ProcessExit;

/**
 * Ends the process when an event loop terminates while the server runs. In Netty an {@code Error} that is thrown
 * between two handlers terminates the event loop: its connections, and new ones that it would get, would never be
 * answered. Safe for use by many threads.
 */
final class ExitOnEventLoopTermination {

    private final Set<EventLoop> watched = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    void add(final EventLoop loop) {
        if (watched.add(loop)) {
            loop.terminationFuture().addListener(ended -> {
                if (!closed) {
                    ProcessExit.exit(
                            "An event loop ended, probably because of an OutOfMemoryError; its connections are dead.");
                }
            });
        }
    }

    /** Allows event loops to terminate from now on, because the server or Vert.x closes. */
    void close() {
        closed = true;
    }
}
