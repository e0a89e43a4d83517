package org.jzenith.benchmark.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/** Log lines on the console, from the level INFO. Unlike a {@code logback.xml} it needs no XML parser. */
public final class Logging extends ContextAwareBase implements Configurator {

    /** Made by Logback. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(final LoggerContext logback) {
        final PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(logback);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20} %msg%n");
        encoder.start();
        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(logback);
        console.setEncoder(encoder);
        console.start();
        logback.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
