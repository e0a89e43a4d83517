package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Makes the meters of {@link Metric}, and limits those that traffic and the application add. Safe for use by many threads. */
final class Meters {

    /** The label of values beyond the limit. */
    static final String OTHER = "_OTHER";

    private final MeterRegistry registry;
    private final Duration[] bounds;
    private final AtomicInteger free;
    private final Counter refused;

    /** Functions that the registry itself holds by weak references. */
    private final Queue<Object> functions = new ConcurrentLinkedQueue<>();

    Meters(final MeterRegistry registry, final List<Duration> bounds, final int maxSeries) {
        this.registry = registry;
        this.bounds = bounds.toArray(Duration[]::new);
        this.free = new AtomicInteger(maxSeries);
        final MeterLimit limit = new MeterLimit(maxSeries, this::refused);
        registry.config().meterFilter(limit).onMeterRemoved(limit::removed);
        this.refused = counter(Metric.DROPPED, "application"); // Micrometer warns of filters after the first meter
    }

    /** Returns a histogram of durations; the same for the same values of its labels. */
    Timer timer(final Metric metric, final String... values) {
        return builder(metric, values).serviceLevelObjectives(bounds).register(registry);
    }

    /** Returns the number, sum and maximum of durations; the same for the same values of its labels. */
    Timer summary(final Metric metric, final String... values) {
        return builder(metric, values).register(registry);
    }

    /** Returns a counter; the same for the same values of its labels. */
    Counter counter(final Metric metric, final String... values) {
        return Counter.builder(metric.id())
                .description(metric.description())
                .baseUnit(metric.unit())
                .tags(tags(metric, values))
                .register(registry);
    }

    /** Adds a counter that is read at each scrape. */
    void functionCounter(final Metric metric, final Supplier<Number> value, final String... values) {
        functions.add(value);
        FunctionCounter.builder(metric.id(), value, read -> read.get().doubleValue())
                .description(metric.description())
                .baseUnit(metric.unit())
                .tags(tags(metric, values))
                .register(registry);
    }

    /** Adds a gauge, which is read at each scrape. */
    void gauge(final Metric metric, final Supplier<Number> value, final String... values) {
        Gauge.builder(metric.id(), value)
                .description(metric.description())
                .baseUnit(metric.unit())
                .tags(tags(metric, values))
                .register(registry);
    }

    /** Returns true if traffic may add one more histogram. */
    boolean mayAddTimer() {
        return mayAdd(linesOfTimer());
    }

    /** Returns true if traffic may add one more summary. */
    boolean mayAddSummary() {
        return mayAdd(Metric.LINES_OF_SUMMARY);
    }

    /** Returns the number of time series of a histogram. */
    int linesOfTimer() {
        return bounds.length + Metric.LINES_OF_HISTOGRAM;
    }

    /** Returns true if traffic may add this number of time series. */
    boolean mayAdd(final int series) {
        final int before = free.getAndUpdate(left -> left >= series ? left - series : left);
        return before >= series;
    }

    private void refused() {
        refused.increment();
    }

    /** Returns the counter of the values of a metric that are recorded under {@link #OTHER}. */
    Counter dropped(final Metric metric) {
        return counter(Metric.DROPPED, metric.id());
    }

    private static Timer.Builder builder(final Metric metric, final String... values) {
        return Timer.builder(metric.id()).description(metric.description()).tags(tags(metric, values));
    }

    private static Tags tags(final Metric metric, final String... values) {
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(metric.labels().get(i), values[i]);
        }
        return tags;
    }
}
