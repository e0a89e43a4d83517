package org.jzenith.observability.internal.recent;

import com.sun.management.OperatingSystemMXBean;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The rate, errors, latency, saturation and utilisation of the application, in slots of ten seconds. */
final class Signals implements Section {

    private static final int SLOT_SECONDS = 10;
    private static final int SLOTS = 360;
    private static final int LAST_MINUTE = 6;
    private static final int PERCENT = 100;

    /** The share of a processor's time. */
    private static final double BUSY = 0.9;

    /** The weight of a second in the mean, which reaches 90 % after 11 s of full load. */
    private static final double WEIGHT = 0.2;

    /** The share of requests, in percent, that clients notice. */
    private static final int NOTICED = 5;

    private final TimeRing<Slot> ring = new TimeRing<>(SLOTS, Duration.ofSeconds(SLOT_SECONDS), Slot::new);
    private final Limits limits;
    private final Processors processors;

    /** The mean load of all processors by all processes. Written by one thread. */
    private volatile double load;

    /** The mean load of all processors by this process. Written by one thread. */
    private volatile double own;

    /** Creates it without values. */
    Signals(final Limits limits) {
        this(limits, Processors.ofThisMachine());
    }

    Signals(final Limits limits, final Processors processors) {
        this.limits = limits;
        this.processors = processors;
    }

    /**
     * The load of all processors since the last look, from 0 to 1; negative or NaN if unknown.
     *
     * @param all the load by all processes
     * @param own the load by this process
     */
    record Processors(DoubleSupplier all, DoubleSupplier own) {

        private static Processors ofThisMachine() {
            final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            return new Processors(system::getCpuLoad, system::getProcessCpuLoad);
        }
    }

    /** What has happened within ten seconds. */
    private static final class Slot {

        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();
        private final DurationCounts durations = new DurationCounts();

        /** Written by one thread. */
        private volatile double saturation;

        private volatile double utilization;
    }

    void record(final FinishedRequest request) {
        final Slot slot = ring.current();
        slot.requests.getAndIncrement();
        if (request.isRefused()) {
            slot.refused.getAndIncrement();
        } else if (request.isFailed()) {
            slot.failed.getAndIncrement();
        } else if (request.status() == 0) {
            slot.left.getAndIncrement();
        }
        slot.durations.record(request.durationNanos());
    }

    @Override
    public String name() {
        return "signals";
    }

    @Override
    public void sample() {
        final Slot slot = ring.current();
        slot.saturation = Math.max(slot.saturation, limits.highest());
        final double now = processors.all.getAsDouble();
        if (now >= 0) { // neither unknown nor NaN
            final double mean = load;
            load = mean + (now - mean) * WEIGHT;
        }
        // The JDK measures since its last call, so nothing else calls it.
        final double used = Math.max(0, processors.own.getAsDouble());
        final double mean = own;
        own = mean + (used - mean) * WEIGHT;
        slot.utilization = Math.max(slot.utilization, used);
    }

    @Override
    public JsonObject json() {
        final List<@Nullable Slot> slots = ring.last(SLOTS);
        final JsonObject json = new JsonObject().put("slotSeconds", SLOT_SECONDS);
        final List<JsonArray> columns = new ArrayList<>();
        for (final String column :
                List.of("requests", "failed", "refused", "p50", "p99", "p999", "saturation", "utilization")) {
            final JsonArray values = new JsonArray();
            json.put(column, values);
            columns.add(values);
        }
        for (final Slot slot : slots) {
            final List<Number> row = slot == null ? List.of(0, 0, 0, 0, 0, 0, 0, 0) : row(slot);
            for (int i = 0; i < row.size(); i++) {
                columns.get(i).add(row.get(i));
            }
        }
        final Totals minute = totals();
        final JsonObject now = new JsonObject()
                .put("rate", DisplayText.rounded(minute.requests / ring.seconds(LAST_MINUTE)))
                .put("failed", minute.failed)
                .put("refused", minute.refused)
                .put("left", minute.left)
                .put("saturation", DisplayText.rounded(limits.highest()))
                .put("utilization", DisplayText.rounded(own));
        return json.put("now", minute.durations.putInto(now));
    }

    private static List<Number> row(final Slot slot) {
        final JsonObject quantiles = slot.durations.putInto(new JsonObject());
        return List.of(
                slot.requests.get(),
                slot.failed.get(),
                slot.refused.get(),
                quantiles.getDouble("p50"),
                quantiles.getDouble("p99"),
                quantiles.getDouble("p999"),
                DisplayText.rounded(slot.saturation),
                DisplayText.rounded(slot.utilization));
    }

    private record Totals(int requests, int failed, int refused, int left, DurationCounts durations) {}

    private Totals totals() {
        int requests = 0;
        int failed = 0;
        int refused = 0;
        int left = 0;
        final DurationCounts durations = new DurationCounts();
        for (final Slot slot : ring.used(LAST_MINUTE)) {
            requests += slot.requests.get();
            failed += slot.failed.get();
            refused += slot.refused.get();
            left += slot.left.get();
            durations.add(slot.durations);
        }
        return new Totals(requests, failed, refused, left, durations);
    }

    @Override
    public List<Finding> findings() {
        final Totals minute = totals();
        final List<Finding> all = new ArrayList<>();
        if (isNoticed(minute.refused, minute.requests)) {
            all.add(Finding.critical(
                    name(),
                    share(minute.refused, minute.requests)
                            + " were refused with 429 or 503 in the last minute. The limits show which one is full."));
        }
        if (isNoticed(minute.failed, minute.requests)) {
            all.add(Finding.critical(name(), share(minute.failed, minute.requests) + " failed in the last minute."));
        }
        if (load > BUSY) {
            all.add(Finding.warning(
                    name(),
                    "The processors are " + Math.round(load * PERCENT) + " % busy, " + Math.round(own * PERCENT)
                            + " % with this application. "
                            + (own * 2 > load
                                    ? "Record a profile to see what it does."
                                    : "Other programs on this machine cause most of this load.")));
        }
        if (isNoticed(minute.left, minute.requests)) {
            all.add(Finding.warning(
                    name(),
                    share(minute.left, minute.requests) + " were given up by their clients in the last minute."));
        }
        return all;
    }

    private static boolean isNoticed(final int number, final int all) {
        return number > 0 && number * PERCENT >= all * NOTICED;
    }

    private static String share(final int number, final int all) {
        return number + " of " + DisplayText.count(all, "request");
    }
}
