package org.jzenith.core.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The lines of a {@code CountedWarning} that has several in ten seconds. */
final class CountedLinesTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(CountedLinesTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(ch.qos.logback.classic.Level.DEBUG);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void severalLinesAreLoggedAndTheOthersAtDebug() {
        final CountedWarning warning = new CountedWarning(logger, Level.INFO, 2, "");
        for (int i = 0; i < 4; i++) {
            warning.add("Request " + i + " was refused.");
        }
        assertThat(lines.list)
                .extracting(Object::toString)
                .containsExactly(
                        "[INFO] Request 0 was refused.",
                        "[INFO] Request 1 was refused.",
                        "[DEBUG] Request 2 was refused.",
                        "[DEBUG] Request 3 was refused.");
    }
}
