package org.jzenith.observability.internal.metrics;

import org.jspecify.annotations.Nullable;

/** The text formats of metrics. */
enum ExpositionFormat {
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private final String contentType;

    ExpositionFormat(final String contentType) {
        this.contentType = contentType;
    }

    /** Returns OpenMetrics if the client names it, as Prometheus does; otherwise the text format that everybody reads. */
    static ExpositionFormat of(final @Nullable String accepted) {
        return accepted != null && accepted.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS;
    }

    /** Returns the media type with its version. */
    String contentType() {
        return contentType;
    }
}
