package org.jzenith.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.MaybeSubject;
import io.reactivex.subjects.SingleSubject;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.cache.error.CacheOverloadedException;
import org.jzenith.cache.error.CacheTimeoutException;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.test.internal.log.LogLines;

/** A cache in the memory of one instance. */
final class CacheTest {

    private static final Duration INSTANT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofHours(1);

    private RunningApplication application;
    private Caches caches;
    private Cache<String> products;
    private final Loader loader = new Loader();

    @BeforeEach
    void start() {
        application = JZenith.application()
                .withPlugins(CachePlugin.create())
                .withConfiguration("cache.never.load-timeout", "50ms")
                .withConfiguration("cache.few.max-loads", 2)
                .withConfiguration("cache.small.max-size", "10K")
                .withConfiguration("cache.small.max-entries", 5)
                .withConfiguration("cache.overridden.cache-absent-for", "1h")
                .run();
        caches = application.get(Caches.class);
        products = caches.of("products", String.class);
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private static <T> T ended(final TestObserver<T> observer) {
        observer.awaitTerminalEvent();
        observer.assertNoErrors();
        return observer.values().isEmpty() ? null : observer.values().get(0);
    }

    private static Throwable failed(final TestObserver<?> observer) {
        observer.awaitTerminalEvent();
        return observer.errors().get(0);
    }

    private static Maybe<String> fail() {
        return Maybe.error(new IllegalArgumentException("broken"));
    }

    private long gauge(final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .mapToLong(Gauge::used)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allCallersShareOneLoadAndLaterOnesGetTheValue() throws Exception {
        final List<TestObserver<String>> callers = IntStream.range(0, 100)
                .mapToObj(i -> products.get("a", loader).test())
                .toList();
        loader.next().onSuccess("A");
        assertThat(callers).allSatisfy(each -> assertThat(ended(each)).isEqualTo("A"));
        assertThat(products.get("a", loader).blockingGet()).isEqualTo("A");
        assertThat(loader.loads()).isEqualTo(1);
        assertThat(gauge("cache.products.loads")).isEqualTo(1);
        assertThat(gauge("cache.products.misses")).isEqualTo(100);
        assertThat(gauge("cache.products.hits")).isEqualTo(1);
        assertThat(gauge("cache.products.size")).isPositive();
    }

    @Test
    void theLoadGoesOnWhenTheFirstCallerLeaves() throws Exception {
        final TestObserver<String> first = products.get("a", loader).test();
        final TestObserver<String> second = products.get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        first.dispose();
        load.onSuccess("A");
        assertThat(ended(second)).isEqualTo("A");
        first.assertEmpty();
    }

    @Test
    void theLoadGoesOnWhenAllCallersLeave() throws Exception {
        final TestObserver<String> first = products.get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        first.dispose();
        load.onSuccess("A");
        assertThat(products.get("a", loader).blockingGet()).isEqualTo("A");
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void aFailureReachesAllWhoWaitAndIsNotCached() throws Exception {
        final TestObserver<String> first = products.get("a", loader).test();
        final TestObserver<String> second = products.get("a", loader).test();
        loader.next().onError(new IllegalArgumentException("broken"));
        assertThat(failed(first)).hasMessage("broken");
        assertThat(failed(second)).hasMessage("broken");
        assertThat(products.get("a", () -> Maybe.just("A")).blockingGet()).isEqualTo("A");
        assertThat(gauge("cache.products.load-failures")).isEqualTo(1);
    }

    @Test
    void aLoaderThatThrowsFailsTheCaller() {
        assertThatThrownBy(() -> products.get("a", () -> {
                            throw new IllegalArgumentException("broken");
                        })
                        .blockingGet())
                .hasMessage("broken");
    }

    @Test
    void anAbsentValueIsCachedOnlyWhereTheCodeSaysSo() {
        final AtomicInteger loads = new AtomicInteger();
        final Maybe<String> none = Maybe.<String>empty().doOnSubscribe(begun -> loads.incrementAndGet());
        assertThat(products.get("a", () -> none).blockingGet()).isNull();
        assertThat(products.get("a", () -> none).blockingGet()).isNull();
        assertThat(loads).hasValue(2);
        final Cache<String> absent = caches.of("absent", String.class).cachingAbsentFor(LONG);
        assertThat(absent.get("a", () -> none).blockingGet()).isNull();
        assertThat(absent.get("a", () -> none).blockingGet()).isNull();
        assertThat(loads).hasValue(3);
    }

    @Test
    void aSettingOverridesTheCode() {
        final Cache<String> overridden =
                caches.of("overridden", String.class).cachingAbsentFor(INSTANT).expiringAfter(INSTANT);
        overridden.get("a", Maybe::empty).ignoreElement().blockingAwait();
        assertThat(overridden.get("a", loader).blockingGet()).isNull();
        assertThat(loader.loads()).isZero();
    }

    @Test
    void anExpiredValueIsLoadedAgain() {
        final Cache<String> expiring = caches.of("expiring", String.class).expiringAfter(INSTANT);
        assertThat(expiring.get("a", () -> Maybe.just("A")).blockingGet()).isEqualTo("A");
        while (!"B".equals(expiring.get("a", () -> Maybe.just("B")).blockingGet())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aRefreshLoadsInTheBackgroundWhileCallersGetThePresentValue() throws Exception {
        final Cache<String> refreshed =
                caches.of("refreshed", String.class).expiringAfter(LONG).refreshingAfter(INSTANT);
        refreshed.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        while (loader.loads() == 0) {
            assertThat(refreshed.get("a", loader).blockingGet()).isEqualTo("A");
        }
        final MaybeSubject<String> load = loader.next();
        assertThat(refreshed.get("a", loader).blockingGet()).isEqualTo("A");
        load.onSuccess("B");
        while (!"B".equals(refreshed.get("a", loader).blockingGet())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aRefreshThatFailsLeavesTheValue() {
        final Cache<String> refreshed =
                caches.of("refreshed", String.class).expiringAfter(LONG).refreshingAfter(INSTANT);
        refreshed.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        while (gauge("cache.refreshed.load-failures") == 0) {
            assertThat(refreshed.get("a", CacheTest::fail).blockingGet()).isEqualTo("A");
        }
        assertThat(refreshed.get("a", CacheTest::fail).blockingGet()).isEqualTo("A");
    }

    @Test
    void anExpiredValueIsServedWhileTheLoaderFails() throws Exception {
        final Cache<String> stale =
                caches.of("stale", String.class).expiringAfter(INSTANT).servingStaleFor(LONG);
        stale.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        while (gauge("cache.stale.stale") == 0) {
            assertThat(stale.get("a", CacheTest::fail).blockingGet()).isEqualTo("A");
        }
        // From now on nobody waits for the loader.
        assertThat(stale.get("a", loader).blockingGet()).isEqualTo("A");
        while (loader.loads() == 0) {
            stale.get("a", loader).ignoreElement().blockingAwait();
        }
        final MaybeSubject<String> load = loader.next();
        assertThat(stale.get("a", loader).blockingGet()).isEqualTo("A");
        load.onSuccess("B");
        while (!"B".equals(stale.get("a", () -> Maybe.just("B")).blockingGet())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anExpiredValueIsNotServedForever() {
        final Cache<String> stale =
                caches.of("stale", String.class).expiringAfter(INSTANT).servingStaleFor(INSTANT);
        stale.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        assertThatThrownBy(() -> stale.get("a", CacheTest::fail).repeat().blockingSubscribe())
                .hasMessage("broken");
    }

    @Test
    void anExpiredValueThatWasInvalidatedIsNotServed() throws Exception {
        final Cache<String> stale =
                caches.of("stale", String.class).expiringAfter(INSTANT).servingStaleFor(LONG);
        stale.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        TestObserver<String> before = stale.get("a", loader).test();
        while (loader.loads() == 0) {
            before = stale.get("a", loader).test();
        }
        final MaybeSubject<String> load = loader.next();
        stale.invalidate("a").blockingAwait();
        load.onError(new IllegalArgumentException("broken"));
        assertThat(failed(before)).hasMessage("broken");
        assertThatThrownBy(() -> stale.get("a", CacheTest::fail).blockingGet()).hasMessage("broken");
    }

    @Test
    void aRefreshAfterTheExpiryIsWarnedOf() {
        try (LogLines log = LogLines.of("org.jzenith.cache")) {
            caches.of("late", String.class)
                    .expiringAfter(INSTANT)
                    .refreshingAfter(LONG)
                    .get("a", Maybe::empty)
                    .ignoreElement()
                    .blockingAwait();
            assertThat(log.messages())
                    .endsWith("The values of the cache 'late' are never refreshed, because they expire after 1 ms"
                            + ", before the refresh after 3600000 ms. Set a longer expiry.");
        }
    }

    @Test
    void aLoaderThatNeverAnswersIsDisposedAtTheTimeLimit() throws Exception {
        final TestObserver<String> caller =
                caches.of("never", String.class).get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        assertThat(failed(caller))
                .isInstanceOf(CacheTimeoutException.class)
                .hasMessage("The load of a value of the cache 'never' did not complete within 50 ms,"
                        + " the limit of cache.load-timeout.");
        assertThat(load.hasObservers()).isFalse();
    }

    @Test
    void moreLoadsThanTheLimitAreRefused() throws Exception {
        final Cache<String> few = caches.of("few", String.class);
        final TestObserver<String> first = few.get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        final TestObserver<String> second = few.get("b", loader).test();
        loader.next();
        assertThatThrownBy(() -> few.get("c", loader).blockingGet())
                .isInstanceOf(CacheOverloadedException.class)
                .hasMessageContaining("2 loads of the cache 'few' are in progress");
        load.onSuccess("A");
        ended(first);
        final TestObserver<String> third = few.get("c", loader).test();
        loader.next().onSuccess("C");
        assertThat(ended(third)).isEqualTo("C");
        second.dispose();
        assertThat(gauge("cache.few.refused-loads")).isEqualTo(1);
    }

    @Test
    void bytesAndNumberInMemoryAreLimited() {
        final Cache<String> small = caches.of("small", String.class);
        for (int i = 0; i < 20; i++) {
            small.get("large" + i, () -> Maybe.just("x".repeat(4_000)))
                    .ignoreElement()
                    .blockingAwait();
        }
        assertThat(gauge("cache.small.size")).isLessThanOrEqualTo(10 * 1024);
        assertThat(gauge("cache.small.evictions")).isGreaterThanOrEqualTo(18);
        small.invalidateAll().blockingAwait();
        for (int i = 0; i < 20; i++) {
            small.get("k".repeat(4_000) + i, () -> Maybe.just("x"))
                    .ignoreElement()
                    .blockingAwait();
        }
        assertThat(gauge("cache.small.evictions")).isGreaterThanOrEqualTo(36);
        small.invalidateAll().blockingAwait();
        for (int i = 0; i < 20; i++) {
            small.get("tiny" + i, () -> Maybe.just("x")).ignoreElement().blockingAwait();
        }
        assertThat(gauge("cache.small.evictions")).isGreaterThanOrEqualTo(51);
    }

    @Test
    void anInvalidValueIsLoadedAgain() {
        products.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        products.get("b", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        products.invalidate("a").blockingAwait();
        assertThat(products.get("a", () -> Maybe.just("B")).blockingGet()).isEqualTo("B");
        assertThat(products.get("b", () -> Maybe.just("B")).blockingGet()).isEqualTo("A");
        products.invalidateAll().blockingAwait();
        assertThat(products.get("b", () -> Maybe.just("B")).blockingGet()).isEqualTo("B");
    }

    @Test
    void aLoadThatMayHaveReadAnInvalidValueIsNotKept() throws Exception {
        final TestObserver<String> before = products.get("a", loader).test();
        final MaybeSubject<String> old = loader.next();
        products.invalidate("a").blockingAwait();
        final TestObserver<String> after = products.get("a", loader).test();
        final MaybeSubject<String> fresh = loader.next();
        fresh.onSuccess("new");
        assertThat(ended(after)).isEqualTo("new");
        old.onSuccess("old");
        assertThat(ended(before)).isEqualTo("old");
        assertThat(products.get("a", loader).blockingGet()).isEqualTo("new");
        assertThat(loader.loads()).isEqualTo(2);
    }

    @Test
    void aLoadHasAContextOfItsOwn() {
        final String context = products.get(
                        "a", () -> Maybe.just(RequestContext.current().id()))
                .blockingGet();
        assertThat(context).startsWith("products-");
    }

    @Test
    void aGenericTypeIsKept() {
        final Cache<List<Integer>> lists = caches.of("lists", new TypeReference<List<Integer>>() {});
        assertThat(lists.get("a", () -> Maybe.just(List.of(1, 2))).blockingGet())
                .containsExactly(1, 2);
    }

    /** Has nothing that Jackson writes. */
    private static final class Unwritable {}

    @Test
    void aValueThatIsNoJsonIsRefusedInMemoryToo() {
        assertThatThrownBy(() -> caches.of("unwritable", Unwritable.class)
                        .get("a", () -> Maybe.just(new Unwritable()))
                        .blockingGet())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("A value of the cache 'unwritable' cannot be written as JSON");
    }

    @Test
    void oneNameIsOneCache() {
        products.get("a", () -> Maybe.just("A")).ignoreElement().blockingAwait();
        assertThat(caches.of("products", String.class).get("a", loader).blockingGet())
                .isEqualTo("A");
        assertThatThrownBy(() -> caches.of("products", Integer.class))
                .hasMessage("The cache 'products' has values of the type java.lang.String, not java.lang.Integer."
                        + " Use another name for one of the two caches.");
        final Cache<String> other = caches.of("products", String.class).expiringAfter(INSTANT);
        assertThatThrownBy(() -> other.get("a", loader))
                .hasMessageContaining("The cache 'products' is used with")
                .hasMessageContaining("Use the same times everywhere, or another name.");
        assertThatThrownBy(() -> caches.of("Products", String.class)).hasMessageContaining("not a valid name");
    }

    @Test
    void aPartOfAKeyCannotReachAnotherPrefix() {
        assertThat(Caches.key("tenant", "a:b", 7)).isEqualTo("tenant:a%3Ab:7");
        assertThat(Caches.key("a%3A")).isNotEqualTo(Caches.key("a:"));
    }

    @Test
    void aStoreThatTheApplicationDoesNotHaveFailsStartup() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(CachePlugin.create())
                        .withConfiguration("cache.store", "redis.sessions")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "cache.store is 'redis.sessions', and the application has no plugin 'redis.sessions'.")
                .hasMessageContaining("RedisPlugin.named(\"sessions\")");
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(CachePlugin.create())
                        .withConfiguration("cache.store", "postgresql")
                        .run())
                .hasMessageContaining("Set it to one of: memory.");
    }

    @Test
    void startupSaysThatEachInstanceHasItsOwnValuesAndWhichSettingsMatchNoCache() {
        try (LogLines log = LogLines.of("org.jzenith.cache")) {
            JZenith.application()
                    .withPlugins(CachePlugin.create())
                    .withModules(binder -> {
                        binder.bind(Products.Table.class);
                        binder.bind(Products.class).asEagerSingleton();
                    })
                    .withConfiguration("cache.prodcts.max-loads", 5)
                    .run()
                    .close();
            assertThat(log.messages())
                    .containsExactly(
                            "There are settings for caches that the application does not create at startup:"
                                    + " cache.prodcts. The caches are products.",
                            "Caches: products. Each instance of the application has its own values, because there is no"
                                    + " shared store. Add RedisPlugin to share them.");
        }
    }

    @Test
    void cachesThatMayFillTheHeapAreWarnedOf() {
        try (LogLines log = LogLines.of("org.jzenith.cache")) {
            JZenith.application()
                    .withPlugins(CachePlugin.create())
                    .withModules(binder -> {
                        binder.bind(Products.Table.class);
                        binder.bind(Products.class).asEagerSingleton();
                    })
                    .withConfiguration("cache.products.max-size", "1000G")
                    .run()
                    .close();
            assertThat(log.messages())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("Together, the caches may take 1000G, as JSON, but the heap has")
                            .endsWith("Lower cache.max-size or cache.NAME.max-size until the sum is at most a quarter"
                                    + " of the heap."));
        }
    }

    @Test
    void eachCallerGetsTheValueOnItsEventLoop() throws Exception {
        final List<EventLoopContext> loops = EventLoopContext.onEach(application.get(Vertx.class));
        final List<SingleSubject<Boolean>> own =
                loops.stream().map(loop -> SingleSubject.<Boolean>create()).toList();
        for (int i = 0; i < loops.size(); i++) {
            final EventLoopContext loop = loops.get(i);
            final SingleSubject<Boolean> onOwn = own.get(i);
            loop.run(() -> products.get("a", loader)
                    .map(value -> loop.isInThread())
                    .toSingle()
                    .subscribe(onOwn));
        }
        loader.next().onSuccess("A");
        assertThat(loops).hasSizeGreaterThan(1);
        assertThat(own).allSatisfy(each -> assertThat(each.blockingGet()).isTrue());
        assertThat(loader.loads()).isEqualTo(1);
    }

    @Test
    void theStopEndsLoads() throws Exception {
        final TestObserver<String> caller = products.get("a", loader).test();
        final MaybeSubject<String> load = loader.next();
        application.close();
        assertThat(failed(caller)).hasMessageContaining("The application is stopping");
        assertThat(load.hasObservers()).isFalse();
    }

    @Test
    void theResultOfASubscriptionIsThatOfItsTime() {
        final Single<String> value = products.get("a", () -> Maybe.just("A")).toSingle();
        assertThat(value.blockingGet()).isEqualTo("A");
        products.invalidate("a").blockingAwait();
        products.get("a", () -> Maybe.just("B")).ignoreElement().blockingAwait();
        assertThat(value.blockingGet()).isEqualTo("B");
    }
}
