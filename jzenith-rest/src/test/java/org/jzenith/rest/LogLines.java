package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** The log of the application while this is open. */
final class LogLines implements AutoCloseable {

    private final Logger logger;
    private final Recorder recorder = new Recorder();

    private LogLines(final String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        recorder.start();
        logger.addAppender(recorder);
    }

    static LogLines open() {
        return new LogLines("org.jzenith");
    }

    /** Records log lines, including those of libraries. */
    static LogLines ofAll() {
        return new LogLines(Logger.ROOT_LOGGER_NAME);
    }

    /** The warnings and errors so far. */
    List<String> warnings() {
        return recorder.events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(event -> event.getLoggerName() + ": " + event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    /** Everything so far that is logged by default. */
    List<String> lines() {
        return recorder.events.stream()
                .map(event -> event.getLoggerName() + ": " + event.getFormattedMessage())
                .toList();
    }

    /** Waits for the next event that fits; what comes before it is forgotten. */
    ILoggingEvent next(final Predicate<ILoggingEvent> fits) throws InterruptedException {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        ILoggingEvent event;
        do {
            event = recorder.events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertThat(event).as("the next event").isNotNull();
        } while (!fits.test(event));
        return event;
    }

    ILoggingEvent next(final String part) throws InterruptedException {
        return next(event -> event.getFormattedMessage().contains(part));
    }

    @Override
    public void close() {
        logger.detachAppender(recorder);
    }

    private static final class Recorder extends AppenderBase<ILoggingEvent> {

        private final BlockingQueue<ILoggingEvent> events = new LinkedBlockingQueue<>();

        @Override
        protected void append(final ILoggingEvent event) {
            // reads the MDC on the thread that logs
            event.prepareForDeferredProcessing();
            events.add(event);
        }
    }
}
