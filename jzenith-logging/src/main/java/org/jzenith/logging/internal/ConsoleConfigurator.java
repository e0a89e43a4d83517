package org.jzenith.logging.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.Logger;

/**
 * Sends the log to the console, from the level INFO. Logback finds this class by its file in {@code META-INF/services}. A {@code Configurator}
 * of the application, {@code -Dlogback.configurationFile}, a {@code logback-test.xml} and a {@code logback.xml} replace it.
 */
@ConfiguratorRank(ConfiguratorRank.NOMINAL)
public final class ConsoleConfigurator extends ContextAwareBase implements Configurator {

    /** Created by Logback. */
    public ConsoleConfigurator() {}

    @Override
    public ExecutionStatus configure(final LoggerContext logback) {
        if (System.getProperty("logback.configurationFile") != null
                || exists("logback-test.xml")
                || exists("logback.xml")) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final ConsoleEncoder encoder = new ConsoleEncoder(isJson());
        encoder.setContext(logback);
        logback.putObject(ConsoleEncoder.class.getName(), encoder);

        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logback);
        console.setEncoder(encoder);
        console.start();
        logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
        logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        // Hides the greetings of libraries.
        for (final String library : List.of("org.flywaydb", "org.hibernate.validator", "org.jooq.Constants")) {
            logback.getLogger(library).setLevel(Level.WARN);
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static boolean exists(final String file) {
        return ConsoleConfigurator.class.getClassLoader().getResource(file) != null;
    }

    /**
     * Returns true if lines are JSON until the settings are read: by the command line, which HotSpot has in a system property, or by the
     * system property or environment variable of the setting.
     */
    private static boolean isJson() {
        final String commandLine = System.getProperty("sun.java.command", "") + " ";
        return commandLine.contains(" --" + LoggingConfiguration.FORMAT + "=json ")
                || System.getProperty(
                                LoggingConfiguration.FORMAT, System.getenv().getOrDefault("LOGGING_FORMAT", ""))
                        .strip()
                        .equalsIgnoreCase("json");
    }
}
