package org.jzenith.benchmark.redis;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jzenith.cache.Cache;
import org.jzenith.cache.Caches;
import org.jzenith.redis.RedisClient;
import org.jzenith.rest.limit.RateLimit;

/** Each use of Redis, by jZenith and by hand. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public final class CostResource {

    static final String VALUE = "x".repeat(100);
    static final List<String> KEYS =
            IntStream.range(0, 20).mapToObj(i -> "key:" + i).toList();
    private static final String KEY = KEYS.get(0);

    private final RedisClient redis;
    private final ByHand byHand;
    private final Cache<String> cache;

    @Inject
    CostResource(final RedisClient redis, final ByHand byHand, final Caches caches) {
        this.redis = redis;
        this.byHand = byHand;
        this.cache = caches.of("values", String.class).expiringAfter(Duration.ofHours(1));
    }

    /** Returns the value of a key. */
    @GET
    @Path("get")
    public Maybe<String> get() {
        return redis.get(KEY);
    }

    /** Returns the value of a key, by hand. */
    @GET
    @Path("by-hand/get")
    public Single<String> getByHand() {
        return byHand.get(KEY);
    }

    /** Returns the length of the values of 20 keys. */
    @GET
    @Path("gets")
    public Single<Integer> gets() {
        return Flowable.fromIterable(KEYS)
                .flatMapMaybe(redis::get)
                .reduce(0, (length, value) -> length + value.length());
    }

    /** Returns the length of the values of 20 keys, by hand. */
    @GET
    @Path("by-hand/gets")
    public Single<Integer> getsByHand() {
        return byHand.lengths(KEYS);
    }

    /** Returns a value that is in the memory of the cache. */
    @GET
    @Path("cached")
    public Maybe<String> cached() {
        return cache.get(KEY, () -> redis.get(KEY));
    }

    /** Returns a value without a cache. */
    @GET
    @Path("by-hand/cached")
    public Maybe<String> constant() {
        return Maybe.just(VALUE);
    }

    /** Returns a value; the limit is shared. */
    @GET
    @Path("limited")
    @RateLimit(permits = 1_000_000, per = "1s")
    public Single<String> limited() {
        return Single.just(VALUE);
    }

    /** Returns a value after a script; the limit is in memory. */
    @GET
    @Path("by-hand/limited")
    @RateLimit(permits = 1_000_000, per = "1s")
    public Single<String> limitedByHand() {
        return byHand.runScript().map(done -> VALUE);
    }
}
