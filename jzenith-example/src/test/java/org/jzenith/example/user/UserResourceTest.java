package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.jzenith.example.SharedExample;

final class UserResourceTest extends UserDatabaseTests implements SharedExample {

    UserResourceTest() {
        super(APP);
    }

    @Test
    void theApiDescriptionHasTheExamplesThatTestsRecorded() {
        APP.http()
                .get("/openapi.json")
                .expectStatus(200)
                .expectJson(
                        "/paths/~1users/post/responses/201/content/application~1json/examples/a user/value/name",
                        "Ann");
    }

    @Test
    void theApiDescriptionHasATitleAndASummaryOfEachOperation() {
        final JsonNode document = APP.http().get("/openapi.json").json();
        assertThat(document.at("/info/title").asText()).isEqualTo("jZenith example");
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> assertThat(
                                        operation.getValue().path("summary").asText())
                                .as("%s %s", operation.getKey(), path.getKey())
                                .isNotEmpty()));
    }

    @Test
    void theApiDescriptionHasTheResponsesOfEachOperationOnly() {
        final JsonNode paths = APP.http().get("/openapi.json").json().path("paths");
        paths.properties().stream()
                .filter(path -> !path.getKey().contains("{"))
                .forEach(path -> assertThat(path.getValue().findValues("404"))
                        .as(path.getKey())
                        .isEmpty());
        assertThat(paths.at("/~1users~1{id}/get/responses/404/description").asText())
                .isEqualTo("There is no such user.");
        assertThat(paths.at("/~1notes~1{id}/delete/responses/404/description").asText())
                .isEqualTo("You have no such note.");
    }

    @Test
    void thePageOfTheApiIsServed() {
        APP.http().get("/docs/").expectStatus(200);
    }
}
