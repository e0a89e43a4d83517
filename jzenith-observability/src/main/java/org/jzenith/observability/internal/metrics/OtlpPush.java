package org.jzenith.observability.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.time.Duration;

/** Pushes metrics to a collector by OTLP over HTTP. The only class that needs {@code micrometer-registry-otlp}, which is optional. */
final class OtlpPush {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** The last push happens while the application stops, which must not wait long for a collector. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(3);

    private OtlpPush() {}

    /**
     * Starts to push once a minute, on its own thread, and once more when the registry closes.
     *
     * @param endpoint for example {@code http://localhost:4318/v1/metrics}
     */
    static MeterRegistry to(final String endpoint) {
        final OtlpConfig target = key -> key.equals("otlp.url") ? endpoint : null;
        return OtlpMeterRegistry.builder(target)
                .metricsSender(new OtlpHttpMetricsSender(new HttpUrlConnectionSender(CONNECT_TIMEOUT, READ_TIMEOUT)))
                .build();
    }
}
