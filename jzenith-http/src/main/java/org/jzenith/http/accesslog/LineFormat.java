package org.jzenith.http.accesslog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.http.configuration.HttpConfiguration;

/** Formats the lines of requests. Used by one thread. */
abstract class LineFormat {

    private static final long SECOND_MILLIS = 1000;

    private final SecretParameters secrets;
    private long second = -1;
    private byte[] time = {};

    private LineFormat(final SecretParameters secrets) {
        this.secrets = secrets;
    }

    static LineFormat of(
            final HttpConfiguration.AccessLog.Format format, final String plugin, final SecretParameters secrets) {
        return format == HttpConfiguration.AccessLog.Format.JSON
                ? new Json(plugin, secrets)
                : new Common(format == HttpConfiguration.AccessLog.Format.COMBINED, secrets);
    }

    /** Appends the line of a request, without a line break. */
    abstract void append(LineBuffer line, AccessLog.Entry entry);

    @Nullable
    String target(final AccessLog.Entry entry) {
        return masked(entry.target());
    }

    @Nullable
    String masked(final @Nullable String url) {
        return url == null ? null : secrets.mask(url);
    }

    /** Formatted once a second. */
    final byte[] time(final AccessLog.Entry entry, final DateTimeFormatter formatter) {
        final long now = Math.floorDiv(entry.endMillis(), SECOND_MILLIS);
        if (now != second) {
            second = now;
            time = formatter.format(Instant.ofEpochSecond(now)).getBytes(StandardCharsets.US_ASCII);
        }
        return time;
    }

    /** The Common Log Format of the NCSA, and the combined one of Apache. */
    private static final class Common extends LineFormat {

        /** The status that nginx logs for a client that disconnected before its response was complete. */
        private static final int CLIENT_CLOSED_REQUEST = 499;

        private final DateTimeFormatter formatter = DateTimeFormatter.ofPattern(
                        "dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
                .withZone(ZoneId.systemDefault());

        private final boolean combined;

        Common(final boolean combined, final SecretParameters secrets) {
            super(secrets);
            this.combined = combined;
        }

        @Override
        void append(final LineBuffer line, final AccessLog.Entry entry) {
            final String target = target(entry);
            line.append(entry.client().isEmpty() ? "-" : LogText.escape(entry.client()))
                    .append(" - ")
                    .append(user(entry.user()))
                    .append(" [")
                    .append(time(entry, formatter))
                    .append("] ");
            if (target == null) {
                line.append("\"-\"");
            } else {
                line.append('"')
                        .appendEscaped(entry.method())
                        .append(' ')
                        .appendEscaped(target)
                        .append(' ')
                        .append(entry.version())
                        .append('"');
            }
            line.append(' ')
                    .append(entry.aborted() && entry.error() == null ? CLIENT_CLOSED_REQUEST : entry.status())
                    .append(' ');
            if (entry.bytes() == 0) {
                line.append('-');
            } else {
                line.append(entry.bytes());
            }
            if (combined) {
                line.append(' ');
                quoted(line, masked(entry.referer()));
                line.append(' ');
                quoted(line, entry.userAgent());
            }
        }

        /** A field that ends with a space. */
        private static String user(final @Nullable String name) {
            return name == null || name.isEmpty()
                    ? "-"
                    : LogText.escape(name).replace(' ', '_').replace('"', '_');
        }

        private static void quoted(final LineBuffer line, final @Nullable String text) {
            line.append('"').appendEscaped(text == null ? "-" : text).append('"');
        }
    }

    /** A document a line. */
    private static final class Json extends LineFormat {

        private static final double MILLI_NANOS = 1e6;

        private final DateTimeFormatter formatter = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);

        private final String plugin;

        Json(final String plugin, final SecretParameters secrets) {
            super(secrets);
            this.plugin = plugin;
        }

        @Override
        void append(final LineBuffer line, final AccessLog.Entry entry) {
            final long millis = Math.floorMod(entry.endMillis(), SECOND_MILLIS);
            line.append("{\"time\":\"")
                    .append(time(entry, formatter))
                    .append(millis < 10 ? ".00" : millis < 100 ? ".0" : ".")
                    .append(millis)
                    .append("Z\"");
            text(line, "plugin", plugin);
            text(line, "requestId", entry.id());
            text(line, "trace_id", entry.traceId());
            text(line, "client", entry.client());
            text(line, "user", entry.user());
            text(line, "method", entry.method());
            text(line, "target", target(entry));
            text(line, "route", entry.route());
            text(line, "version", entry.version());
            if (entry.status() > 0) {
                line.append(",\"status\":").append(entry.status());
            }
            line.append(",\"bytes\":").append(entry.bytes());
            line.append(",\"durationMs\":")
                    .append(String.valueOf(Math.round(entry.nanos() / MILLI_NANOS * 1000) / 1000.0));
            if (entry.aborted()) {
                line.append(",\"aborted\":true");
            }
            text(line, "error", entry.error());
            text(line, "referer", masked(entry.referer()));
            text(line, "userAgent", entry.userAgent());
            line.append('}');
        }

        private static void text(final LineBuffer line, final String name, final @Nullable String value) {
            if (value == null || value.isEmpty()) {
                return;
            }
            line.append(",\"").append(name).append("\":\"");
            if (!line.appendPlain(value)) {
                escaped(line, value);
            }
            line.append('"');
        }

        private static void escaped(final LineBuffer line, final String value) {
            for (int i = 0; i < value.length(); i++) {
                final char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    line.append('\\').append(c);
                } else if (c >= ' ' && c < 0x7f) {
                    line.append(c);
                } else {
                    line.append(String.format("\\u%04x", (int) c));
                }
            }
        }
    }
}
