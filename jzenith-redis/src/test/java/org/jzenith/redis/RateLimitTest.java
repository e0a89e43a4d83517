package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.limit.RateLimitStore;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.limit.RateLimitKey;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Limits in Redis: the same responses as in memory, and one count for all instances. */
@Tag("full")
final class RateLimitTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The end of the pattern for the keys of clients, which are SHA-256 sums. */
    private static final String CLIENT = ":" + "?".repeat(64);

    private static RedisServer server;
    private UnreliableProxy proxy;
    private final List<RunningApplication> running = new ArrayList<>();

    @Path("/")
    @Produces("text/plain")
    public static final class Limited {

        @GET
        @Path("client")
        @RateLimit(permits = 4, per = "1h")
        public String client() {
            return "fine";
        }

        @GET
        @Path("header")
        @RateLimit(permits = 1, per = "1h", by = RateLimit.By.HEADER, header = "X-Api-Key")
        public String header() {
            return "fine";
        }

        @GET
        @Path("key")
        @RateLimit(permits = 1, per = "1h", by = RateLimit.By.KEY)
        public String key() {
            return "fine";
        }

        @GET
        @Path("many")
        @RateLimit(permits = 1_000_000, per = "1ms")
        public String many() {
            return "fine";
        }

        @GET
        @Path("fast")
        @RateLimit(permits = 2, per = "200ms")
        public String fast() {
            return "fine";
        }
    }

    @BeforeAll
    static void startRedis() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        server.close();
    }

    @BeforeEach
    void openProxy() {
        proxy = new UnreliableProxy(server.port());
    }

    @AfterEach
    void stop() {
        running.forEach(RunningApplication::close);
        proxy.close();
    }

    private JZenith application(final String store) {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(Limited.class), RedisPlugin.create())
                .withModules(binder ->
                        binder.bind(RateLimitKey.class).toInstance(request -> request.getHeaderString("X-Tenant")))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.rate-limit.store", store)
                .withConfiguration("rest.trusted-proxies", "127.0.0.1,::1")
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "300ms");
    }

    private RunningApplication run(final JZenith application) {
        final RunningApplication started = application.run();
        running.add(started);
        return started;
    }

    /** Starts an instance with an empty Redis. */
    private RunningApplication first(final String store) {
        final RunningApplication started = run(application(store));
        started.get(RedisClient.class).command("FLUSHALL").ignoreElement().blockingAwait();
        return started;
    }

    private static HttpRequest request(final RunningApplication to, final String path, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(to.uri().resolve(path));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    private static HttpResponse<String> get(final RunningApplication from, final String path, final String... headers) {
        try {
            return HTTP.send(request(from, path, headers), BodyHandlers.ofString());
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Integer> statuses(final RunningApplication from, final String path, final String... headers) {
        return List.of(
                get(from, path, headers).statusCode(), get(from, path, headers).statusCode());
    }

    private static String header(final HttpResponse<?> response, final String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void responsesAreTheSameInMemoryAndInRedis(final String store) {
        final RunningApplication app = first(store);
        for (int left = 3; left >= 0; left--) {
            final HttpResponse<String> response = get(app, "/client");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(header(response, "RateLimit-Policy")).isEqualTo("\"default\";q=4;w=3600");
            assertThat(header(response, "RateLimit"))
                    .matches("\"default\";r=" + left + ";t=" + (left == 3 ? "900" : "\\d+"));
        }
        final HttpResponse<String> refused = get(app, "/client");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(header(refused, "Retry-After"))).isBetween(850, 900);
        assertThat(header(refused, "RateLimit")).matches("\"default\";r=0;t=3[56]\\d\\d");
        assertThat(header(refused, "RateLimit-Policy")).isEqualTo("\"default\";q=4;w=3600");
        assertThat(get(app, "/client", "X-Forwarded-For", "192.0.2.1").statusCode())
                .isEqualTo(200);
        assertThat(statuses(app, "/client", "X-Forwarded-For", "2001:db8:0:1::1"))
                .containsExactly(200, 200);
        assertThat(header(get(app, "/client", "X-Forwarded-For", "2001:db8:0:1::2"), "RateLimit"))
                .contains("r=1;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void keysAreTheSameInMemoryAndInRedis(final String store) {
        final RunningApplication app = first(store);
        final String longKey = "k".repeat(5_000);
        for (final String key : List.of("a", "instances", "a:b", "*", "\u00e9", longKey, longKey + "x")) {
            assertThat(statuses(app, "/header", "X-Api-Key", key)).as(key).containsExactly(200, 429);
        }
        assertThat(statuses(app, "/header")).containsExactly(200, 429);
        assertThat(statuses(app, "/key", "X-Tenant", "a")).containsExactly(200, 429);
        assertThat(statuses(app, "/key")).containsExactly(200, 200);
        assertThat(header(get(app, "/many"), "RateLimit")).isEqualTo("\"default\";r=999999;t=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void permitsComeBack(final String store) {
        final RunningApplication app = first(store);
        final List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(HTTP.sendAsync(request(app, "/fast"), BodyHandlers.ofString()));
        }
        assertThat(all).anyMatch(each -> each.join().statusCode() == 429);
        until(() -> get(app, "/fast").statusCode() == 200);
    }

    @Test
    void allInstancesCountTogether() {
        final RunningApplication one = first("redis");
        final RunningApplication other = run(application("redis"));
        final List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(HTTP.sendAsync(request(i % 2 == 0 ? one : other, "/client"), BodyHandlers.ofString()));
        }
        assertThat(all.stream().filter(each -> each.join().statusCode() == 200)).hasSize(4);
        assertThat(get(one, "/client").statusCode()).isEqualTo(429);
        assertThat(get(other, "/client").statusCode()).isEqualTo(429);
        final RedisClient redis = one.get(RedisClient.class);
        assertThat(redis.scan("jzenith:rate-limit:*" + CLIENT)
                        .concatMapMaybe(redis::timeToLive)
                        .blockingFirst())
                .as("the server deletes a full bucket")
                .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60));
    }

    @Test
    void eachInstanceGrantsItsShareWithoutRedisAndAllOfThemCountTogetherAgainAfterIt() {
        final RunningApplication one = first("redis");
        final RunningApplication other = run(application("redis"));
        final String instances = "jzenith:rate-limit:" + Limited.class.getName() + ".client():instances";
        final RedisClient redis = one.get(RedisClient.class);
        final String now = redis.command("TIME").blockingGet().list().get(0).text();
        redis.sortedSet(instances)
                .add("another", Double.parseDouble(now))
                .ignoreElement()
                .blockingAwait();
        get(one, "/client");
        redis.command("ZREM", instances, "another").ignoreElement().blockingAwait();
        get(other, "/client");
        proxy.shut();
        proxy.closeConnections();

        for (final RunningApplication each : running) {
            final HttpResponse<String> response = get(each, "/client", "X-Forwarded-For", "192.0.2.7");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(header(response, "RateLimit-Policy")).isEqualTo("\"default\";q=4;w=3600");
            assertThat(header(response, "RateLimit")).isEqualTo("\"default\";r=1;t=1800");
            assertThat(statuses(each, "/client", "X-Forwarded-For", "192.0.2.7"))
                    .containsExactly(200, 429);
            assertThat(fallbacks(each).used()).isEqualTo(3);
        }

        proxy.reopen(server.port());
        for (final RunningApplication each : running) {
            long before;
            do {
                before = fallbacks(each).used();
                get(each, "/client", "X-Forwarded-For", "192.0.2.8");
            } while (fallbacks(each).used() > before);
        }
        final RunningApplication third = run(application("redis"));
        assertThat(get(third, "/client", "X-Forwarded-For", "192.0.2.7").statusCode())
                .as("Redis has not counted this client")
                .isEqualTo(200);
        assertThat(header(get(one, "/client", "X-Forwarded-For", "192.0.2.7"), "RateLimit"))
                .contains("r=2;");
    }

    private static Gauge fallbacks(final RunningApplication app) {
        return app.get(Gauges.class).all().stream()
                .filter(each -> each.name().equals("rest.rate-limit-fallbacks"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFrozenRedisIsNotWaitedForTwice() {
        final RunningApplication app = first("redis");
        get(app, "/client");
        proxy.freeze();
        assertThat(get(app, "/client", "X-Forwarded-For", "192.0.2.9").statusCode())
                .isEqualTo(200);
        assertThat(fallbacks(app).used()).isEqualTo(1);
    }

    @Test
    void aServerThatRefusesTheScriptLimitsByMemory() {
        final RunningApplication app = first("redis");
        final RedisClient redis = app.get(RedisClient.class);
        redis.command("CONFIG", "SET", "maxmemory", 1).ignoreElement().blockingAwait();
        try {
            assertThat(statuses(app, "/header", "X-Api-Key", "b")).containsExactly(200, 429);
            assertThat(fallbacks(app).used()).isEqualTo(2);
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", 0).ignoreElement().blockingAwait();
        }
    }

    @Test
    void aClockOfTheServerThatGoesBackGivesNoPermitsAndLocksNobodyOut() {
        final RunningApplication app = first("redis");
        get(app, "/header", "X-Api-Key", "c");
        final RedisClient redis = app.get(RedisClient.class);
        final String key = redis.scan("jzenith:rate-limit:*" + CLIENT).blockingFirst();
        redis.set(key, "9000000000000000 3600000000000").blockingAwait();
        assertThat(get(app, "/header", "X-Api-Key", "c").statusCode()).isEqualTo(429);
        assertThat(redis.get(key).blockingGet()).startsWith("1").endsWith(" 3600000000000");
    }

    @Test
    void noKeyContainsTheCredentialsOfAClient() {
        final RunningApplication app = first("redis");
        get(app, "/header", "X-Api-Key", "secret-of-ann");
        assertThat(app.get(RedisClient.class)
                        .scan("jzenith:rate-limit:*")
                        .toList()
                        .blockingGet())
                .hasSizeGreaterThan(1)
                .noneMatch(key -> key.contains("secret-of-ann"));
    }

    @Test
    void aLimitThatWasLoweredLocksNobodyOutForLongerThanItsTime() {
        final RunningApplication app = first("redis");
        get(app, "/fast");
        final RedisClient redis = app.get(RedisClient.class);
        redis.scan("jzenith:rate-limit:*fast*" + CLIENT)
                .concatMapCompletable(key -> redis.set(key, "1 9000000000000000"))
                .blockingAwait();
        until(() -> get(app, "/fast").statusCode() == 200);
    }

    @Test
    void aStoreThatNoPluginHasFailsTheStartWithTheRemedy() {
        assertThatThrownBy(() -> run(JZenith.application()
                        .withPlugins(RestPlugin.withResources(Limited.class))
                        .withModules(binder -> binder.bind(RateLimitKey.class).toInstance(request -> null))
                        .withConfiguration("rest.port", 0)
                        .withConfiguration("rest.rate-limit.store", "redis")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("rest.rate-limit.store is 'redis', and the application has no plugin 'redis'.")
                .hasMessageContaining("Add RedisPlugin.create() to withPlugins(..) (the class"
                        + " org.jzenith.redis.RedisPlugin in the artifact org.jzenith:jzenith-redis).");
        assertThatThrownBy(() -> run(application("redis.limits")))
                .hasMessageContaining("Add RedisPlugin.named(\"limits\") to withPlugins(..)");
        assertThatThrownBy(() -> run(application("redsi")))
                .hasMessageContaining("rest.rate-limit.store is 'redsi', and no plugin has a store with this name.");
    }

    @Test
    void aFurtherServerCountsByItsName() {
        final RunningApplication app = run(application("redis.limits")
                .withPlugins(RedisPlugin.named("limits"))
                .withConfiguration("redis.limits.port", server.port())
                .withConfiguration("redis.limits.password", server.password())
                .withConfiguration("redis.limits.database", 7));
        assertThat(statuses(app, "/header", "X-Api-Key", "d")).containsExactly(200, 429);
        assertThat(app.get(RedisClient.class, "limits")
                        .scan("jzenith:*")
                        .isEmpty()
                        .blockingGet())
                .isFalse();
        assertThat(fallbacks(app).used()).isZero();
    }

    @Test
    void storeOfTheApplicationContradictsTheSetting() {
        final RateLimitStore own = (limit, permits, time) -> key -> Single.never();
        assertThatThrownBy(() -> run(application("redis")
                        .withModules(binder -> binder.bind(RateLimitStore.class).toInstance(own))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "rest.rate-limit.store is 'redis', but the application binds its own RateLimitStore.")
                .hasMessageContaining("Remove the setting or the binding.");
    }
}
