package org.jzenith.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.reactivex.Maybe;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.MaybeSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.cache.error.CacheOverloadedException;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.redis.error.RedisException;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** Redis is killed, frozen or cut off while a cache is used. */
final class OutageTest {

    private static final Duration INSTANT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private RedisServer server;
    private UnreliableProxy proxy;
    private RunningApplication application;
    private Cache<String> products;
    private final Loader loader = new Loader();

    @TempDir
    Path directory;

    @BeforeEach
    void start() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        application = JZenith.application()
                .withPlugins(RedisPlugin.create(), CachePlugin.create())
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.command-timeout", "2s")
                .withConfiguration("cache.products.max-loads", 3)
                .run();
        products = application.get(Caches.class).of("products", String.class).expiringAfter(LONG);
    }

    @AfterEach
    void stop() {
        application.close();
        proxy.close();
        server.close();
    }

    private String get(final String key, final String loaded) {
        return products.get(key, () -> Maybe.just(loaded)).blockingGet();
    }

    private long gauge(final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .mapToLong(Gauge::used)
                .findFirst()
                .orElseThrow();
    }

    private RedisClient redis() {
        return application.get(RedisClient.class);
    }

    /** Loads values until one of them is stored in Redis. */
    private void awaitSharing(final Cache<String> cache) {
        final AtomicInteger key = new AtomicInteger();
        while (!redis().exists("jzenith:cache:1:value:products:again" + key.get())
                .onErrorReturnItem(false)
                .blockingGet()) {
            cache.get("again" + key.incrementAndGet(), () -> Maybe.just("A"))
                    .ignoreElement()
                    .blockingAwait();
        }
    }

    @Test
    void aServerThatIsKilledAndComesBackEmptyIsUsedAgain() {
        assertThat(get("a", "A")).isEqualTo("A");
        proxy.shut();
        server.close();
        assertThat(get("a", "B")).as("in memory").isEqualTo("A");
        assertThat(get("b", "B")).isEqualTo("B");
        assertThat(get("b", "C")).as("in memory").isEqualTo("B");
        assertThat(gauge("cache.products.direct-loads")).isEqualTo(1);
        assertThatThrownBy(() -> products.invalidate("a").blockingAwait()).isInstanceOf(RedisException.class);
        assertThat(get("a", "B")).as("gone from the memory").isEqualTo("B");
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
        awaitSharing(products);
    }

    @Test
    void requestsToAFrozenServerAreAnsweredAfterTheTimeLimitByALoad() throws Exception {
        final String pid = serverProcess();
        signal("-STOP", pid);
        try {
            final List<TestObserver<String>> callers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                callers.add(products.get("a", loader).test());
            }
            loader.next().onSuccess("A");
            assertThat(callers).allSatisfy(each -> {
                each.awaitTerminalEvent();
                each.assertValue("A");
            });
            assertThat(get("b", "B")).isEqualTo("B");
            assertThat(loader.loads()).isEqualTo(1);
        } finally {
            signal("-CONT", pid);
        }
        awaitSharing(products);
    }

    @Test
    void aLeaseThatAFrozenServerGrantsTooLateEndsWithinASecond() throws Exception {
        assertThat(get("first", "A")).isEqualTo("A"); // brings the scripts to the server
        final String pid = serverProcess();
        signal("-STOP", pid);
        try {
            assertThat(get("a", "A")).isEqualTo("A");
        } finally {
            signal("-CONT", pid);
        }
        assertThat(redis().timeToLive("jzenith:cache:1:lease:products:a")
                        .retry(error -> error instanceof RedisException)
                        .blockingGet(Duration.ZERO))
                .isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    private String serverProcess() {
        return redis().command("INFO", "server")
                .blockingGet()
                .text()
                .lines()
                .filter(line -> line.startsWith("process_id:"))
                .map(line -> line.substring("process_id:".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    private static void signal(final String name, final String pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", name, pid).inheritIO().start().waitFor())
                .isZero();
    }

    @Test
    void withoutRedisLoadsAreLimited() throws Exception {
        proxy.shut();
        while (gauge("cache.products.direct-loads") == 0) {
            get("first", "A");
        }
        final List<TestObserver<String>> callers = new ArrayList<>();
        final List<MaybeSubject<String>> loads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            callers.add(products.get("a" + i, loader).test());
            loads.add(loader.next());
        }
        assertThatThrownBy(() -> get("b", "B")).isInstanceOf(CacheOverloadedException.class);
        loads.forEach(each -> each.onSuccess("A"));
        callers.forEach(each -> {
            each.awaitTerminalEvent();
            each.assertValue("A");
        });
        assertThat(get("b", "B")).isEqualTo("B");
    }

    @Test
    void afterAGapInTheMessagesTheMemoryIsEmpty() {
        assertThat(get("a", "A")).isEqualTo("A");
        try (RunningApplication other = SharedCacheTest.instance(server)) {
            proxy.shut();
            other.get(Caches.class)
                    .of("products", String.class)
                    .expiringAfter(LONG)
                    .invalidate("a")
                    .blockingAwait();
            assertThat(get("a", "B")).isEqualTo("A");
            proxy.reopen(server.port());
            while (!get("a", "B").equals("B")) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void anExpiredValueIsServedAtOnceWhileRedisFails() throws Exception {
        final Cache<String> stale = application
                .get(Caches.class)
                .of("stale", String.class)
                .expiringAfter(INSTANT)
                .servingStaleFor(LONG);
        assertThat(stale.get("a", () -> Maybe.just("A")).blockingGet()).isEqualTo("A");
        proxy.shut();
        while (loader.loads() == 0) {
            assertThat(stale.get("a", loader).blockingGet()).isEqualTo("A");
        }
        final MaybeSubject<String> load = loader.next();
        assertThat(stale.get("a", loader).blockingGet()).isEqualTo("A");
        load.onSuccess("B");
        while (!"B".equals(stale.get("a", loader).blockingGet())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anExpiredValueThatWasInvalidatedIsNotServed() throws Exception {
        final Cache<String> stale = application
                .get(Caches.class)
                .of("stale", String.class)
                .expiringAfter(INSTANT)
                .servingStaleFor(LONG);
        assertThat(stale.get("a", () -> Maybe.just("A")).blockingGet()).isEqualTo("A");
        // Callers get a value before it is stored.
        while (gauge("cache.stale.size") == 0) {
            Thread.onSpinWait();
        }
        final long expiry = System.nanoTime() + 2 * INSTANT.toNanos();
        while (System.nanoTime() - expiry < 0) {
            Thread.onSpinWait();
        }
        proxy.freeze();
        // Waits for the time limit of the command.
        final TestObserver<String> caller = stale.get("a", loader).test();
        final TestObserver<?> invalidated = stale.invalidate("a").test();
        loader.next().onError(new IllegalArgumentException("broken"));
        caller.awaitTerminalEvent();
        assertThat(caller.errors())
                .singleElement()
                .extracting(Throwable::getMessage)
                .isEqualTo("broken");
        invalidated.awaitTerminalEvent();
        assertThat(invalidated.errors()).singleElement().isInstanceOf(RedisException.class);
        proxy.thaw();
    }

    @Test
    void anApplicationThatStartsWithoutRedisCachesInMemoryAndSharesLater() throws Exception {
        proxy.shut();
        try (RunningApplication optional = JZenith.application()
                .withPlugins(RedisPlugin.create(), CachePlugin.create())
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.required", false)
                .withConfiguration("redis.connect-timeout", "1s")
                .run()) {
            final Cache<String> own = optional.get(Caches.class).of("products", String.class);
            assertThat(own.get("a", () -> Maybe.just("A")).blockingGet()).isEqualTo("A");
            assertThat(own.get("a", loader).blockingGet()).isEqualTo("A");
            assertThat(loader.loads()).isZero();
            proxy.reopen(server.port());
            awaitSharing(own);
        }
    }

    @Test
    void anOutageIsWarnedOfOnce() {
        try (LogLines log = LogLines.of("org.jzenith.cache")) {
            proxy.shut();
            for (int i = 0; i < 50 || gauge("cache.products.direct-loads") == 0; i++) {
                get("a" + i, "A");
            }
            assertThat(log.events())
                    .singleElement()
                    .satisfies(line -> assertThat(line.getLevel()).isEqualTo(Level.WARN))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .startsWith("The shared store of caches fails. Until it works again, this instance loads values"
                            + " by itself.");
        }
    }
}
