package org.jzenith.core.internal.limit;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process if its heap stays full, or if one of its event loops has ended. With a full heap, the JVM collects garbage again
 * and again and finds little, so that event loops and health checks become slow. In Netty, an {@code Error} that is thrown between
 * two handlers ends the event loop: its connections, and new ones that it would get, would never be answered. Looks from a thread
 * of its own, which survives {@code OutOfMemoryError}s and ends when the application has stopped.
 */
public final class FullHeapDetector {

    private static final int SECONDS_FULL = 10;

    private static final long NANOS_BETWEEN = 1_000_000_000L;

    private static final long NANOS_FULL = SECONDS_FULL * NANOS_BETWEEN;

    /** Loaded before there is no memory: the JVM looks a caught class up when it is thrown for the first time. */
    private static final List<Class<?>> CAUGHT = List.of(Error.class);

    private static final int MIB_SHIFT = 20;

    private static final double MAX_USED = 0.95;

    private static final double MAX_COLLECTING = 0.25;

    private final Thread thread = new Thread(this::run, "jzenith-heap");

    /** Created at start: a full heap may have no room for it. */
    private final String reason =
            "More than 95 % of the heap (" + (Runtime.getRuntime().maxMemory() >> MIB_SHIFT)
                    + " MiB) has been in use for " + SECONDS_FULL
                    + " s, and garbage collection took more than a quarter of that time."
                    + " Raise -Xmx, or look for a leak in a heap dump.";

    /** The threads of the event loops, until they may end. */
    private volatile Set<Thread> eventLoops;

    /** The JVM's management is loaded when the heap is full for the first time. */
    private @Nullable List<GarbageCollectorMXBean> collectors;

    private long collecting;
    private long lookedAt;

    /** True if the last look has set both. */
    private boolean isMeasured;

    private FullHeapDetector(final Set<Thread> eventLoops) {
        this.eventLoops = eventLoops;
    }

    /**
     * Starts the thread.
     *
     * @param eventLoops the threads of the event loops; later ones are seen
     * @return a detector to close when the application has stopped
     */
    public static FullHeapDetector start(final Set<Thread> eventLoops) {
        ProcessExit.prepare(CAUGHT);
        final FullHeapDetector detector = new FullHeapDetector(eventLoops);
        detector.thread.setDaemon(true);
        detector.thread.setUncaughtExceptionHandler((ended, error) -> ProcessExit.halt());
        detector.thread.start();
        return detector;
    }

    /** Allows event loops to end from now on, because Vert.x closes. */
    public void allowEventLoopsToEnd() {
        eventLoops = Set.of();
    }

    /** Ends the thread. */
    public void close() {
        thread.interrupt();
    }

    private void run() {
        boolean wasFull = false;
        long fullSince = System.nanoTime();
        while (true) {
            boolean isFull;
            try {
                LockSupport.parkNanos(NANOS_BETWEEN); // allocates nothing
                if (Thread.interrupted()) {
                    return;
                }
                if (hasEndedEventLoop()) {
                    ProcessExit.exit(
                            "An event loop ended, probably because of an OutOfMemoryError. Its connections are dead.");
                    return;
                }
                isFull = isFull();
            } catch (final Error e) {
                isMeasured = false;
                isFull = true; // also classes that cannot be loaded without memory
            }
            if (!isFull || !wasFull) {
                fullSince = System.nanoTime();
            }
            wasFull = isFull;
            if (System.nanoTime() - fullSince >= NANOS_FULL) {
                ProcessExit.exit(reason);
                return;
            }
        }
    }

    private boolean hasEndedEventLoop() {
        for (final Thread each : eventLoops) {
            if (!each.isAlive()) {
                return true;
            }
        }
        return false;
    }

    private boolean isFull() {
        if (!isUsed()) {
            isMeasured = false;
            return false;
        }
        final long collected = collectingMillis();
        final long now = System.nanoTime();
        final boolean isFull =
                !isMeasured || collected - collecting >= MAX_COLLECTING * TimeUnit.NANOSECONDS.toMillis(now - lookedAt);
        collecting = collected;
        lookedAt = now;
        isMeasured = true;
        return isFull;
    }

    private static boolean isUsed() {
        final Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() > MAX_USED * runtime.maxMemory();
    }

    /** Leaves out collectors that run beside the application's threads. */
    private long collectingMillis() {
        List<GarbageCollectorMXBean> known = collectors;
        if (known == null) {
            known = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(each -> !each.getName().contains("Cycles")
                            && !each.getName().contains("Concurrent"))
                    .toList();
            collectors = known;
        }
        long millis = 0;
        for (final GarbageCollectorMXBean each : known) {
            millis += each.getCollectionTime();
        }
        return millis;
    }
}
