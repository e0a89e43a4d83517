package org.jzenith.example.user;

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
                        "/paths/~1user/post/responses/201/content/application~1json/examples/a user/value/name", "Ann");
    }
}
