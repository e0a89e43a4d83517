package org.jzenith.observability.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmHeapPressureMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.jvm.convention.otel.OpenTelemetryJvmClassLoadingMeterConventions;
import io.micrometer.core.instrument.binder.jvm.convention.otel.OpenTelemetryJvmCpuMeterConventions;
import io.micrometer.core.instrument.binder.jvm.convention.otel.OpenTelemetryJvmMemoryMeterConventions;
import io.micrometer.core.instrument.binder.jvm.convention.otel.OpenTelemetryJvmThreadMeterConventions;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.Objects;
import org.jzenith.core.JZenith;

/** Adds Micrometer's meters of the JVM and the process, by the names of OpenTelemetry. */
final class JvmMeters implements AutoCloseable {

    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final JvmHeapPressureMetrics heap = new JvmHeapPressureMetrics();

    /** Adds the meters, which are read at each scrape. */
    void add(final Meters meters) {
        final MeterRegistry registry = meters.registry();
        new JvmMemoryMetrics(Tags.empty(), new OpenTelemetryJvmMemoryMeterConventions(Tags.empty())).bindTo(registry);
        new JvmThreadMetrics(Tags.empty(), new OpenTelemetryJvmThreadMeterConventions(Tags.empty())).bindTo(registry);
        new ClassLoaderMetrics(new OpenTelemetryJvmClassLoadingMeterConventions()).bindTo(registry);
        new ProcessorMetrics(Tags.empty(), new OpenTelemetryJvmCpuMeterConventions(Tags.empty())).bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        heap.bindTo(registry);
        meters.gauge(
                Metric.INFO,
                () -> 1,
                Objects.requireNonNullElse(JZenith.class.getPackage().getImplementationVersion(), "unknown"),
                Runtime.version().toString());
    }

    /** Stops listening to the garbage collector. */
    @Override
    public void close() {
        collections.close();
        heap.close();
    }
}
