package org.jzenith.logging.internal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import co.elastic.logging.EcsJsonSerializer;
import co.elastic.logging.JsonUtils;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.event.KeyValuePair;

/**
 * Lines of the Elastic Common Schema with the key-value pairs of the event, and with the route and the user of the request. They are in ASCII:
 * clients cannot forge a line of the log. No name is in a line twice: the first value wins. Safe for use by many threads.
 */
final class EcsLines extends EncoderBase<ILoggingEvent> {

    /** The names that an event cannot add to a line. */
    private static final List<String> RESERVED = List.of(
            "@timestamp",
            "log.level",
            "message",
            "ecs.version",
            "service.name",
            "event.dataset",
            "process.thread.name",
            "log.logger");

    /** The names that an event with an exception cannot add, either. */
    private static final List<String> RESERVED_WITH_ERROR = List.of("error.type", "error.message", "error.stack_trace");

    /** The numbers of JSON, which have no infinity. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final @Nullable String service;

    /** @param service empty for none */
    EcsLines(final String service) {
        this.service = service.isEmpty() ? null : service;
    }

    @Override
    public byte[] encode(final ILoggingEvent event) {
        final StringBuilder line = new StringBuilder(256);
        EcsJsonSerializer.serializeObjectStart(line, event.getTimeStamp());
        EcsJsonSerializer.serializeLogLevel(line, event.getLevel().toString());
        EcsJsonSerializer.serializeFormattedMessage(line, AccessEvent.message(event));
        EcsJsonSerializer.serializeEcsVersion(line);
        EcsJsonSerializer.serializeServiceName(line, service);
        EcsJsonSerializer.serializeEventDataset(line, service);
        EcsJsonSerializer.serializeThreadName(line, event.getThreadName());
        EcsJsonSerializer.serializeLoggerName(line, event.getLoggerName());
        appendFields(line, event);
        if (event.getThrowableProxy() != null) {
            EcsJsonSerializer.serializeException(
                    line,
                    event.getThrowableProxy().getClassName(),
                    event.getThrowableProxy().getMessage(),
                    ThrowableProxyUtil.asString(event.getThrowableProxy()),
                    false);
        }
        EcsJsonSerializer.serializeObjectEnd(line);
        return inAscii(line);
    }

    private static void appendFields(final StringBuilder line, final ILoggingEvent event) {
        final Set<String> written = new HashSet<>(RESERVED);
        if (event.getThrowableProxy() != null) {
            written.addAll(RESERVED_WITH_ERROR);
        }
        event.getMDCPropertyMap().forEach((name, value) -> append(line, written, name, value));
        final RequestContext request = RequestContext.current();
        if (request != null && request.route() != null) {
            append(line, written, "http.route", request.route());
        }
        if (request != null && request.identity() != null) {
            append(line, written, "user.name", request.identity().getName());
        }
        final List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> append(line, written, pair.key, pair.value));
        }
    }

    private static void append(
            final StringBuilder line, final Set<String> written, final String name, final @Nullable Object value) {
        if (!written.add(name)) {
            return;
        }
        line.append('"');
        JsonUtils.quoteAsString(name, line);
        line.append("\":");
        final String text = String.valueOf(value);
        final boolean number = value instanceof Number && NUMBER.matcher(text).matches();
        if (number || value == null || value instanceof Boolean) {
            line.append(text).append(',');
        } else {
            line.append('"');
            JsonUtils.quoteAsString(text, line);
            line.append("\",");
        }
    }

    private static byte[] inAscii(final StringBuilder line) {
        int plain = 0;
        while (plain < line.length() && line.charAt(plain) < 0x7f) {
            plain++;
        }
        if (plain < line.length()) {
            // UTF-8 has no halves of surrogate pairs, which many parsers refuse.
            final byte[] rest = line.substring(plain).getBytes(StandardCharsets.UTF_8);
            line.setLength(plain);
            for (final char c : new String(rest, StandardCharsets.UTF_8).toCharArray()) {
                if (c < 0x7f) {
                    line.append(c);
                } else {
                    LogText.appendEscape(line, c);
                }
            }
        }
        return line.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte @Nullable [] headerBytes() {
        return null;
    }

    @Override
    public byte @Nullable [] footerBytes() {
        return null;
    }
}
