package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Bodies of requests: their schema, their size, and text that takes long to match. */
class BodySchemaTest {

    private static final int TEN_MEGABYTES = 10 * 1024 * 1024;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "body-handlers"))
                    .withConfiguration("javascript.max-turn", "200ms")
                    .withConfiguration("jzenith.event-loops", 1))
            .withoutEventLoopCheck();

    private static TestResponse post(final String path, final String type, final String body) {
        return APP.http().withHeader("Content-Type", type).post(path, body);
    }

    @Test
    void aValidBodyReachesTheHandler() {
        assertThat(APP.http()
                        .post("/api/users", Map.of("name", "Ann", "age", 1))
                        .body())
                .startsWith("Ann ");
    }

    @Test
    void anInvalidBodyHasItsViolationsAndNoHandlerIsCalled() {
        final String before = APP.http().get("/api/calls").body();
        final TestResponse response =
                APP.http().post("/api/users", Map.of("age", -1, "tags", List.of("a", 2), "other", true));
        response.expectStatus(400).expectHeader("Content-Type", "application/problem+json");
        response.expectJson("/detail", "The request is invalid. See 'violations'.")
                .expectJson("/violations/0/path", "age")
                .expectJson("/violations/1/path", "name")
                .expectJson("/violations/2/path", "other")
                .expectJson("/violations/3/path", "tags[1]");
        assertThat(response.json().at("/violations/0/message").asText()).contains("minimum");
        assertThat(APP.http().get("/api/calls").body()).isEqualTo(before);
    }

    @Test
    void aLargeBodyEndsWithItsFirstViolation() {
        assertThat(violations("/api/tags", TEN_MEGABYTES / 2 - 1)).isEqualTo(1);
        assertThat(violations("/api/tags/or-name", 100_000)).isBetween(1, 101);
        assertThat(violations("/api/tags", 200)).isEqualTo(100);
    }

    private static int violations(final String path, final int numbers) {
        return post(path, "application/json", "[1" + ",1".repeat(numbers - 1) + "]")
                .expectStatus(400)
                .json()
                .at("/violations")
                .size();
    }

    @Test
    void aBodyThatIsMissingOrNotJsonIsRefused() {
        APP.http().post("/api/users", null).expectStatus(400).expectJson("/violations/0/path", "body");
        post("/api/users", "text/plain", "Ann").expectStatus(415);
        post("/api/users", "application/json", "{").expectStatus(400);
    }

    @Test
    void aSchemaThatIsNotValidFailsTheStart(@TempDir final Path folder) throws IOException {
        Files.writeString(
                folder.resolve("wrong.js"),
                "import { post } from 'jzenith'\npost('/users', { body: { type: 'objekt' } }, () => 1)\n");
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", folder.toString()))
                        .withConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The body is not a valid JSON Schema: type")
                .hasMessageContaining("wrong.js:2");
    }

    @Test
    void aLargeBodyIsRefusedOrTakenAndTheNextRequestIsServed() {
        post("/api/size", "text/plain", "x".repeat(TEN_MEGABYTES + 1)).expectStatus(413);
        assertThat(post("/api/size", "text/plain", "x".repeat(TEN_MEGABYTES)).body())
                .isEqualTo(String.valueOf(TEN_MEGABYTES));
        assertThat(APP.http()
                        .post("/api/size", Map.of("text", "x".repeat(TEN_MEGABYTES - 100)))
                        .status())
                .isIn(200, 503);
        APP.http().get("/api/calls").expectStatus(200);
    }

    /** The server responds with 100 when it waits for the rest of the body. */
    @Test
    void aClientThatLeavesInItsBodyCallsNoHandler() throws IOException {
        final int before = Integer.parseInt(APP.http().get("/api/calls").body());
        try (Socket client = new Socket("localhost", APP.application().port())) {
            client.getOutputStream().write("""
                    POST /api/users HTTP/1.1\r
                    Host: localhost\r
                    Expect: 100-continue\r
                    Content-Type: application/json\r
                    Content-Length: 15\r
                    \r
                    {"name":""".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 100");
        }
        assertThat(APP.http().post("/api/users", Map.of("name", "Ann")).body()).isEqualTo("Ann " + (before + 1));
    }

    @Test
    void namesThatTakeLongToReadAreRefused() {
        final String similar = IntStream.range(0, 1 << 12)
                .mapToObj(i -> IntStream.range(0, 12)
                        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":1")))
                .collect(Collectors.joining(",", "{", "}"));
        final String many = IntStream.range(0, 20_000)
                .mapToObj(i -> "\"name" + i + "\":1")
                .collect(Collectors.joining(",", "[{", "}]"));
        post("/api/size", "application/json", similar)
                .expectStatus(400)
                .expectJson("/detail", "Too many members of an object in the body have names with the same hash code.");
        post("/api/size", "application/json", many)
                .expectStatus(400)
                .expectJson("/detail", "An object in the body has more than 10000 members.");
    }

    /** A body is parsed only for a handler that reads it. */
    @Test
    void aBodyIsParsedWhenTheHandlerReadsIt() {
        assertThat(post("/api/unread", "application/json", "{").body()).isEqualTo("unread");
        assertThat(post("/api/caught", "application/json", "{").body()).isEqualTo("400 The body is not valid JSON.");
        post("/api/size", "application/json", "{").expectStatus(400);
    }

    @Test
    void aRegularExpressionThatExplodesIsInterrupted() {
        APP.http().get("/api/regex?text=" + "a".repeat(2_000) + "b").expectStatus(503);
        APP.http().get("/api/calls").expectStatus(200);
    }
}
