package org.jzenith.example;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Log lines on the console. Logback finds this class by its service file; a {@code logback.xml} would say the same, but
 * reading it takes a good part of the time that the application needs to start. Where {@code -Dlogback.configurationFile}
 * names a file, that counts instead.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /** Created by Logback. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(final LoggerContext logback) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(logback);
        // Further lines of a message or a trace are indented: text of clients cannot begin a line of its own.
        encoder.setPattern(
                "%d{HH:mm:ss.SSS} "
                        + (isOnTerminal() ? "%highlight(%-5level) %cyan(%-20logger{20})" : "%-5level %-20logger{20}")
                        + " [%X{requestId}] "
                        + "%replace(%replace(%msg%n%ex){'\\r(?!\\n)|[\\p{Cntrl}&&[^\\r\\n\\t]]', '?'}){'\\n(?!\\z)', '$0    '}");
        encoder.start();

        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logback);
        console.setEncoder(encoder);
        console.start();
        logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
        // Greetings of libraries.
        logback.getLogger("org.flywaydb").setLevel(Level.WARN);
        logback.getLogger("org.hibernate.validator").setLevel(Level.WARN);
        logback.getLogger("org.jooq.Constants").setLevel(Level.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
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
}
