package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Sessions, revoked sessions and used logins of two instances in Redis. */
@Tag("full")
final class SessionInRedisTest {

    private static final String COOKIE = "__Host-session";

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @TempDir
    static Path directory;

    private static RedisServer server;
    private static UnreliableProxy proxy;

    /** The instances of each combination of settings, started by the first test that uses it. */
    private static final Map<String, Instances> STARTED = new HashMap<>();

    private String settings = "";
    private Instances instances;
    private RoundRobin address;

    /** The test takes Redis away, so the connections of its instances return at different times. */
    private boolean takenAway;

    @BeforeAll
    static void startRedis() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
    }

    @AfterEach
    void close() {
        if (instances != null) {
            address.close();
        }
        if (takenAway) {
            STARTED.remove(settings);
            instances.close();
        }
    }

    @AfterAll
    static void stop() {
        STARTED.values().forEach(Instances::close);
        proxy.close();
        server.close();
    }

    private static JZenith application(final String store, final String state) {
        return OidcApplication.of(PROVIDER)
                .withPlugins(RedisPlugin.create())
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "2s")
                .withConfiguration("oidc.session.store", store)
                .withConfiguration("jzenith.shared-state", state);
    }

    private void start(final String store, final String state) {
        settings = store + ", " + state;
        instances = STARTED.computeIfAbsent(settings, both -> new Instances(2, () -> application(store, state)));
        address = new RoundRobin(instances);
        redis().command("FLUSHALL").ignoreElement().blockingAwait();
    }

    private TestBrowser browser() {
        return TestBrowser.at(address.uri());
    }

    private RedisClient redis() {
        return instances.get(0).get(RedisClient.class);
    }

    @Test
    void sessionIsStoredEncryptedAndExpiresByItself() {
        start("redis", "memory");
        PROVIDER.claim("groups", "a".repeat(6000));
        final TestBrowser browser = browser();
        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
        assertThat(browser.cookies()).containsOnlyKeys(COOKIE);
        assertThat(browser.cookies().get(COOKIE)).hasSizeLessThan(500);
        final List<String> keys = redis().scan("jzenith:session:*").toList().blockingGet();
        assertThat(keys).hasSize(1);
        assertThat(new String(redis().get(keys.get(0), byte[].class).blockingGet(), StandardCharsets.US_ASCII)
                        .split("\\.", -1))
                .hasSize(5);
        assertThat(redis().timeToLive(keys.get(0)).blockingGet())
                .isBetween(Duration.ofHours(12).minusMinutes(1), Duration.ofHours(12));
    }

    @ParameterizedTest
    @CsvSource({"redis,memory", "redis,redis", "cookie,redis"})
    void loginAndLogoutPassAtTwoInstancesBehindOneAddress(final String store, final String state) {
        start(store, state);
        for (final String user : List.of("ann", "bob")) {
            PROVIDER.logInAs(user);
            final TestBrowser browser = browser();
            PROVIDER.tokenLifetime(Duration.ofSeconds(1));
            assertThat(browser.open("/page").body()).isEqualTo("page of " + user);
            SessionTest.awaitExpiry();
            PROVIDER.reset(); // a slow login may have refreshed its tokens
            for (int i = 0; i < 6; i++) {
                assertThat(browser.open("/page").body()).isEqualTo("page of " + user);
            }
            final TestBrowser thief = browser();
            thief.cookies().putAll(browser.cookies());
            assertThat(thief.get("/").body()).isEqualTo("home of " + user);
            assertThat(thief.get("/").body()).isEqualTo("home of " + user);
            browser.post("/logout", "");
            for (int i = 0; i < 4; i++) {
                assertThat(thief.get("/").body()).as("a copy at each instance").isEqualTo("home of nobody");
            }
            assertThat(PROVIDER.count("refresh")).as("one for each user").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cookie", "redis"})
    void logoutTokenAtOneInstanceEndsTheSessionsAtBoth(final String store) {
        start(store, "redis");
        final TestBrowser ann = browser();
        ann.open("/login");
        PROVIDER.logInAs("bob");
        final TestBrowser bob = browser();
        bob.open("/login");

        assertThat(browser()
                        .post("/login/back-channel", "logout_token=" + PROVIDER.logoutToken("ann", null))
                        .statusCode())
                .isEqualTo(200);

        for (int i = 0; i < 2; i++) {
            assertThat(ann.get("/").body()).isEqualTo("home of nobody");
            assertThat(bob.get("/").body()).isEqualTo("home of bob");
        }
        PROVIDER.logInAs("ann");
        assertThat(ann.open("/login").body()).as("a new login").isEqualTo("home of ann");
        assertThat(ann.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void logoutTokenForOneApplicationEndsNoSessionOfAnother() {
        start("cookie", "redis");
        final TestBrowser ann = browser();
        ann.open("/login");
        final TestIdentityProvider other = OidcApplication.provider();
        try (other;
                Instances others = new Instances(
                        1,
                        () -> application("cookie", "redis")
                                .withOverridingConfiguration("oidc.issuer", other.issuer()))) {
            final TestBrowser there = TestBrowser.at(others.get(0).uri());
            there.open("/login");
            assertThat(there.post("/login/back-channel", "logout_token=" + other.logoutToken("ann", null))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(there.get("/").body()).isEqualTo("home of nobody");
        }
        assertThat(ann.get("/").body()).isEqualTo("home of ann");
        assertThat(ann.get("/").body()).as("at the other instance").isEqualTo("home of ann");
    }

    @Test
    void aLoginIsCompletedOnceByBothInstances() {
        start("cookie", "redis");
        final TestBrowser browser = browser();
        final URI callback = TestBrowser.location(browser.send("GET", TestBrowser.location(browser.get("/login")), ""));
        final Map<String, String> pending = Map.copyOf(browser.cookies());
        final int before = PROVIDER.count("/token");
        for (int i = 0; i < 4; i++) {
            final TestBrowser replay = browser();
            replay.cookies().putAll(pending);
            assertThat(replay.send("GET", callback, "").statusCode()).isEqualTo(i == 0 ? 303 : 400);
        }
        assertThat(PROVIDER.count("/token")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"redis,memory", "cookie,redis"})
    void requestsWithASessionGet503WhileRedisIsAway(final String store, final String state) {
        start(store, state);
        final TestBrowser browser = browser();
        browser.open("/login");
        final TestBrowser leaving = browser();
        leaving.cookies().putAll(browser.cookies());
        takenAway = true;
        proxy.shut();
        proxy.closeConnections();

        for (int i = 0; i < 2; i++) {
            final HttpResponse<String> refused = browser.get("/");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        }
        assertThat(browser().get("/").body()).as("without a session").isEqualTo("home of nobody");
        assertThat(leaving.post("/logout", "").statusCode()).isEqualTo(503);
        assertThat(browser()
                        .post("/login/back-channel", "logout_token=" + PROVIDER.logoutToken("bob", null))
                        .statusCode())
                .isEqualTo(state.equals("redis") ? 503 : 200);

        proxy.reopen(server.port());
        HttpResponse<String> back;
        do {
            back = browser.get("/");
        } while (back.statusCode() == 503);
        assertThat(back.body()).isEqualTo("home of ann");
    }

    @Test
    void aRedisThatHasRestartedEmptyMeansALogin() {
        start("redis", "redis");
        final TestBrowser browser = browser();
        browser.open("/page");
        redis().command("FLUSHALL").ignoreElement().blockingAwait();
        takenAway = true;
        proxy.shut();
        server.close();
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
        HttpResponse<String> home;
        do {
            home = browser.get("/");
        } while (home.statusCode() == 503);
        assertThat(home.body()).isEqualTo("home of nobody");
        HttpResponse<String> page;
        do {
            page = browser.open("/page");
        } while (page.statusCode() == 503);
        assertThat(page.body()).isEqualTo("page of ann");
    }

    @Test
    void redisThatIsMissingFailsTheStart() {
        assertThatThrownBy(() -> OidcApplication.of(PROVIDER)
                        .withConfiguration("oidc.session.store", "redis")
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("oidc.session.store is 'redis', and the application has no plugin 'redis'.")
                .hasMessageContaining("Add RedisPlugin.create() to withPlugins(..) (the class"
                        + " org.jzenith.redis.RedisPlugin in the artifact org.jzenith:jzenith-redis).");
    }

    @Test
    void storeOfTheApplicationContradictsTheSetting() {
        assertThatThrownBy(() -> OidcApplication.of(
                                PROVIDER.issuer(),
                                OidcPlugin.create().withSessionStore(SessionStoreTest.MemoryStore.class))
                        .withConfiguration("oidc.session.store", "redis")
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("OidcPlugin.withSessionStore(MemoryStore.class) is called");
    }
}
