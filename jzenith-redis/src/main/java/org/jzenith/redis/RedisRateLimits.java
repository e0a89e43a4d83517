package org.jzenith.redis;

import io.reactivex.Single;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.internal.limit.BoundedKey;
import org.jzenith.core.limit.RateLimitStore;

/**
 * Counts the requests of all instances in token buckets, by the server's clock. The value of a key has the time of the last request and the
 * time until the bucket is full; the server deletes the key then. The instances of a limit are those that used it in the last 30 s. Safe for
 * use by many threads.
 */
final class RedisRateLimits implements RateLimitStore {

    /**
     * Takes a permit of KEYS[1]. ARGV[1] is the nanoseconds for one permit, ARGV[2] the nanoseconds for a full bucket. Numbers in Lua are exact
     * up to 2^53, so clock times are in microseconds, and bucket times in nanoseconds. If the clock goes back, counting continues from the
     * state of the key.
     */
    private static final RedisScript TAKE = RedisScript.of("""
            local clock = redis.call('TIME')
            local now, interval, whole = clock[1] * 1000000 + clock[2], tonumber(ARGV[1]), tonumber(ARGV[2])
            local last, before = now, 0
            local known = redis.call('GET', KEYS[1])
            if known then
                local time, left = string.match(known, '^(%d+) (%d+)$')
                last = tonumber(time)
                before = math.min(whole, math.max(0, left - math.max(0, now - last) * 1000))
            end
            local after = before + interval
            local refused = after > whole
            if refused and last <= now then
                return {-1, before, after - whole}
            end
            local left = refused and before or after
            redis.call('SET', KEYS[1], string.format('%.0f %.0f', now, left), 'PX', math.ceil(left / 1000000))
            if refused then
                return {-1, before, after - whole}
            end
            return {math.floor((whole - after) / interval), after, 0}
            """);

    /** Adds the instance ARGV[1] to KEYS[1], and returns the number of instances that were added in the last 30 s. */
    private static final RedisScript COUNT_INSTANCES = RedisScript.of("""
            local now = redis.call('TIME')[1]
            redis.call('ZADD', KEYS[1], now, ARGV[1])
            redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 30)
            redis.call('EXPIRE', KEYS[1], 60)
            return redis.call('ZCARD', KEYS[1])
            """);

    private static final long COUNT_NANOS = Duration.ofSeconds(10).toNanos();

    private final RedisClient client;
    private final String instance = UUID.randomUUID().toString();

    RedisRateLimits(final RedisClient client) {
        this.client = client;
    }

    @Override
    public RateLimitStore.Counter counter(final String limit, final long permits, final Duration time) {
        return new SharedCounter(limit, permits, time);
    }

    private final class SharedCounter implements RateLimitStore.Counter {

        private final String prefix;
        private final long interval;
        private final long whole;
        private final AtomicLong countedAt = new AtomicLong(System.nanoTime() - COUNT_NANOS);
        private volatile long instances = 1;

        SharedCounter(final String limit, final long permits, final Duration time) {
            this.prefix = "jzenith:rate-limit:" + limit + ":";
            this.interval = Math.max(1, time.toNanos() / permits);
            this.whole = interval * permits;
        }

        @Override
        public Single<RateLimitStore.Taken> take(final String key) {
            return Single.defer(() -> {
                final Single<RateLimitStore.Taken> taken = client.run(
                                TAKE, List.of(prefix + BoundedKey.sha256(key)), interval, whole)
                        .map(SharedCounter::taken);
                return isCountDue() ? taken.zipWith(countInstances(), (result, counted) -> result) : taken;
            });
        }

        private static RateLimitStore.Taken taken(final RedisReply reply) {
            final List<RedisReply> parts = reply.list();
            return new RateLimitStore.Taken(
                    parts.get(0).number(), parts.get(1).number(), parts.get(2).number());
        }

        private boolean isCountDue() {
            final long now = System.nanoTime();
            final long before = countedAt.get();
            return now - before >= COUNT_NANOS && countedAt.compareAndSet(before, now);
        }

        /** Counts the instances in the same pipeline as the command for the permit. */
        private Single<Long> countInstances() {
            return client.run(COUNT_INSTANCES, List.of(prefix + "instances"), instance)
                    .map(RedisReply::number)
                    .doOnSuccess(counted -> instances = counted)
                    .onErrorReturnItem(instances);
        }

        @Override
        public long instances() {
            return instances;
        }
    }
}
