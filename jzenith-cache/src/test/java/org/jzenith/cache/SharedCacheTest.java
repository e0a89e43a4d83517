package org.jzenith.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.reactivex.Maybe;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.MaybeSubject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.redis.Keys;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;

/** Two instances of an application that share a cache through Redis. */
final class SharedCacheTest {

    private static final Duration INSTANT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private RedisServer server;
    private RunningApplication first;
    private RunningApplication second;
    private final Loader loader = new Loader();

    @BeforeEach
    void start() {
        server = RedisServer.start();
        first = instance(server);
        second = instance(server);
    }

    static RunningApplication instance(final RedisServer server, final String... settings) {
        return JZenith.application(settings)
                .withPlugins(RedisPlugin.create(), CachePlugin.create())
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .run();
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
        server.close();
    }

    private static Cache<String> products(final RunningApplication application) {
        return application.get(Caches.class).of("products", String.class).expiringAfter(LONG);
    }

    private static String get(final Cache<String> cache, final String loaded) {
        return cache.get("a", () -> Maybe.just(loaded)).blockingGet();
    }

    private static String ended(final TestObserver<String> observer) {
        observer.awaitTerminalEvent();
        observer.assertNoErrors();
        return observer.values().isEmpty() ? "none" : observer.values().get(0);
    }

    private static long gauge(final RunningApplication application, final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .mapToLong(Gauge::used)
                .findFirst()
                .orElseThrow();
    }

    private RedisClient redis() {
        return first.get(RedisClient.class);
    }

    /** The lease of a load ends with a plus when another instance waits. */
    private void awaitWaiting() {
        until(() ->
                redis().get("jzenith:cache:1:lease:products:a").blockingGet("").endsWith("+"));
    }

    @Test
    void theOtherInstanceWaitsForTheLoadAndGetsItsValue() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final List<TestObserver<String>> others = List.of(
                products(second).get("a", loader).test(),
                products(second).get("a", loader).test());
        awaitWaiting();
        load.onSuccess("A");
        assertThat(ended(one)).isEqualTo("A");
        assertThat(others).allSatisfy(each -> assertThat(ended(each)).isEqualTo("A"));
        assertThat(loader.loads()).isEqualTo(1);
        assertThat(gauge(second, "cache.products.loads")).isZero();
    }

    @Test
    void aValueInRedisNeedsNoLoad() {
        assertThat(get(products(first), "A")).isEqualTo("A");
        assertThat(get(products(second), "B")).isEqualTo("A");
    }

    @Test
    void anAbsentValueIsNotLoadedByTheInstanceThatWaits() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final TestObserver<String> other = products(second).get("a", loader).test();
        awaitWaiting();
        load.onComplete();
        assertThat(ended(one)).isEqualTo("none");
        assertThat(ended(other)).isEqualTo("none");
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void aCachedAbsenceIsShared() {
        for (final RunningApplication each : List.of(first, second)) {
            assertThat(each.get(Caches.class)
                            .of("absent", String.class)
                            .cachingAbsentFor(LONG)
                            .get("a", () -> each == first ? Maybe.empty() : Maybe.just("B"))
                            .blockingGet())
                    .isNull();
        }
    }

    @Test
    void theInstanceThatWaitsLoadsWhenTheLoadFails() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final TestObserver<String> other = products(second).get("a", loader).test();
        awaitWaiting();
        load.onError(new IllegalArgumentException("broken"));
        one.awaitTerminalEvent();
        assertThat(one.errors())
                .singleElement()
                .extracting(Throwable::getMessage)
                .isEqualTo("broken");
        loader.next().onSuccess("B");
        assertThat(ended(other)).isEqualTo("B");
    }

    @Test
    void theLeaseOfADeadInstanceEnds() {
        redis().set("jzenith:cache:1:lease:products:a", "dead", Duration.ofMillis(200))
                .blockingAwait();
        assertThat(get(products(first), "A")).isEqualTo("A");
        // Callers do not wait until the value is stored.
        until(() -> !redis().exists("jzenith:cache:1:lease:products:a").blockingGet());
        assertThat(get(products(second), "B")).isEqualTo("A");
    }

    @Test
    void aLoadThatTakesLongKeepsItsLease() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        assertThat(redis().expire("jzenith:cache:1:lease:products:a", Duration.ofMillis(1_500))
                        .blockingGet())
                .isTrue();
        until(() -> redis().timeToLive("jzenith:cache:1:lease:products:a")
                        .blockingGet()
                        .compareTo(Duration.ofMillis(1_500))
                > 0);
        load.onSuccess("A");
        assertThat(ended(one)).isEqualTo("A");
    }

    @Test
    void aCallerThatWaitedForAnotherInstanceLeavesNothingBehind() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final TestObserver<String> other = products(second).get("a", loader).test();
        awaitWaiting();
        other.dispose();
        load.onError(new IllegalArgumentException("broken"));
        one.awaitTerminalEvent();
        assertThat(get(products(second), "B")).isEqualTo("B");
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void aStopEndsTheLease() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        loader.next();
        final TestObserver<String> other = products(second).get("a", loader).test();
        awaitWaiting();
        first.close();
        one.awaitTerminalEvent();
        loader.next().onSuccess("B");
        assertThat(ended(other)).isEqualTo("B");
    }

    @Test
    void aStopFailsCallersThatWaitForAnotherInstanceAndThoseThatComeLater() throws Exception {
        final TestObserver<String> one = products(first).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final TestObserver<String> other = products(second).get("a", loader).test();
        awaitWaiting();
        second.close();
        for (final TestObserver<String> each :
                List.of(other, products(second).get("b", loader).test())) {
            assertThat(each.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(each.errors())
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .isEqualTo("The application is stopping, so the cache 'products' no longer loads values.");
        }
        load.onSuccess("A");
        assertThat(ended(one)).isEqualTo("A");
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void anInvalidValueLeavesTheMemoryOfEachInstance() {
        assertThat(get(products(first), "A")).isEqualTo("A");
        assertThat(get(products(second), "A")).isEqualTo("A");
        products(first).invalidate("a").blockingAwait();
        assertThat(get(products(first), "B")).isEqualTo("B");
        until(() -> get(products(second), "C").equals("B"));
    }

    @Test
    void allInvalidValuesLeaveTheMemoryOfEachInstance() {
        assertThat(get(products(first), "A")).isEqualTo("A");
        assertThat(get(products(second), "A")).isEqualTo("A");
        products(first).invalidateAll().blockingAwait();
        assertThat(get(products(first), "B")).isEqualTo("B");
        until(() -> get(products(second), "C").equals("B"));
    }

    @Test
    void aLoadThatMayHaveReadWhatAnotherInstanceInvalidatesIsNotKept() throws Exception {
        final TestObserver<String> before = products(first).get("a", loader).test();
        final MaybeSubject<String> old = loader.next();
        products(second).invalidate("a").blockingAwait();
        old.onSuccess("old");
        assertThat(ended(before)).isEqualTo("old");
        assertThat(get(products(second), "new")).isEqualTo("new");
        until(() -> get(products(first), "newer").equals("new"));
    }

    @Test
    void aLoadThatMayHaveReadWhatIsAllInvalidatedIsNotKept() throws Exception {
        final TestObserver<String> before = products(first).get("a", loader).test();
        final MaybeSubject<String> old = loader.next();
        products(second).invalidateAll().blockingAwait();
        old.onSuccess("old");
        assertThat(ended(before)).isEqualTo("old");
        assertThat(get(products(second), "new")).isEqualTo("new");
    }

    @Test
    void aCallerThatWaitsGetsWhatWasLoadedAfterTheInvalidation() throws Exception {
        final TestObserver<String> before = products(first).get("a", loader).test();
        final MaybeSubject<String> old = loader.next();
        final TestObserver<String> waiting = products(second).get("a", loader).test();
        awaitWaiting();
        products(first).invalidate("a").blockingAwait();
        loader.next().onSuccess("new");
        assertThat(ended(waiting)).isEqualTo("new");
        old.onSuccess("old");
        assertThat(ended(before)).isEqualTo("old");
    }

    @Test
    void aCallerThatComesAfterAllIsInvalidatedDoesNotGetAnEarlierAbsence() throws Exception {
        final TestObserver<String> before = products(first).get("a", loader).test();
        final MaybeSubject<String> old = loader.next();
        products(second).invalidateAll().blockingAwait();
        final TestObserver<String> after =
                products(second).get("a", () -> Maybe.just("new")).test();
        awaitWaiting();
        old.onComplete();
        assertThat(ended(before)).isEqualTo("none");
        assertThat(ended(after)).isEqualTo("new");
    }

    /** Has a deserializer that throws an exception of its own. */
    @JsonDeserialize(using = Fussy.Reader.class)
    record Fussy(String text) {

        static final class Reader extends JsonDeserializer<Fussy> {

            @Override
            public Fussy deserialize(final JsonParser parser, final DeserializationContext context) {
                throw new IllegalArgumentException("fussy");
            }
        }
    }

    @Test
    void aValueWhoseDeserializerThrowsCountsAsAbsent() {
        assertThat(get(products(first), "A")).isEqualTo("A");
        final TestObserver<Fussy> caller = second.get(Caches.class)
                .of("products", Fussy.class)
                .expiringAfter(LONG)
                .get("a", () -> Maybe.just(new Fussy("B")))
                .test();
        assertThat(caller.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        caller.assertValue(new Fussy("B"));
    }

    /** The value as another release of the application caches it. */
    record Count(int count) {}

    @Test
    void aValueThatThisReleaseCannotReadCountsAsAbsent() {
        final Cache<Count> otherRelease =
                second.get(Caches.class).of("products", Count.class).expiringAfter(LONG);
        assertThat(get(products(first), "A")).isEqualTo("A");
        assertThat(otherRelease.get("a", () -> Maybe.just(new Count(2))).blockingGet())
                .isEqualTo(new Count(2));
        assertThat(gauge(second, "cache.products.unreadable")).isEqualTo(1);
        // Each release goes on with its own value in memory.
        assertThat(get(products(first), "B")).isEqualTo("A");
        assertThat(otherRelease.get("a", Maybe::empty).blockingGet()).isEqualTo(new Count(2));
    }

    @Test
    void aRefreshHappensOnceForAllInstances() throws Exception {
        final List<Cache<String>> refreshed = Arrays.asList(first, second).stream()
                .map(each -> each.get(Caches.class)
                        .of("refreshed", String.class)
                        .expiringAfter(LONG)
                        .refreshingAfter(Duration.ofMillis(100)))
                .toList();
        assertThat(get(refreshed.get(0), "A")).isEqualTo("A");
        assertThat(get(refreshed.get(1), "A")).isEqualTo("A");
        while (loader.loads() == 0) {
            refreshed.forEach(
                    each -> assertThat(each.get("a", loader).blockingGet()).isEqualTo("A"));
        }
        final MaybeSubject<String> load = loader.next();
        refreshed.forEach(
                each -> assertThat(each.get("a", loader).blockingGet()).isEqualTo("A"));
        load.onSuccess("B");
        refreshed.forEach(each -> {
            until(() -> "B".equals(each.get("a", () -> Maybe.just("B")).blockingGet()));
        });
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void anExpiredValueOfRedisIsServedWhileTheLoaderFails() {
        final AtomicInteger fails = new AtomicInteger();
        final List<Cache<String>> stale = Arrays.asList(first, second).stream()
                .map(each -> each.get(Caches.class)
                        .of("stale", String.class)
                        .expiringAfter(INSTANT)
                        .servingStaleFor(LONG))
                .toList();
        assertThat(get(stale.get(0), "A")).isEqualTo("A");
        while (fails.get() == 0) {
            assertThat(stale.get(1)
                            .get(
                                    "a",
                                    () -> Maybe.<String>error(new IllegalArgumentException("broken"))
                                            .doOnError(error -> fails.incrementAndGet()))
                            .blockingGet())
                    .isEqualTo("A");
        }
    }

    @Test
    void aValueThatRedisRefusesIsKeptInMemoryAndBlocksNobody() {
        try (RunningApplication small = instance(server, "--redis.max-value-size=1K")) {
            final Cache<String> large = products(small);
            final String value = "x".repeat(2_000);
            assertThat(get(large, value)).isEqualTo(value);
            assertThat(get(products(second), "B")).isEqualTo("B");
        }
    }

    @Test
    void keysOfClientsReachNoOtherCache() {
        final Cache<String> other = first.get(Caches.class).of("products-a", String.class);
        final String key = "a:b\r\n\u0000 INVALIDATED products a";
        assertThat(get(products(second), "A")).isEqualTo("A");
        assertThat(other.get(key, () -> Maybe.just("B")).blockingGet()).isEqualTo("B");
        other.invalidate(key).blockingAwait();
        assertThat(other.get(key, () -> Maybe.just("C")).blockingGet()).isEqualTo("C");
        assertThat(get(products(second), "D")).isEqualTo("A");
        assertThat(redis().exists(Keys.of("jzenith:cache:1:value:products", "a"))
                        .blockingGet())
                .isTrue();
    }

    @Test
    void aUserWhoMayNotReceiveMessagesFailsStartup() {
        redis().command("ACL", "SETUSER", "shop", "on", ">secret", "~*", "+@all", "resetchannels")
                .ignoreElement()
                .blockingAwait();
        assertThatThrownBy(() -> instance(server, "--redis.username=shop", "--redis.password=secret"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Redis does not permit this application to receive messages about caches.")
                .hasMessageContaining("ACL SETUSER <user> &jzenith:cache:1");
    }

    @Test
    void aCacheInMemoryIsOneForEachInstance() {
        try (RunningApplication alone = instance(server, "--cache.store=memory")) {
            assertThat(get(products(first), "A")).isEqualTo("A");
            assertThat(get(products(alone), "B")).isEqualTo("B");
        }
    }
}
