package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.observe.Gauge;

/** The use of everything that has a gauge, the fullest first. */
final class Limits implements Section {

    private static final int MINUTES = 60;
    private static final double FULL = 1;
    private static final double NEARLY_FULL = 0.8;
    private static final int PERCENT = 100;

    /** Replaced when the application is wired. */
    private volatile Map<Gauge, TimeRing<AtomicLong>> peaks = Map.of();

    void begin(final List<Gauge> gauges) {
        final Map<Gauge, TimeRing<AtomicLong>> all = new LinkedHashMap<>();
        gauges.forEach(gauge -> all.put(gauge, new TimeRing<>(MINUTES, Duration.ofMinutes(1), AtomicLong::new)));
        peaks = all;
    }

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public void sample() {
        peaks.forEach((gauge, peak) -> peak.current().accumulateAndGet(gauge.used(), Math::max));
    }

    /** Returns the used share of the fullest limit. */
    double highest() {
        return peaks.keySet().stream()
                .filter(gauge -> !gauge.isAge())
                .mapToDouble(gauge -> share(gauge, gauge.used()))
                .max()
                .orElse(0);
    }

    private static double share(final Gauge gauge, final long used) {
        final long limit = gauge.limit();
        return limit <= 0 ? 0 : (double) used / limit;
    }

    /** Returns the largest use in the last minutes. */
    private static long peak(final TimeRing<AtomicLong> ring, final int minutes) {
        return ring.used(minutes).stream().mapToLong(AtomicLong::get).max().orElse(0);
    }

    private record Row(Gauge gauge, long used, long peak, long peakOfHour) {

        double share() {
            return Limits.share(gauge, Math.max(used, peak));
        }

        JsonObject json() {
            return new JsonObject()
                    .put("name", gauge.name())
                    .put("unit", gauge.unit())
                    .put("used", used)
                    .put("limit", gauge.limit())
                    .put("peak", peak)
                    .put("peakOfHour", peakOfHour)
                    .put("share", DisplayText.rounded(share()));
        }
    }

    private List<Row> rows() {
        final List<Row> rows = new ArrayList<>();
        peaks.forEach((gauge, ring) -> {
            final long used = gauge.used();
            rows.add(new Row(gauge, used, Math.max(used, peak(ring, 2)), Math.max(used, peak(ring, MINUTES))));
        });
        rows.sort(Comparator.comparingDouble(Row::share).reversed());
        return rows;
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        rows().forEach(row -> json.add(row.json()));
        return json;
    }

    @Override
    public List<Finding> findings() {
        return rows().stream()
                .filter(row -> row.share() >= NEARLY_FULL)
                .map(row -> new Finding(row.share() >= FULL, name(), row.gauge.isAge() ? remaining(row) : full(row)))
                .toList();
    }

    private static String full(final Row row) {
        final boolean now = share(row.gauge, row.used) >= NEARLY_FULL;
        return row.gauge.name() + (now ? " is " : " was ") + Math.round(row.share() * PERCENT) + " % full"
                + (now ? ": " + row.used : " in the last two minutes: " + row.peak) + " of " + row.gauge.limit() + " "
                + row.gauge.unit() + ".";
    }

    private static String remaining(final Row row) {
        final Duration left = Duration.ofSeconds(row.gauge.limit() - row.used);
        return row.gauge.name() + ": "
                + (left.isNegative()
                        ? "the end was " + DisplayText.text(left.negated().toNanos()) + " ago."
                        : DisplayText.text(left.toNanos()) + " are left of a lifetime of "
                                + DisplayText.text(
                                        Duration.ofSeconds(row.gauge.limit()).toNanos())
                                + ".");
    }
}
