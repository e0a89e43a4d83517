package org.jzenith.observability.internal.meter;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.StartLog;

/** The memory, threads, garbage collection and processors of the JVM, by the names of OpenTelemetry. All are read at each scrape. */
final class JvmMeters {

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final double KIB = 1024;

    /** The state of the process on Linux, with sizes in KiB. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private final Meters meters;

    JvmMeters(final Meters meters) {
        this.meters = meters;
    }

    /** Adds the meters. */
    void begin() {
        ManagementFactory.getMemoryPoolMXBeans().forEach(this::add);
        ManagementFactory.getGarbageCollectorMXBeans().forEach(this::add);
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        meters.gauge(Metric.JVM_THREADS, threads::getDaemonThreadCount, "true");
        meters.gauge(Metric.JVM_THREADS, () -> threads.getThreadCount() - threads.getDaemonThreadCount(), "false");
        meters.gauge(Metric.JVM_CLASSES, ManagementFactory.getClassLoadingMXBean()::getLoadedClassCount);
        meters.gauge(Metric.JVM_CPU_COUNT, Runtime.getRuntime()::availableProcessors);
        meters.gauge(Metric.UPTIME, () -> ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS);
        addProcess();
        meters.gauge(
                Metric.INFO,
                () -> 1,
                Objects.requireNonNullElse(StartLog.version(), "unknown"),
                Runtime.version().toString());
    }

    private void add(final MemoryPoolMXBean pool) {
        final String type = pool.getType() == MemoryType.HEAP ? "heap" : "non_heap";
        final String name = pool.getName();
        meters.gauge(Metric.JVM_MEMORY_USED, () -> read(pool.getUsage(), MemoryUsage::getUsed), type, name);
        meters.gauge(Metric.JVM_MEMORY_COMMITTED, () -> read(pool.getUsage(), MemoryUsage::getCommitted), type, name);
        meters.gauge(Metric.JVM_MEMORY_LIMIT, () -> read(pool.getUsage(), MemoryUsage::getMax), type, name);
        if (pool.getCollectionUsage() != null) {
            meters.gauge(
                    Metric.JVM_MEMORY_AFTER_GC,
                    () -> read(pool.getCollectionUsage(), MemoryUsage::getUsed),
                    type,
                    name);
        }
    }

    private static double read(final @Nullable MemoryUsage usage, final ToLongFunction<MemoryUsage> value) {
        return usage == null ? Double.NaN : known(value.applyAsLong(usage));
    }

    /** Returns no number for a negative one, by which the JVM says that it does not know. */
    private static double known(final long value) {
        return known((double) value);
    }

    private static double known(final double value) {
        return value < 0 ? Double.NaN : value;
    }

    private void add(final GarbageCollectorMXBean collector) {
        meters.functionCounter(
                Metric.JVM_GC_TIME, () -> known(collector.getCollectionTime()) / MILLIS, collector.getName());
        meters.functionCounter(
                Metric.JVM_GC_COLLECTIONS, () -> known(collector.getCollectionCount()), collector.getName());
    }

    private void addProcess() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof final OperatingSystemMXBean system) {
            meters.functionCounter(Metric.JVM_CPU_TIME, () -> known(system.getProcessCpuTime()) / NANOS);
            meters.gauge(Metric.JVM_CPU_UTILIZATION, () -> known(system.getProcessCpuLoad()));
            meters.gauge(Metric.SYSTEM_MEMORY_LIMIT, () -> known(system.getTotalMemorySize()));
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof final UnixOperatingSystemMXBean system) {
            meters.gauge(Metric.JVM_FILES, () -> known(system.getOpenFileDescriptorCount()));
            meters.gauge(Metric.JVM_FILES_LIMIT, () -> known(system.getMaxFileDescriptorCount()));
        }
        if (Files.isReadable(STATUS)) {
            meters.gauge(Metric.PROCESS_MEMORY, JvmMeters::residentBytes);
        }
    }

    private static double residentBytes() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * KIB)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (final IOException e) {
            return Double.NaN;
        }
    }
}
