package org.jzenith.logging.internal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import co.elastic.logging.EcsJsonSerializer;
import co.elastic.logging.JsonUtils;
import co.elastic.logging.logback.EcsEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jzenith.core.context.RequestContext;
import org.slf4j.event.KeyValuePair;

/**
 * The Elastic Common Schema with the key-value pairs of the event, and with the route and the user of the request, in ASCII: clients cannot
 * forge a line of the log.
 */
final class EcsLines extends EcsEncoder {

    private EcsLines() {}

    static EcsLines of(final String service) {
        final EcsLines lines = new EcsLines();
        lines.setMessageLayout(new Messages());
        if (!service.isEmpty()) {
            lines.setServiceName(service);
        }
        lines.start();
        return lines;
    }

    private static final class Messages extends LayoutBase<ILoggingEvent> {

        @Override
        public String doLayout(final ILoggingEvent event) {
            return AccessEvent.message(event);
        }
    }

    @Override
    protected void addCustomFields(final ILoggingEvent event, final StringBuilder line) {
        final RequestContext request = RequestContext.current();
        if (request != null && request.route() != null) {
            EcsJsonSerializer.serializeMdcEntry(line, "http.route", request.route());
        }
        if (request != null && request.identity() != null) {
            EcsJsonSerializer.serializeMdcEntry(
                    line, "user.name", request.identity().getName());
        }
        final List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> append(line, pair.key, pair.value));
        }
    }

    private static void append(final StringBuilder line, final String key, final Object value) {
        if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
            line.append('"');
            JsonUtils.quoteAsString(key, line);
            line.append("\":").append(value).append(',');
        } else {
            EcsJsonSerializer.serializeMdcEntry(line, key, String.valueOf(value));
        }
    }

    @Override
    public byte[] encode(final ILoggingEvent event) {
        final String line = new String(super.encode(event), StandardCharsets.UTF_8);
        final StringBuilder ascii = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            final char c = line.charAt(i);
            if (c < 0x7f) {
                ascii.append(c);
            } else {
                ascii.append(String.format("\\u%04x", (int) c));
            }
        }
        return ascii.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
