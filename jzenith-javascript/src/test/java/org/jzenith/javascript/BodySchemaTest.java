package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        final String million = "[1" + ",1".repeat(TEN_MEGABYTES / 2 - 100) + "]";
        for (final String path : List.of("/api/tags", "/api/tags/or-name")) {
            final TestResponse response = post(path, "application/json", million).expectStatus(400);
            assertThat(response.json().at("/violations").size()).isBetween(1, 100);
        }
        assertThat(post("/api/tags", "application/json", "[" + "1,".repeat(199) + "1]")
                        .expectStatus(400)
                        .json()
                        .at("/violations"))
                .hasSize(100);
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

    @Test
    void aRegularExpressionThatExplodesIsInterrupted() {
        APP.http().get("/api/regex?text=" + "a".repeat(2_000) + "b").expectStatus(503);
        APP.http().get("/api/calls").expectStatus(200);
    }
}
