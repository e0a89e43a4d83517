package org.jzenith.example.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.example.RedisApplication;
import org.jzenith.redis.RedisClient;
import org.jzenith.test.JZenithExtension;

/** The users of the example on Redis, behind the same resource. */
@Tag("full")
final class UsersOnRedisTest extends UserResourceTests {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(RedisApplication::application);

    UsersOnRedisTest() {
        super(APP);
    }

    @BeforeEach
    void noUsers() {
        APP.get(RedisClient.class).command("FLUSHDB").ignoreElement().blockingAwait();
    }

    @Test
    void anAddressIsFreeWhenItsUserHasAnotherOneOrIsGone() {
        final String id = create("a@example.org");
        APP.http()
                .put("/users/" + id, Map.of("name", "Ann", "email", "b@example.org"))
                .expectStatus(200);
        final String other = create("a@example.org");
        APP.http()
                .put("/users/" + other, Map.of("name", "Bob", "email", "b@example.org"))
                .expectStatus(409);
        APP.http().delete("/users/" + id).expectStatus(204);
        APP.http()
                .put("/users/" + other, Map.of("name", "Bob", "email", "b@example.org"))
                .expectStatus(200);
        APP.http().delete("/users/" + other).expectStatus(204);
        assertThat(APP.get(RedisClient.class).scan("*").toList().blockingGet()).isEmpty();
    }

    private static String create(final String email) {
        return APP.http()
                .post("/users", Map.of("name", "Ann", "email", email))
                .expectStatus(201)
                .json()
                .get("id")
                .asText();
    }
}
