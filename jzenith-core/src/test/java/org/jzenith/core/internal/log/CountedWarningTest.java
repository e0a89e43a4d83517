package org.jzenith.core.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class CountedWarningTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(CountedWarningTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    CountedWarningTest() {
        logger.detachAndStopAllAppenders();
        logger.addAppender(lines);
        lines.start();
    }

    private List<String> warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void theFirstOfManyIsLogged() {
        final CountedWarning warning = new CountedWarning(logger, "The door is shut.");
        for (int i = 0; i < 100; i++) {
            warning.add("Guest " + i + " knocked.");
        }
        assertThat(warnings())
                .containsExactly("The door is shut. Guest 0 knocked. This happened once since the last such line;"
                        + " there is at most one such line in 10 s.");
        assertThat(warning.total()).isEqualTo(100);
    }

    @Test
    void aLineHasTheNumberSinceTheOneBefore() {
        final CountedWarning warning = new CountedWarning(logger, "The door is shut.", Duration.ZERO);
        warning.add();
        warning.add();
        assertThat(warnings())
                .hasSize(2)
                .allMatch(line -> line.startsWith("The door is shut. This happened once since the last such line"));
    }

    @Test
    void eachKindHasItsOwnLines() {
        final CountedWarning warning = new CountedWarning(logger, "A door is shut.");
        for (int i = 0; i < 10; i++) {
            warning.add("front", () -> "The front one.");
            warning.add("back", () -> "The back one.");
        }
        assertThat(warnings())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("A door is shut. The front one. "))
                .anyMatch(line -> line.startsWith("A door is shut. The back one. "));
    }

    @Test
    void inventedKindsShareALine() {
        final CountedWarning warning = new CountedWarning(logger, "A door is shut.");
        for (int i = 0; i < 1000; i++) {
            final int door = i;
            warning.add("door " + i, () -> "Door " + door + ".");
        }
        assertThat(warnings()).hasSize(101);
    }

    @Test
    void afterTheLinesOfAPeriodTheRestIsLoggedAtDebug() {
        logger.setLevel(Level.DEBUG);
        final CountedWarning warning = new CountedWarning(logger, org.slf4j.event.Level.WARN, 3, "");
        for (int i = 0; i < 10; i++) {
            warning.add("Guest " + i + " knocked.");
        }
        assertThat(warnings()).containsExactly("Guest 0 knocked.", "Guest 1 knocked.", "Guest 2 knocked.");
        assertThat(lines.list).hasSize(10);
    }

    @Test
    void errorsOfOnePlaceAreOfOneKind() {
        final CountedWarning warning = new CountedWarning(logger, "A door broke.");
        for (int i = 0; i < 10; i++) {
            warning.add(new IllegalStateException("guest " + i));
        }
        warning.add(new IllegalArgumentException("no guest"));
        assertThat(warnings()).hasSize(2);
        assertThat(lines.list.get(0).getThrowableProxy().getMessage()).contains("guest 0");
    }
}
