package org.jzenith.core.limit;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process if its heap stays full: the JVM collects garbage again and again and finds little, but throws no {@code
 * OutOfMemoryError}, so that event loops and health checks only become slow. Looks from a thread of its own, which ends when the
 * application has stopped.
 */
public final class FullHeapDetector {

    private static final int MIB_SHIFT = 20;

    private static final int SECONDS_FULL = 10;

    private static final double MAX_USED = 0.95;

    private static final double MAX_COLLECTING = 0.25;

    private final CountDownLatch closed = new CountDownLatch(1);

    /** Created at start: a full heap may have no room for it. */
    private final String reason =
            "More than 95 % of the heap (" + (Runtime.getRuntime().maxMemory() >> MIB_SHIFT)
                    + " MiB) has been in use for " + SECONDS_FULL
                    + " s, and garbage collection took over a quarter of that time."
                    + " Raise -Xmx, or look for a leak in a heap dump.";

    /** The JVM's management is loaded when the heap is full for the first time. */
    private @Nullable List<GarbageCollectorMXBean> collectors;

    private long collecting;
    private long lookedAt;

    private FullHeapDetector() {}

    /**
     * Starts the thread.
     *
     * @return a detector to close when the application has stopped
     */
    public static FullHeapDetector start() {
        final FullHeapDetector detector = new FullHeapDetector();
        final Thread thread = new Thread(detector::run, "jzenith-heap");
        thread.setDaemon(true);
        thread.start();
        return detector;
    }

    /** Ends the thread. */
    public void close() {
        closed.countDown();
    }

    private void run() {
        try {
            int seconds = 0;
            while (!closed.await(1, TimeUnit.SECONDS)) {
                seconds = isFull(seconds == 0) ? seconds + 1 : 0;
                if (seconds > SECONDS_FULL) {
                    ProcessExit.exit(reason);
                    return;
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param isFirst true if the time before does not count */
    private boolean isFull(final boolean isFirst) {
        try {
            if (!isUsed()) {
                return false;
            }
            final long collected = collectingMillis();
            final long now = System.nanoTime();
            final boolean isFull =
                    isFirst || collected - collecting >= MAX_COLLECTING * TimeUnit.NANOSECONDS.toMillis(now - lookedAt);
            collecting = collected;
            lookedAt = now;
            return isFull;
        } catch (final OutOfMemoryError e) {
            return true;
        }
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
