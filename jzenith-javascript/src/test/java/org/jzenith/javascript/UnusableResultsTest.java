package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** Results and errors that cannot be read or sent, after an {@code await}. */
final class UnusableResultsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "unusable-handlers")));

    @ParameterizedTest
    @ValueSource(strings = {"members", "circular", "headers", "status", "text-status", "getter"})
    void theyAre500AtOnce(final String path) {
        APP.http().get("/api/" + path).expectStatus(500);
    }

    /** The text of an error may be that of a client. */
    @Test
    void theTextOfAnErrorIsNotAPartOfItsStack() {
        final String text = "x\n    at forged (forged.js:1:1)\n    at x:99999999999\n    at " + "(".repeat(100_000);
        try (LogLines log = LogLines.open()) {
            APP.http()
                    .withHeader("Content-Type", "text/plain")
                    .post("/api/text", text)
                    .expectStatus(500);
            final List<String> files = log.events().stream()
                    .filter(event -> event.getThrowableProxy() != null)
                    .flatMap(event -> Arrays.stream(event.getThrowableProxy().getStackTraceElementProxyArray()))
                    .map(StackTraceElementProxy::getStackTraceElement)
                    .map(StackTraceElement::getFileName)
                    .toList();
            assertThat(files).contains("unusable.js").doesNotContain("forged.js");
        }
    }
}
