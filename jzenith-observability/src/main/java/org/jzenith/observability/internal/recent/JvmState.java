package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The heap, garbage collection and threads of the JVM. */
final class JvmState implements Section {

    private static final int MINUTES = 60;
    private static final int PERCENT = 100;
    private static final double FULL = 0.85;
    private static final double MUCH_COLLECTION = 0.2;

    private final TimeRing<AtomicLong> heap = new TimeRing<>(MINUTES, Duration.ofMinutes(1), AtomicLong::new);
    private final TimeRing<AtomicLong> collecting = new TimeRing<>(MINUTES, Duration.ofMinutes(1), AtomicLong::new);
    private long collectionMillis = -1;

    @Override
    public String name() {
        return "jvm";
    }

    @Override
    public void sample() {
        heap.current().accumulateAndGet(heapNow().getUsed(), Math::max);
        final long millis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        if (collectionMillis >= 0) {
            collecting.current().addAndGet(millis - collectionMillis);
        }
        collectionMillis = millis;
    }

    private static MemoryUsage heapNow() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    }

    /** Returns the bytes in use after the last garbage collection of each pool. */
    private static long afterCollection() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .filter(usage -> usage != null)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    /** Returns the share of the time since the minute before that was spent in garbage collection. */
    private double collectionShare() {
        final long millis =
                collecting.used(2).stream().mapToLong(AtomicLong::get).sum();
        return millis / (collecting.seconds(2) * TimeUnit.SECONDS.toMillis(1));
    }

    @Override
    public JsonObject json() {
        final MemoryUsage now = heapNow();
        final JsonArray line = new JsonArray();
        for (final AtomicLong minute : heap.last(MINUTES)) {
            line.add(minute == null ? 0 : minute.get());
        }
        return new JsonObject()
                .put("heapUsed", now.getUsed())
                .put("heapAfterCollection", afterCollection())
                .put("heapMax", now.getMax())
                .put("heapLine", line)
                .put("collectionShare", DisplayText.rounded(collectionShare()))
                .put("threads", ManagementFactory.getThreadMXBean().getThreadCount())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("java", Runtime.version().toString())
                .put("uptime", ManagementFactory.getRuntimeMXBean().getUptime());
    }

    @Override
    public List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        final long max = heapNow().getMax();
        final long left = afterCollection();
        if (max > 0 && left > max * FULL) {
            all.add(Finding.critical(
                    name(),
                    "The heap is " + left * PERCENT / max
                            + " % full after garbage collection. Count its objects to see what fills it."));
        }
        if (collectionShare() > MUCH_COLLECTION) {
            all.add(Finding.warning(
                    name(),
                    Math.round(collectionShare() * PERCENT)
                            + " % of the time in the last minutes was garbage collection."));
        }
        return all;
    }
}
