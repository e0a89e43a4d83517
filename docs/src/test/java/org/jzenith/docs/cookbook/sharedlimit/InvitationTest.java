package org.jzenith.docs.cookbook.sharedlimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.rest.RestPlugin;

/** The code of docs/cookbook/shared-rate-limit.md, as two instances beside one Redis. */
final class InvitationTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final RedisServer server = RedisServer.start();
    private final List<RunningApplication> instances = new ArrayList<>();

    @AfterEach
    void stop() {
        instances.forEach(RunningApplication::stop);
        server.close();
    }

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(InvitationResource.class),
                        RedisPlugin.create(),
                        EmbeddedRedis.create())
                .withConfiguration("rest.rate-limit.store", "redis")
                .withConfiguration("redis.required", false);
        // endregion
    }

    private URI instance() {
        final RunningApplication started = application()
                .withConfiguration("rest.port", 0)
                .withConfiguration("redis.host", server.host())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .run();
        instances.add(started);
        return started.uri();
    }

    private int invite(final URI instance) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(instance.resolve("/invitations"))
                                .POST(HttpRequest.BodyPublishers.ofString("ann@example.com"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void aClientHasFiveInvitationsWhicheverInstanceItAsks() throws Exception {
        final URI one = instance();
        final URI other = instance();
        final List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            statuses.add(invite(one));
            statuses.add(invite(other));
        }
        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429);
        assertThat(invite(one)).isEqualTo(429);
    }

    @Test
    void withoutRedisEachInstanceStillLimitsAndIsReady() throws Exception {
        final URI one = instance();
        assertThat(invite(one)).isEqualTo(200);
        server.close();
        final List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            statuses.add(invite(one));
        }
        assertThat(statuses).contains(200, 429).doesNotContain(500, 503);
        assertThat(client.send(
                                HttpRequest.newBuilder(one.resolve("/health/ready"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }
}
