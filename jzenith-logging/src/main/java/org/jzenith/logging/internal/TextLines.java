package org.jzenith.logging.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.util.CachingDateFormatter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.event.KeyValuePair;

/** Lines for people. A pattern of Logback would load a hundred classes more at startup. Safe for use by many threads. */
final class TextLines extends EncoderBase<ILoggingEvent> {

    /** The width of the names of loggers, which are abbreviated. */
    private static final int NAME = 20;

    private static final int LEVEL = 5;

    private final boolean coloured = isOnTerminal();
    private final CachingDateFormatter times = new CachingDateFormatter("HH:mm:ss.SSS");
    private final TargetLengthBasedClassNameAbbreviator names = new TargetLengthBasedClassNameAbbreviator(NAME);

    @Override
    public byte[] encode(final ILoggingEvent event) {
        return text(event).getBytes(Charset.defaultCharset());
    }

    @Override
    public byte @Nullable [] headerBytes() {
        return null;
    }

    @Override
    public byte @Nullable [] footerBytes() {
        return null;
    }

    private String text(final ILoggingEvent event) {
        final StringBuilder line = new StringBuilder(256);
        line.append(times.format(event.getTimeStamp())).append(' ');
        append(line, event.getLevel().toString(), LEVEL, colour(event.getLevel()));
        append(line.append(' '), names.abbreviate(event.getLoggerName()), NAME, "36");
        final String request = event.getMDCPropertyMap().getOrDefault(RequestContext.MDC_KEY, "");
        line.append(" [").append(request).append("] ");
        final StringBuilder text = new StringBuilder(128).append(AccessEvent.message(event));
        final List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null && !AccessEvent.isOne(event)) {
            for (final KeyValuePair pair : pairs) {
                text.append(' ').append(pair.key).append('=').append(pair.value);
            }
        }
        if (event.getThrowableProxy() != null) {
            text.append('\n').append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        appendIndented(line, text.toString());
        return line.append('\n').toString();
    }

    /** Appends a column, with colour on a terminal. */
    private void append(final StringBuilder line, final String text, final int width, final String colour) {
        if (coloured) {
            line.append("\u001b[").append(colour).append('m');
        }
        line.append(text).append(" ".repeat(Math.max(0, width - text.length())));
        if (coloured) {
            line.append("\u001b[0;39m");
        }
    }

    private static String colour(final Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> "1;31";
            case Level.WARN_INT -> "31";
            case Level.INFO_INT -> "34";
            default -> "39";
        };
    }

    /** Indents further lines and replaces control characters: clients cannot forge a line of the log. */
    private static void appendIndented(final StringBuilder line, final String text) {
        for (final char c : text.stripTrailing().toCharArray()) {
            if (c == '\n') {
                line.append("\n    ");
            } else if (c != '\r') {
                line.append(LogText.isHarmless(c) || c == '\t' ? c : '?');
            }
        }
    }

    /**
     * Returns true if the output may be coloured: never in a file or a pipe. On Linux, {@code /proc} names the target of the standard
     * output.
     */
    private static boolean isOnTerminal() {
        final Map<String, String> environment = System.getenv();
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(environment.get("TERM"))) {
            return false;
        }
        try {
            final String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
