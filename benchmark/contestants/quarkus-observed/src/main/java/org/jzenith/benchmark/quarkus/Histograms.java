package org.jzenith.benchmark.quarkus;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Gives durations the buckets of jZenith. */
public final class Histograms {

    /** The bounds in nanoseconds. */
    private static final double[] BUCKETS = {5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9, 2.5e9, 5e9, 10e9};

    @Produces
    @Singleton
    MeterFilter buckets() {
        return new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(
                    final Meter.Id id, final DistributionStatisticConfig configuration) {
                return id.getName().equals("http.server.requests")
                                || id.getName().startsWith("sql.")
                        ? DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(BUCKETS)
                                .build()
                                .merge(configuration)
                        : configuration;
            }
        };
    }
}
