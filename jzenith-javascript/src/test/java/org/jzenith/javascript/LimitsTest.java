package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** Handlers that fail, run for too long, or return values that cannot be sent. */
final class LimitsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "handlers"))
                    .withOverridingConfiguration("rest.request-timeout", "5s")
                    .withOverridingConfiguration("jzenith.event-loops", 1))
            .withoutEventLoopCheck();

    private LogLines log;

    @BeforeEach
    void record() {
        log = LogLines.open();
    }

    @AfterEach
    void stopRecording() {
        log.close();
    }

    /** Returns the lines with their stack traces. */
    private String text() {
        return log.events().stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @CsvSource({"/api/throws, Error: broken, mistakes.js:4", "/api/rejects, TypeError, mistakes.js:8"})
    void anErrorIs500AndTheLogHasItsFileAndLine(final String path, final String error, final String place) {
        APP.http().get(path).expectStatus(500);
        assertThat(text()).contains(error, place);
        APP.http().get("/api/text").expectStatus(200);
    }

    @ParameterizedTest
    @CsvSource({"/api/function, a function", "/api/symbol, a symbol", "/api/bigint, a bigint", "/api/circular, not JSON"
    })
    void aResultThatCannotBeSentIs500AndTheLogSaysWhy(final String path, final String reason) {
        APP.http().get(path).expectStatus(500);
        assertThat(text()).contains(reason, "mistakes.js");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/loop", "/api/loop/later", "/api/loop/timer", "/api/memory", "/api/microtasks"})
    void aTurnThatDoesNotEndIsInterrupted(final String path) {
        APP.http().get(path).expectStatus(503);
        assertThat(text()).contains("javascript.max-turn", "mistakes.js:");
        APP.http().get("/api/text").expectStatus(200);
        APP.http().get("/api/promise").expectStatus(200);
    }

    /** It is an error of JavaScript, or takes longer than a turn may. */
    @Test
    void recursionWithoutEndFails() {
        assertThat(APP.http().get("/api/recursion").status()).isIn(500, 503);
        assertThat(text()).contains("mistakes.js:");
        APP.http().get("/api/text").expectStatus(200);
    }

    @Test
    void microtasksWithoutEndDoNotReachTheNextRequest() {
        APP.http().get("/api/microtasks/other");
        assertThat(text()).contains("javascript.max-turn");
        APP.http().get("/api/text").expectStatus(200);
        APP.http().get("/api/promise").expectStatus(200);
    }

    @Test
    void aPromiseThatNeverSettlesIs503AtTheDeadlineWithItsStage() {
        APP.http()
                .get("/api/never")
                .expectStatus(503)
                .expectJson("/detail", "The request took too long. Its time was used up in the stage 'promise'.");
    }

    @Test
    void aRejectionThatNothingHandlesIsLoggedWithItsRoute() {
        assertThat(APP.http().get("/api/unhandled").body()).isEqualTo("sent");
        assertThat(text()).contains("GET /api/unhandled", "Error: forgotten", "mistakes.js:");
    }

    @Test
    void textOfAClientCannotForgeALineOfTheLog() {
        APP.http().get("/api/forged?text=a%0Ab").expectStatus(200);
        assertThat(text())
                .contains("log a\\nb", "console a\\nb", "rejected a\\nb")
                .doesNotContain("a\nb");
    }

    @Test
    void aTimerEndsWithItsRequest() {
        assertThat(APP.http().get("/api/late").body()).isEqualTo("sent");
        APP.http().get("/api/promise").expectStatus(200);
        assertThat(APP.http().get("/api/late/seen").body()).isEqualTo("false");
    }

    @Test
    void nothingOfJavaIsVisible() {
        assertThat(APP.http().get("/api/visible").body())
                .isEqualTo("[\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\"]");
    }
}
