package org.jzenith.rest.server;

import io.netty.channel.EventLoop;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when an event loop ends before its time. Netty lets an {@code Error} that is thrown between two
 * handlers end the loop: its connections would hang for ever, and new ones that come to it too. Safe for use by many
 * threads.
 */
final class EventLoopWatch {

    /** The same as with {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int EXIT_CODE = 3;

    private static final Logger LOGGER = LoggerFactory.getLogger(EventLoopWatch.class);

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

    /** From now on event loops may end: the server closes, or Vert.x, whoever has asked for it. */
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
            Runtime.getRuntime().halt(EXIT_CODE); // there is no memory left to end in order
        }
    }
}
