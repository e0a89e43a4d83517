package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

final class ErrorTableTest {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(ErrorResource.class)
                        .withMapping(ErrorResource.Mapped.class, 404)
                        .withMapping(ErrorResource.MoreSpecific.class, 410)
                        .withMapping(ErrorResource.WithDetail.class, 409, "That is taken.")
                        .withMapping(ErrorResource.WithoutProblem.class, e -> Problem.of(200))
                        .withMapping(
                                ErrorResource.WithProblem.class,
                                e -> Problem.of(403).withDetail("Your balance is " + e.balance + ".")),
                Map.of("rest.max-body-size", "64K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void eachRowIsAProblem(final Row row) {
        final Answer answer = row.send(server);

        assertThat(answer.status()).as(answer.body()).isEqualTo(row.status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        final JsonNode problem = answer.json();
        assertThat(problem.path("detail").textValue()).isEqualTo(row.detail);
        assertThat(problem.path("type").textValue()).isEqualTo("about:blank");
        assertThat(problem.path("title").textValue()).isNotBlank();
        assertThat(problem.path("status").intValue()).isEqualTo(row.status);
        assertThat(problem.path("instance").textValue())
                .isEqualTo("/fail" + row.request.path().replaceAll("\\?.*", ""));
        assertThat(problem.has("id")).isEqualTo(row.status == 500);
        assertThat(problem.has("violations")).isEqualTo(row.name().startsWith("INVALID") && row.status == 400);
    }

    @ParameterizedTest
    @EnumSource
    void nothingInternalLeaks(final Row row) {
        final Answer answer = row.send(server);

        assertThat(answer.body() + answer.response().headers().map())
                .doesNotContain(ErrorResource.SECRET)
                .doesNotContain("RESTEASY")
                .doesNotContain("Exception")
                .doesNotContain("org.jzenith")
                .doesNotContain("jakarta")
                .doesNotContain("java.")
                .doesNotContain("com.fasterxml")
                .doesNotContain("Order");
    }

    /** Details of mappings and problems of the application are its own. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.MATCH_NONE,
            names = {"MAPPED.*", "OWN_.*"})
    void eachDetailStandsInTheDocumentation(final Row row) throws Exception {
        if (row.detail != null) {
            assertThat(Files.readString(Path.of("..", "docs", "errors.md")).lines())
                    .anyMatch(line -> line.startsWith("| " + row.status + " |") && line.contains(row.detail));
        }
    }

    @Test
    void violationsNameEachRuleOnce() {
        final JsonNode violations = Row.INVALID_BODY.send(server).json().path("violations");

        assertThat(StreamSupport.stream(violations.spliterator(), false)
                        .map(each -> each.path("path").textValue() + ": "
                                + each.path("message").textValue()))
                .containsExactly("amount: must be less than or equal to 10", "name: must not be blank");
    }

    @Test
    void wrongMethodNamesTheAllowedOnes() {
        assertThat(List.of(Row.WRONG_METHOD.send(server).header("Allow").split(", ")))
                .containsExactlyInAnyOrder("POST", "OPTIONS");
    }

    @Test
    void unavailableSaysWhenToComeBack() {
        assertThat(Row.UNAVAILABLE.send(server).header("Retry-After")).isEqualTo("2");
        assertThat(Row.UNAVAILABLE_WITHOUT_TIME.send(server).header("Retry-After"))
                .isEqualTo("1");
    }

    @Test
    void ownUnavailableKeepsItsRetryAfter() {
        assertThat(server.get("/fail/own-unavailable").header("Retry-After")).isEqualTo("7");
    }

    @Test
    void webApplicationExceptionKeepsItsHeaders() {
        assertThat(Row.WITHOUT_ENTITY.send(server).header("X-Own")).isEqualTo("yes");
    }

    @Test
    void webApplicationExceptionKeepsItsEntity() {
        final Answer answer = server.get("/fail/entity");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.header("X-Own")).isEqualTo("yes");
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
        assertThat(answer.body()).isEqualTo("own");
    }

    @Test
    void redirectIsNoProblem() {
        final Answer answer = server.get("/fail/moved");

        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith("/elsewhere");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void problemsAreJsonWhateverIsAccepted() {
        final Answer answer = server.get("/nowhere", "Accept", "text/html");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }
}
