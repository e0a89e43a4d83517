package org.jzenith.security;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** Records the log lines that are written while it is open. */
public final class LogLines implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Recorder recorder = new Recorder();

    private LogLines() {
        recorder.start();
        logger.addAppender(recorder);
    }

    public static LogLines open() {
        return new LogLines();
    }

    /** All lines so far, with their loggers. */
    public List<String> lines() {
        return recorder.events.stream()
                .map(event -> event.getLoggerName() + ": " + event.getFormattedMessage())
                .toList();
    }

    public List<ILoggingEvent> warnings() {
        return recorder.events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .toList();
    }

    /** Waits for a line; those before it are forgotten. */
    public ILoggingEvent next(final Predicate<ILoggingEvent> fits) throws InterruptedException {
        while (true) {
            final ILoggingEvent event = recorder.events.poll(30, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("The line was not logged.");
            }
            if (fits.test(event)) {
                return event;
            }
        }
    }

    @Override
    public void close() {
        logger.detachAppender(recorder);
    }

    private static final class Recorder extends AppenderBase<ILoggingEvent> {

        private final BlockingQueue<ILoggingEvent> events = new LinkedBlockingQueue<>();

        @Override
        protected void append(final ILoggingEvent event) {
            events.add(event);
        }
    }
}
