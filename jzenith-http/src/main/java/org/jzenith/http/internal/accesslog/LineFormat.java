package org.jzenith.http.internal.accesslog;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.internal.configuration.HttpConfiguration;

/** Formats the lines of requests. Used by one thread. */
abstract class LineFormat {

    private static final long SECOND_MILLIS = 1000;

    private final SecretParameters secrets;
    private long second = -1;
    private String time = "";

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
    abstract void append(StringBuilder line, AccessLog.Entry entry);

    @Nullable
    String masked(final @Nullable String url) {
        return url == null ? null : secrets.mask(url);
    }

    /** Formatted once a second. */
    final String time(final AccessLog.Entry entry, final DateTimeFormatter formatter) {
        final long now = Math.floorDiv(entry.endMillis(), SECOND_MILLIS);
        if (now != second) {
            second = now;
            time = formatter.format(Instant.ofEpochSecond(now));
        }
        return time;
    }

    /** Returns true for text that every format writes as it is. */
    private static boolean isPlain(final String text) {
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
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
        void append(final StringBuilder line, final AccessLog.Entry entry) {
            final String target = masked(entry.target());
            line.append(entry.client().isEmpty() ? "-" : LogText.escape(entry.client()))
                    .append(" - ")
                    .append(user(entry.user()))
                    .append(" [")
                    .append(time(entry, formatter))
                    .append("] \"");
            if (target == null) {
                line.append('-');
            } else {
                line.append(escaped(entry.method())).append(' ').append(escaped(target));
                line.append(' ').append(entry.version());
            }
            line.append("\" ")
                    .append(entry.aborted() && entry.error() == null ? CLIENT_CLOSED_REQUEST : entry.status())
                    .append(' ')
                    .append(entry.bytes() == 0 ? "-" : Long.toString(entry.bytes()));
            if (combined) {
                line.append(" \"").append(escaped(masked(entry.referer())));
                line.append("\" \"").append(escaped(entry.userAgent())).append('"');
            }
        }

        /** A field that ends with a space. */
        private static String user(final @Nullable String name) {
            return name == null || name.isEmpty()
                    ? "-"
                    : LogText.escape(name).replace(' ', '_').replace('"', '_');
        }

        /** Escapes control characters in text of a client, and quotes and backslashes by a backslash. */
        private static String escaped(final @Nullable String text) {
            if (text == null) {
                return "-";
            }
            return isPlain(text)
                    ? text
                    : LogText.escape(text.replace("\\", "\\\\")).replace("\"", "\\\"");
        }
    }

    /** A document a line. */
    private static final class Json extends LineFormat {

        private static final long MICRO_NANOS = 1000;
        private static final long MILLI_MICROS = 1000;
        private static final int TWO_DIGITS = 10;
        private static final int THREE_DIGITS = 100;

        private final DateTimeFormatter formatter = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        private final String plugin;

        Json(final String plugin, final SecretParameters secrets) {
            super(secrets);
            this.plugin = plugin;
        }

        @Override
        void append(final StringBuilder line, final AccessLog.Entry entry) {
            line.append("{\"time\":\"").append(time(entry, formatter)).append('.');
            threeDigits(line, Math.floorMod(entry.endMillis(), SECOND_MILLIS));
            line.append("Z\"");
            text(line, "plugin", plugin);
            text(line, "requestId", entry.id());
            text(line, "trace_id", entry.traceId());
            text(line, "span_id", entry.spanId());
            text(line, "client", entry.client());
            text(line, "user", entry.user());
            text(line, "method", entry.method());
            text(line, "target", masked(entry.target()));
            text(line, "route", entry.route());
            text(line, "version", entry.version());
            if (entry.status() > 0) {
                line.append(",\"status\":").append(entry.status());
            }
            final long micros = entry.nanos() / MICRO_NANOS;
            line.append(",\"bytes\":").append(entry.bytes());
            line.append(",\"durationMs\":").append(micros / MILLI_MICROS).append('.');
            threeDigits(line, micros % MILLI_MICROS);
            if (entry.aborted()) {
                line.append(",\"aborted\":true");
            }
            text(line, "error", entry.error());
            text(line, "referer", masked(entry.referer()));
            text(line, "userAgent", entry.userAgent());
            line.append('}');
        }

        private static void threeDigits(final StringBuilder line, final long number) {
            if (number < THREE_DIGITS) {
                line.append('0');
            }
            if (number < TWO_DIGITS) {
                line.append('0');
            }
            line.append(number);
        }

        private static void text(final StringBuilder line, final String name, final @Nullable String value) {
            if (value != null && !value.isEmpty()) {
                line.append(",\"").append(name).append("\":\"");
                line.append(isPlain(value) ? value : escaped(value)).append('"');
            }
        }

        private static String escaped(final String value) {
            final StringBuilder escaped = new StringBuilder(value.length() + 16);
            for (int i = 0; i < value.length(); i++) {
                final char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    escaped.append('\\').append(c);
                } else if (c >= ' ' && c < 0x7f) {
                    escaped.append(c);
                } else {
                    LogText.appendEscape(escaped, c);
                }
            }
            return escaped.toString();
        }
    }
}
