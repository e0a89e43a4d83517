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

        private static final long MICRO_NANOS = 1000;
        private static final long MILLI_MICROS = 1000;
        private static final int TWO_DIGITS = 10;
        private static final int THREE_DIGITS = 100;

        private final byte[] timeName = bytes("{\"time\":\"");
        private final byte[] pluginName = name("plugin");
        private final byte[] requestIdName = name("requestId");
        private final byte[] traceIdName = name("trace_id");
        private final byte[] spanIdName = name("span_id");
        private final byte[] clientName = name("client");
        private final byte[] userName = name("user");
        private final byte[] methodName = name("method");
        private final byte[] targetName = name("target");
        private final byte[] routeName = name("route");
        private final byte[] versionName = name("version");
        private final byte[] statusName = bytes(",\"status\":");
        private final byte[] bytesName = bytes(",\"bytes\":");
        private final byte[] durationName = bytes(",\"durationMs\":");
        private final byte[] abortedName = bytes(",\"aborted\":true");
        private final byte[] errorName = name("error");
        private final byte[] refererName = name("referer");
        private final byte[] userAgentName = name("userAgent");

        private final DateTimeFormatter formatter = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);

        private final String plugin;

        Json(final String plugin, final SecretParameters secrets) {
            super(secrets);
            this.plugin = plugin;
        }

        @Override
        void append(final LineBuffer line, final AccessLog.Entry entry) {
            line.append(timeName).append(time(entry, formatter)).append('.');
            threeDigits(line, Math.floorMod(entry.endMillis(), SECOND_MILLIS));
            line.append('Z').append('"');
            text(line, pluginName, plugin);
            text(line, requestIdName, entry.id());
            text(line, traceIdName, entry.traceId());
            text(line, spanIdName, entry.spanId());
            text(line, clientName, entry.client());
            text(line, userName, entry.user());
            text(line, methodName, entry.method());
            text(line, targetName, target(entry));
            text(line, routeName, entry.route());
            text(line, versionName, entry.version());
            if (entry.status() > 0) {
                line.append(statusName).append(entry.status());
            }
            line.append(bytesName).append(entry.bytes());
            final long micros = entry.nanos() / MICRO_NANOS;
            line.append(durationName).append(micros / MILLI_MICROS).append('.');
            threeDigits(line, micros % MILLI_MICROS);
            if (entry.aborted()) {
                line.append(abortedName);
            }
            text(line, errorName, entry.error());
            text(line, refererName, masked(entry.referer()));
            text(line, userAgentName, entry.userAgent());
            line.append('}');
        }

        private static byte[] bytes(final String ascii) {
            return ascii.getBytes(StandardCharsets.US_ASCII);
        }

        /** The beginning of a member that is a string. */
        private static byte[] name(final String name) {
            return bytes(",\"" + name + "\":\"");
        }

        private static void threeDigits(final LineBuffer line, final long number) {
            if (number < THREE_DIGITS) {
                line.append('0');
            }
            if (number < TWO_DIGITS) {
                line.append('0');
            }
            line.append(number);
        }

        private static void text(final LineBuffer line, final byte[] name, final @Nullable String value) {
            if (value == null || value.isEmpty()) {
                return;
            }
            line.append(name);
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
