package org.jzenith.http.server;

import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when an event loop terminates while the server runs. In Netty an {@code Error} that is thrown
 * between two handlers terminates the event loop: its connections, and new ones that it would get, would never be
 * answered. Safe for use by many threads.
 */
final class ExitOnEventLoopTermination {

    /** The exit code that {@code -XX:+ExitOnOutOfMemoryError} uses. */
    private static final int EXIT_CODE = 3;

    private static final Logger LOGGER = LoggerFactory.getLogger(ExitOnEventLoopTermination.class);

    private final Set<EventLoop> watched = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    void add(final EventLoop loop) {
        if (watched.add(loop)) {
            loop.terminationFuture().addListener(ended -> {
                if (!closed) {
                    exit();
                }
            });
        }
    }

    /** Allows event loops to terminate from now on, because the server or Vert.x closes. */
    void close() {
        closed = true;
    }

    private static void exit() {
        try {
            LOGGER.error(
                    "An event loop has ended, most likely by an OutOfMemoryError, and its connections cannot be"
                            + " answered any more. The application stops, and the process ends with the exit code {}.",
                    EXIT_CODE);
            new Thread(() -> System.exit(EXIT_CODE), "jzenith-exit").start();
        } catch (final Throwable e) {
            Runtime.getRuntime().halt(EXIT_CODE); // there is no memory left for an orderly exit
        }
    }
}
