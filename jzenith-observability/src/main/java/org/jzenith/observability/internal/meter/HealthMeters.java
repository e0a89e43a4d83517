package org.jzenith.observability.internal.meter;

import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthChecks;

/** Exposes the status of each health check in its latest run; a scrape runs none. */
final class HealthMeters {

    private final Meters meters;

    HealthMeters(final Meters meters) {
        this.meters = meters;
    }

    void add(final HealthChecks checks) {
        checks.names()
                .forEach(name -> meters.gauge(
                        Metric.HEALTH_STATUS,
                        () -> checks.latest(name).map(HealthMeters::value).orElse(Double.NaN),
                        name));
    }

    private static double value(final Health.Status status) {
        return switch (status) {
            case UP -> 1;
            case DEGRADED -> 0.5;
            case DOWN -> 0;
        };
    }
}
