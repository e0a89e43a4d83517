package org.jzenith.kafka;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The lines that jZenith logs about Kafka while it is open. */
final class CapturedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("org.jzenith.kafka");
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    CapturedLines() {
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(final ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    boolean has(final String part) {
        return lines.stream().anyMatch(each -> each.contains(part));
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
