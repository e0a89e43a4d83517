package org.jzenith.test.internal.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Records what Logback logs until it is closed. Safe for use by many threads. */
public final class LogLines implements AutoCloseable {

    private static final long WAIT_MILLIS = 30_000;

    private final Logger logger;
    private @Nullable Level before;
    private boolean hasLevel;
    private final Recorder recorder = new Recorder();

    private LogLines(final Logger logger) {
        this.logger = logger;
        recorder.start();
        logger.addAppender(recorder);
    }

    /** Records what any logger logs. */
    public static LogLines open() {
        return of(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** Records what a class logs. */
    public static LogLines of(final Class<?> type) {
        return of(type.getName());
    }

    /** Records what a logger and those below it log. */
    public static LogLines of(final String logger) {
        return new LogLines((Logger) LoggerFactory.getLogger(logger));
    }

    /** Sets the level of the logger until this is closed. */
    public LogLines at(final Level level) {
        before = logger.getLevel();
        hasLevel = true;
        logger.setLevel(level);
        return this;
    }

    /** Returns the events so far, except those that {@link #next} has passed. */
    public List<ILoggingEvent> events() {
        synchronized (recorder) {
            return List.copyOf(recorder.events);
        }
    }

    /** Returns the formatted messages of {@link #events}. */
    public List<String> messages() {
        return events().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Returns the formatted messages of the warnings and errors. */
    public List<String> warnings() {
        return events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Waits at most 30 seconds for the first event that fits, and forgets it and those before it. */
    public ILoggingEvent next(final Predicate<ILoggingEvent> fits) throws InterruptedException {
        final long end = System.currentTimeMillis() + WAIT_MILLIS;
        synchronized (recorder) {
            int seen = 0;
            while (true) {
                for (; seen < recorder.events.size(); seen++) {
                    final ILoggingEvent event = recorder.events.get(seen);
                    if (fits.test(event)) {
                        recorder.events.subList(0, seen + 1).clear();
                        return event;
                    }
                }
                final long left = end - System.currentTimeMillis();
                if (left <= 0) {
                    throw new AssertionError("The line was not logged, but: " + recorder.events);
                }
                recorder.wait(left);
            }
        }
    }

    /** Waits as {@link #next(Predicate)} for a message that contains a text. */
    public ILoggingEvent next(final String part) throws InterruptedException {
        return next(event -> event.getFormattedMessage().contains(part));
    }

    @Override
    public void close() {
        logger.detachAppender(recorder);
        if (hasLevel) {
            logger.setLevel(before);
        }
    }

    private static final class Recorder extends AppenderBase<ILoggingEvent> {

        private final List<ILoggingEvent> events = new ArrayList<>();

        @Override
        protected synchronized void append(final ILoggingEvent event) {
            // reads the MDC on the thread that logs
            event.prepareForDeferredProcessing();
            events.add(event);
            notifyAll();
        }
    }
}
