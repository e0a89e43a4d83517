package org.jzenith.observability.internal.meter;

import java.util.List;
import org.jzenith.core.observe.Gauge;

/** Exposes the gauges of the application, and some of them again by the names of OpenTelemetry. */
final class GaugeMeters {

    private static final String REQUESTS = ".requests-in-flight";
    private static final String CONNECTIONS = ".pool.connections";
    private static final String WAITING = ".pool.waiting-callers";

    private final Meters meters;

    GaugeMeters(final Meters meters) {
        this.meters = meters;
    }

    /** Adds the gauges, which are read at each scrape. */
    void add(final List<Gauge> gauges) {
        gauges.forEach(gauge -> {
            if (gauge.isTotal()) {
                meters.functionCounter(Metric.RESOURCE_EVENTS, gauge::used, gauge.name(), gauge.unit());
                return;
            }
            meters.gauge(Metric.RESOURCE_USED, gauge::used, gauge.name(), gauge.unit());
            meters.gauge(Metric.RESOURCE_LIMIT, () -> limit(gauge), gauge.name(), gauge.unit());
            addConvention(gauge);
        });
    }

    private void addConvention(final Gauge gauge) {
        final String name = gauge.name();
        if (name.endsWith(REQUESTS)) {
            meters.gauge(Metric.ACTIVE_REQUESTS, gauge::used, prefix(name, REQUESTS));
        } else if (name.endsWith(CONNECTIONS)) {
            meters.gauge(Metric.POOL_CONNECTIONS, gauge::used, prefix(name, CONNECTIONS), "used");
            meters.gauge(Metric.POOL_MAX, gauge::limit, prefix(name, CONNECTIONS));
        } else if (name.endsWith(WAITING)) {
            meters.gauge(Metric.POOL_PENDING, gauge::used, prefix(name, WAITING));
        }
    }

    private static String prefix(final String name, final String suffix) {
        return name.substring(0, name.length() - suffix.length());
    }

    /** Returns no number if there is no limit, so that no rule compares with it. */
    private static Number limit(final Gauge gauge) {
        final long limit = gauge.limit();
        return limit == 0 ? Double.NaN : limit;
    }
}
