package org.jzenith.tracing.internal.span;

import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends spans to the collector, from its own thread: sampled ones when they end, and others on demand. Spans beyond its queue of 2,048 are dropped. Safe for use by many threads.
 */
final class SpanOutput implements SpanProcessor {

    /** The time for one batch. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The time for which the stop waits for the last batches. */
    private static final long LAST_MILLIS = 2_000;

    private final String endpoint;
    private volatile @Nullable OtlpHttpSpanExporter exporter;
    private volatile @Nullable BatchSpanProcessor processor;

    /** @param endpoint the URL that takes spans */
    SpanOutput(final String endpoint) {
        this.endpoint = endpoint;
    }

    /** Starts the thread; before that, spans are dropped. */
    void start() {
        final OtlpHttpSpanExporter opened = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint)
                .setConnectTimeout(TIMEOUT)
                .setTimeout(TIMEOUT)
                .build();
        exporter = opened;
        processor = BatchSpanProcessor.builder(new LoggedExporter(opened, endpoint))
                .setExportUnsampledSpans(true)
                .setScheduleDelay(Duration.ofSeconds(1))
                .setExporterTimeout(TIMEOUT)
                .build();
    }

    @Override
    public void onStart(final Context parent, final ReadWriteSpan span) {
        // only the end counts
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(final ReadableSpan span) {
        if (span.getSpanContext().isSampled()) {
            export(span);
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    void export(final ReadableSpan span) {
        final BatchSpanProcessor open = processor;
        if (open != null) {
            open.onEnd(span);
        }
    }

    /** Sends what waits, and ends the thread. Blocks for a few seconds at most. */
    void stop() {
        final BatchSpanProcessor open = processor;
        final OtlpHttpSpanExporter sending = exporter;
        processor = null;
        if (open == null || sending == null) {
            return;
        }
        final CompletableResultCode sent = open.shutdown();
        if (!sent.join(LAST_MILLIS, TimeUnit.MILLISECONDS).isDone()) {
            sending.shutdown();
            sent.join(LAST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
