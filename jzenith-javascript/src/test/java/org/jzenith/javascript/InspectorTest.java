package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** An application with {@code javascript.inspect}; its stop leaves no port and no thread. */
final class InspectorTest {

    private static final LogLines LOG = LogLines.of("org.jzenith.javascript.JavaScriptPlugin");

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", "inspected-handlers"))
                    .withOverridingConfiguration("javascript.inspect", 0)
                    .withOverridingConfiguration("javascript.max-turn", "1ms")
                    .withOverridingConfiguration("jzenith.event-loops", 2))
            .withoutEventLoopCheck();

    @AfterAll
    static void stopRecording() {
        LOG.close();
    }

    /** Returns the address that the warning at startup shows. */
    private static URI address() {
        final List<String> addresses = LOG.events().stream()
                .filter(event ->
                        event.getLevel() == Level.WARN && event.getMessage().contains("listens on {}"))
                .map(event -> String.valueOf(event.getArgumentArray()[0]))
                .toList();
        assertThat(addresses).singleElement().asString().startsWith("ws://127.0.0.1:");
        return URI.create(addresses.get(0));
    }

    @Test
    void thePrintedAddressIsThatOfTheListForChrome() throws Exception {
        final URI address = address();
        final String list = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + address.getAuthority() + "/json"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(list).contains(address.getRawPath().substring(1));
        assertThat(InspectorSettingTest.isInspectorRunning()).isTrue();
    }

    @Test
    void aTurnThatTakesLongIsNotInterrupted() {
        assertThat(APP.http().get("/js/busy").expectStatus(200).body()).isEqualTo("done");
    }

    @Test
    void aRequestStandsAtABreakpointUntilDevToolsResumeIt() throws Exception {
        try (DevTools tools = DevTools.connect(address())) {
            tools.call("Runtime.enable", Map.of());
            tools.call("Debugger.enable", Map.of());
            tools.call("Runtime.runIfWaitingForDebugger", Map.of());
            final String url = tools.event(
                            event -> event.path("method").asText().equals("Debugger.scriptParsed")
                                    && event.at("/params/url").asText().endsWith("/inspected.js"))
                    .at("/params/url")
                    .asText();
            tools.call("Debugger.setBreakpointByUrl", Map.of("url", url, "lineNumber", 10, "columnNumber", 0));
            final CompletableFuture<String> sum = CompletableFuture.supplyAsync(
                    () -> APP.http().get("/js/sum").expectStatus(200).body());
            final JsonNode paused =
                    tools.event(event -> event.path("method").asText().equals("Debugger.paused"));
            final JsonNode value = tools.call(
                    "Debugger.evaluateOnCallFrame",
                    Map.of(
                            "callFrameId",
                            paused.at("/params/callFrames/0/callFrameId").asText(),
                            "expression",
                            "summand"));
            assertThat(value.at("/result/result/value").asInt()).isEqualTo(2);
            assertThat(sum).isNotDone();
            tools.call("Debugger.resume", Map.of());
            assertThat(sum.get(20, TimeUnit.SECONDS)).isEqualTo("42");
        }
    }
}
