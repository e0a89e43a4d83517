package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.slf4j.LoggerFactory;

/** The warning about failing calls, which operators see without the level DEBUG. */
final class FailureWarningTest {

    @Test
    void theWarningSaysWhyACallFailed() {
        assertThat(warning("http://localhost:1"))
                .startsWith("Calls of the client 'stock' fail; the log has all reasons on level DEBUG."
                        + " The call stock: GET /stock/{id} cannot reach localhost:1: ")
                .contains("Connection refused")
                .contains(". This has happened once since");
    }

    private static String warning(final String url) {
        final ListAppender<ILoggingEvent> log = new ListAppender<>();
        final Logger logger = (Logger) LoggerFactory.getLogger("org.jzenith.restclient");
        log.start();
        logger.addAppender(log);
        try (RunningApplication application = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestClientPlugin.of(OwnServerTest.StockApi.class, "stock"))
                .withConfiguration("rest-client.stock.url", url)
                .withConfiguration("rest-client.stock.retries", 0)
                .run()) {
            assertThatThrownBy(() -> application
                            .get(OwnServerTest.StockApi.class)
                            .find("7")
                            .blockingGet())
                    .isNotNull();
        } finally {
            logger.detachAppender(log);
        }
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .findFirst()
                .orElse("");
    }
}
