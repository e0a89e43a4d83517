package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.cache.SharedCacheStore.Lease;
import org.jzenith.core.cache.SharedCacheStore.Message;
import org.jzenith.core.cache.SharedCacheStore.Outcome;
import org.jzenith.core.cache.SharedCacheStore.Reading;
import org.jzenith.redis.embedded.EmbeddedRedis;
import org.jzenith.test.JZenithExtension;

/** The values and leases of caches in Redis, call by call. */
@Tag("full")
final class RedisCacheStoreTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RedisPlugin.create(), EmbeddedRedis.create()));

    private static final Duration LONG = Duration.ofHours(1);
    private static final Buffer VALUE = Buffer.buffer("{\"a\":\n1}");

    private RedisCacheStore store;

    @BeforeEach
    void start() {
        APP.get(RedisClient.class).command("FLUSHALL").ignoreElement().blockingAwait();
        store = new RedisCacheStore("redis", APP.get(RedisClient.class));
    }

    private Reading read(final String token) {
        return store.read("products", "a", token, LONG).blockingGet();
    }

    private Lease lease(final String token) {
        final Lease lease = read(token).lease();
        assertThat(lease).isNotNull();
        return lease;
    }

    private boolean finish(final Lease lease) {
        return store.finish("products", "a", lease, Outcome.STORED, VALUE, LONG).blockingGet();
    }

    @Test
    void aValueIsReadAsItWasStored() {
        assertThat(finish(lease("one"))).isTrue();
        final Reading reading = read("two");
        assertThat(reading.lease()).isNull();
        assertThat(reading.held()).isZero();
        assertThat(reading.value().json()).isEqualTo(VALUE);
        assertThat(reading.value().age()).isLessThan(LONG);
    }

    @Test
    void anAbsenceIsAValueToo() {
        assertThat(store.finish("products", "a", lease("one"), Outcome.STORED, null, LONG)
                        .blockingGet())
                .isTrue();
        assertThat(read("two").value().json()).isNull();
    }

    @Test
    void anOldValueComesWithTheLease() {
        assertThat(finish(lease("one"))).isTrue();
        final Reading reading =
                store.read("products", "a", "two", Duration.ZERO).blockingGet();
        assertThat(reading.lease()).isNotNull();
        assertThat(reading.value().json()).isEqualTo(VALUE);
    }

    @Test
    void oneHoldsTheLease() {
        final Lease lease = lease("one");
        assertThat(read("two").lease()).isNull();
        assertThat(read("three").held()).isPositive();
        store.renew("products", "a", lease).blockingAwait();
        assertThat(finish(lease)).isTrue();
        assertThat(finish(lease)).as("it has ended").isFalse();
    }

    @Test
    void aLeaseWithoutAValueLeavesTheNextOneToAnother() {
        assertThat(store.finish("products", "a", lease("one"), Outcome.FAILED, null, LONG)
                        .blockingGet())
                .isTrue();
        assertThat(lease("two").token()).isEqualTo("two");
    }

    @Test
    void aLoadOfAnInvalidValueStoresNothing() {
        final Lease old = lease("one");
        store.invalidate("products", "a").blockingAwait();
        assertThat(finish(old)).isFalse();
        final Lease fresh = lease("two");
        assertThat(finish(old)).isFalse();
        store.renew("products", "a", old).blockingAwait();
        assertThat(finish(fresh)).isTrue();
    }

    @Test
    void aLoadBeforeAllWereInvalidatedStoresNothing() {
        final Lease old = lease("one");
        store.invalidateAll("products").blockingAwait();
        assertThat(finish(old)).isFalse();
        assertThat(finish(lease("two"))).isTrue();
        store.invalidateAll("products").blockingAwait();
        assertThat(lease("three").token()).isEqualTo("three");
    }

    @Test
    void valuesWithoutTheirGenerationAreAbsent() {
        assertThat(finish(lease("one"))).isTrue();
        assertThat(APP.get(RedisClient.class)
                        .delete("jzenith:cache:1:generation:products")
                        .blockingGet())
                .isEqualTo(1);
        assertThat(read("two").value()).isNull();
    }

    @Test
    void instancesHearOfInvalidValuesAndOfLoadsForWhichOneWaits() {
        final TestSubscriber<Message> messages = store.messages().test();
        messages.awaitCount(1);
        assertThat(finish(lease("one"))).as("nobody waits").isTrue();
        store.invalidate("products", "a b\n").blockingAwait();
        store.invalidateAll("products").blockingAwait();
        final Lease lease = lease("two");
        assertThat(read("three").lease()).isNull();
        assertThat(finish(lease)).isTrue();
        APP.get(RedisClient.class)
                .publish("jzenith:cache:1", "from a later version")
                .ignoreElement()
                .blockingAwait();
        messages.awaitCount(5);
        messages.assertValues(
                new Message.Missed(),
                new Message.Invalidated("products", "a b\n"),
                new Message.AllInvalidated("products"),
                new Message.LoadEnded("products", "a", Outcome.STORED),
                new Message.Missed());
        messages.cancel();
    }
}
