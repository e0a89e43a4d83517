package org.jzenith.http.internal.accesslog;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The logger of all access logs; level INFO. A line is the message of an event. Its fields are key-value pairs with the names of the Elastic
 * Common Schema, so that an encoder for JSON writes them beside the message, and not as text inside it.
 */
final class LoggerOutput implements LineOutput {

    private static final Logger ACCESS = LoggerFactory.getLogger("org.jzenith.access");

    private final String plugin;

    /** @param plugin the name of the plugin that responds */
    LoggerOutput(final String plugin) {
        this.plugin = plugin;
    }

    @Override
    public boolean isEnabled() {
        return ACCESS.isInfoEnabled();
    }

    @Override
    public void write(final String lines, final int count) {
        throw new UnsupportedOperationException("A logger takes events.");
    }

    /**
     * Logs a request.
     *
     * @param line without a line break
     * @param format masks secrets
     */
    void log(final String line, final AccessLog.Entry entry, final LineFormat format) {
        MDC.put(RequestContext.MDC_KEY, entry.id());
        try {
            if (ACCESS instanceof LoggingEventAware) {
                fields(entry, format).log(line);
            } else {
                // SLF4J would write key-value pairs into the message.
                ACCESS.info(line);
            }
        } finally {
            MDC.remove(RequestContext.MDC_KEY);
        }
    }

    private LoggingEventBuilder fields(final AccessLog.Entry entry, final LineFormat format) {
        LoggingEventBuilder event = ACCESS.atInfo();
        event = with(event, "plugin", plugin);
        event = with(event, "trace_id", entry.traceId());
        event = with(event, "span_id", entry.spanId());
        event = with(event, "client.address", entry.client());
        event = with(event, "user.name", entry.user());
        event = with(event, "http.request.method", entry.method());
        event = with(event, "url.original", format.masked(entry.target()));
        event = with(event, "http.route", entry.route());
        event = with(event, "http.version", entry.version().replace("HTTP/", ""));
        event = with(event, "http.response.status_code", entry.status() == 0 ? null : entry.status());
        event = with(event, "http.response.body.bytes", entry.bytes());
        event = with(event, "event.duration", entry.nanos());
        event = with(event, "aborted", entry.aborted() ? true : null);
        event = with(event, "error.type", entry.error());
        event = with(event, "http.request.referrer", format.masked(entry.referer()));
        event = with(event, "user_agent.original", entry.userAgent());
        return event;
    }

    private static LoggingEventBuilder with(
            final LoggingEventBuilder event, final String name, final @Nullable Object value) {
        return value == null || value.equals("") ? event : event.addKeyValue(name, value);
    }
}
