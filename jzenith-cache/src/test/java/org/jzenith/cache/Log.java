package org.jzenith.cache;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The lines that caches log. */
final class Log {

    private Log() {}

    static List<ILoggingEvent> during(final Runnable action) {
        final Logger logger = (Logger) LoggerFactory.getLogger("org.jzenith.cache");
        final ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            action.run();
        } finally {
            logger.detachAppender(lines);
        }
        return List.copyOf(lines.list);
    }
}
