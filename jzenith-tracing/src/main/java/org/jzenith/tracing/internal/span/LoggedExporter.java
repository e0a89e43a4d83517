package org.jzenith.tracing.internal.span;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.logging.Level;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs failed exports as the application logs, instead of OpenTelemetry's stack traces on standard error. */
final class LoggedExporter implements SpanExporter {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.tracing");

    /** Kept, because the JDK forgets the level of a logger that nobody uses. */
    private static final java.util.logging.Logger OPEN_TELEMETRY =
            java.util.logging.Logger.getLogger("io.opentelemetry.exporter.otlp.internal.HttpExporter");

    private final SpanExporter exporter;
    private final CountedWarning warning;

    /** @param endpoint for the log */
    LoggedExporter(final SpanExporter exporter, final String endpoint) {
        this.exporter = exporter;
        this.warning = new CountedWarning(
                LOGGER, "Spans cannot be sent to " + endpoint + " and are lost. The reasons are logged at DEBUG.");
        if (OPEN_TELEMETRY.getLevel() == null) {
            OPEN_TELEMETRY.setLevel(Level.OFF);
        }
    }

    @Override
    public CompletableResultCode export(final Collection<SpanData> spans) {
        final CompletableResultCode sent = exporter.export(spans);
        sent.whenComplete(() -> {
            if (!sent.isSuccess()) {
                final Throwable reason = sent.getFailureThrowable();
                LOGGER.debug("{} spans are lost.", spans.size(), reason == null ? null : LogText.escape(reason));
                warning.add();
            }
        });
        return sent;
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
