package org.jzenith.example;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.pattern.CompositeConverter;
import ch.qos.logback.core.spi.ContextAwareBase;
import co.elastic.logging.EcsJsonSerializer;
import co.elastic.logging.logback.EcsEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jzenith.core.context.RequestContext;
import org.slf4j.Logger;

/**
 * Writes the log to the console, as JSON if the environment variable {@code LOG_FORMAT} is {@code json}. Logback finds this class by its
 * file in {@code META-INF/services}, and prefers it to a {@code logback.xml}, which takes a good part of the start to read; {@code
 * -Dlogback.configurationFile} replaces it.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /** Created by Logback. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(final LoggerContext logback) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logback);
        console.setEncoder(isJson() ? json() : text(logback));
        console.start();

        logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
        logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        // Hides the greetings of libraries.
        for (final String library : List.of("org.flywaydb", "org.hibernate.validator", "org.jooq.Constants")) {
            logback.getLogger(library).setLevel(Level.WARN);
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Returns true if all lines are JSON, including those of the access log. */
    static boolean isJson() {
        return "json".equals(System.getProperty("LOG_FORMAT", System.getenv("LOG_FORMAT")));
    }

    private static Encoder<ILoggingEvent> json() {
        final EcsEncoder encoder = new JsonLines();
        encoder.setServiceName("jzenith-example");
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> text(final LoggerContext logback) {
        final PatternLayout layout = new PatternLayout();
        layout.setContext(logback);
        layout.getInstanceConverterMap().put("indent", Indent::new);
        layout.setPattern("%d{HH:mm:ss.SSS} "
                + (isOnTerminal() ? "%highlight(%-5level) %cyan(%-20logger{20})" : "%-5level %-20logger{20}")
                + " [%X{requestId}] %indent(%msg%n%ex)");
        layout.start();

        final LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setLayout(layout);
        return encoder;
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
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().matches("/dev/(pts/|tty).*");
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Indents further lines and replaces control characters: clients cannot forge a line of the log. */
    private static final class Indent extends CompositeConverter<ILoggingEvent> {

        @Override
        protected String transform(final ILoggingEvent event, final String text) {
            final StringBuilder lines = new StringBuilder(text.length());
            for (final char c : text.stripTrailing().toCharArray()) {
                if (c == '\n') {
                    lines.append("\n    ");
                } else if (c != '\r') {
                    lines.append(Character.isISOControl(c) && c != '\t' ? '?' : c);
                }
            }
            return lines.append('\n').toString();
        }
    }

    /** The Elastic Common Schema with the route and the user of the request, in ASCII: clients cannot forge a line of the log. */
    private static final class JsonLines extends EcsEncoder {

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
        }

        @Override
        public byte[] encode(final ILoggingEvent event) {
            final StringBuilder ascii = new StringBuilder();
            for (final char c : new String(super.encode(event), StandardCharsets.UTF_8).toCharArray()) {
                ascii.append(c < 0x7f ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
            return ascii.toString().getBytes(StandardCharsets.US_ASCII);
        }
    }
}
