package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.leak.Polling;

/** Refreshes of sessions in Redis. */
@Tag("full")
final class RefreshInRedisTest extends SharedRefreshContract {

    private static RedisServer server;
    private static UnreliableProxy proxy;
    private static Instances instances;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        proxy = new UnreliableProxy(server.port());
        instances = new Instances(
                2,
                () -> configured(OidcApplication.of(PROVIDER))
                        .withPlugins(RedisPlugin.create())
                        .withConfiguration("redis.port", proxy.port())
                        .withConfiguration("redis.password", server.password())
                        .withConfiguration("oidc.session.store", "redis"));
    }

    @AfterAll
    static void stop() {
        instances.close();
        proxy.close();
        server.close();
    }

    @Override
    Instances instances() {
        return instances;
    }

    @Test
    void tokensAreStoredWhenRedisIsBack() {
        final Map<String, String> cookies = instances.logIn(PROVIDER);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final CompletableFuture<String> first = instances.getAsync(0, "/roles", cookies);
        Polling.until(() -> PROVIDER.count("/token") > 0);
        proxy.closeConnections();
        open.complete(null);

        assertThat(first.join()).endsWith("promoted none");
        String second;
        do {
            second = instances.get(1, "/roles", cookies);
        } while (second.startsWith("HTTP/1.1 503"));
        assertThat(second).endsWith("promoted none");
        assertThat(PROVIDER.count("refresh")).isEqualTo(1);
    }
}
