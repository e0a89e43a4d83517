package org.jzenith.core.observe;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToLongFunction;

/** Gauges of the resources that the JVM and its process may use. The JVM's management classes load when the first gauge is read. */
final class JvmGauges {

    private JvmGauges() {}

    /**
     * Returns the gauges. The gauge of the heap shows its use after the last garbage collection, because garbage fills the heap until the
     * next one.
     */
    static List<Gauge> all() {
        return List.of(
                Gauge.of("jvm.heap-after-collection", "bytes", JvmGauges::heapAfterCollection)
                        .withLimit(Runtime.getRuntime()::maxMemory),
                Gauge.of(
                                "jvm.file-descriptors",
                                "descriptors",
                                () -> descriptors(UnixOperatingSystemMXBean::getOpenFileDescriptorCount))
                        .withLimit(() -> descriptors(UnixOperatingSystemMXBean::getMaxFileDescriptorCount)));
    }

    private static long heapAfterCollection() {
        long bytes = 0;
        for (final MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            final MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            bytes += usage == null ? 0 : usage.getUsed();
        }
        return bytes;
    }

    private static long descriptors(final ToLongFunction<UnixOperatingSystemMXBean> number) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof final UnixOperatingSystemMXBean unix
                ? number.applyAsLong(unix)
                : 0;
    }
}
