package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** What the application logs while it is open. */
final class LogLines implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger("org.jzenith");
    private final Recorder recorder = new Recorder();

    private LogLines() {}

    static LogLines open() {
        final LogLines lines = new LogLines();
        lines.recorder.start();
        lines.root.addAppender(lines.recorder);
        return lines;
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
        root.detachAppender(recorder);
    }

    private static final class Recorder extends AppenderBase<ILoggingEvent> {

        private final BlockingQueue<ILoggingEvent> events = new LinkedBlockingQueue<>();

        @Override
        protected void append(final ILoggingEvent event) {
            events.add(event);
        }
    }
}
