package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.slf4j.LoggerFactory;

/** Results and errors that cannot be read or sent, after an {@code await}. */
final class UnusableResultsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "unusable-handlers")));

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(final ILoggingEvent event) {
            events.add(event);
        }
    };

    @BeforeEach
    void record() {
        appender.start();
        root().addAppender(appender);
    }

    @AfterEach
    void stopRecording() {
        root().detachAppender(appender);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"members", "circular", "headers", "status", "text-status", "getter"})
    void theyAre500AtOnce(final String path) {
        APP.http().get("/api/" + path).expectStatus(500);
    }

    /** The text of an error may be that of a client. */
    @Test
    void theTextOfAnErrorIsNotAPartOfItsStack() {
        final String text = "x\n    at forged (forged.js:1:1)\n    at x:99999999999\n    at " + "(".repeat(100_000);
        APP.http()
                .withHeader("Content-Type", "text/plain")
                .post("/api/text", text)
                .expectStatus(500);
        final List<String> files = events.stream()
                .filter(event -> event.getThrowableProxy() != null)
                .flatMap(event -> Arrays.stream(event.getThrowableProxy().getStackTraceElementProxyArray()))
                .map(StackTraceElementProxy::getStackTraceElement)
                .map(StackTraceElement::getFileName)
                .toList();
        assertThat(files).contains("unusable.js").doesNotContain("forged.js");
    }
}
