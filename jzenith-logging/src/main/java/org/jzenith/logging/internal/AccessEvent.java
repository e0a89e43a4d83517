package org.jzenith.logging.internal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/** The lines of the access log, whose fields are key-value pairs of the event. */
final class AccessEvent {

    private static final String LOGGER = "org.jzenith.access";

    private AccessEvent() {}

    static boolean isOne(final ILoggingEvent event) {
        return LOGGER.equals(event.getLoggerName());
    }

    /** Returns the message of an event; for an access log with the format {@code json}, a short text in place of the document. */
    static String message(final ILoggingEvent event) {
        final String message = event.getFormattedMessage();
        final List<KeyValuePair> fields = event.getKeyValuePairs();
        if (fields == null || !isOne(event) || !message.startsWith("{")) {
            return message;
        }
        final StringBuilder text = new StringBuilder(message.length());
        for (final String name : List.of("http.request.method", "url.original", "http.response.status_code")) {
            text.append(text.isEmpty() ? "" : " ").append(value(fields, name));
        }
        return text.append(" in ")
                .append(value(fields, "event.duration") instanceof final Long nanos ? nanos / 1000 / 1e3 : "?")
                .append(" ms")
                .toString();
    }

    private static Object value(final List<KeyValuePair> fields, final String name) {
        for (final KeyValuePair field : fields) {
            if (field.key.equals(name)) {
                return field.value;
            }
        }
        return "-";
    }
}
