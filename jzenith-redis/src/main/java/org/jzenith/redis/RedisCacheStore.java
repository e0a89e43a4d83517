package org.jzenith.redis;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.message.RedisMessage;

/**
 * Redis as the shared store of caches. A value consists of a header and JSON. The header has the cache's generation and the time for which
 * Redis keeps the value; from this time the server computes the value's age. The header ends with {@code +}, or with {@code -} for an absent
 * value. A lease is a key with the token of its holder, followed by {@code +} if another instance waits for a message. All times are from the
 * server's clock.
 */
final class RedisCacheStore implements SharedCacheStore {

    private static final long LEASE_MILLIS = 5_000;

    /** Shorter than a lease, because the server may grant a lease to an instance that no longer waits for the reply. */
    private static final long UNCONFIRMED_MILLIS = 1_000;

    /** The prefix of all keys, and the name of the channel. The number changes with the format of values. */
    private static final String PREFIX = "jzenith:cache:1";

    private static final int LEASED = 1;
    private static final int HELD = 2;

    private static final RedisScript READ = RedisScript.of("""
            local generation = redis.call('GET', KEYS[3])
            if not generation then
                generation = ARGV[4]
                redis.call('SET', KEYS[3], generation)
            end
            local value = redis.call('GET', KEYS[1]) or ''
            local age = -1
            if value ~= '' then
                local of, kept = string.match(value, '^(%S+) (%d+) ')
                if of == generation then
                    age = tonumber(kept) - redis.call('PTTL', KEYS[1])
                    if age < tonumber(ARGV[3]) then return {0, value, age} end
                else
                    value = ''
                end
            end
            if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then
                return {1, value, age, generation}
            end
            if string.sub(redis.call('GET', KEYS[2]), -1) ~= '+' then
                redis.call('APPEND', KEYS[2], '+')
            end
            return {2, value, age, redis.call('PTTL', KEYS[2])}
            """);

    private static final RedisScript RENEW = RedisScript.of("""
            local holder = redis.call('GET', KEYS[1])
            if holder == ARGV[1] or holder == ARGV[1] .. '+' then
                return redis.call('PEXPIRE', KEYS[1], ARGV[2])
            end
            return 0
            """);

    private static final RedisScript FINISH = RedisScript.of("""
            local holder = redis.call('GET', KEYS[2])
            if holder ~= ARGV[1] and holder ~= ARGV[1] .. '+' then return 0 end
            redis.call('DEL', KEYS[2])
            local kept = redis.call('GET', KEYS[3]) == ARGV[2]
            if kept and ARGV[3] ~= '' then
                redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
            end
            if string.sub(holder, -1) == '+' then
                redis.call('PUBLISH', ARGV[5], kept and ARGV[6] or ARGV[7])
            end
            return kept and 1 or 0
            """);

    private static final RedisScript INVALIDATE = RedisScript.of("""
            redis.call('DEL', KEYS[1], KEYS[2])
            return redis.call('PUBLISH', ARGV[1], ARGV[2])
            """);

    private static final RedisScript INVALIDATE_ALL = RedisScript.of("""
            redis.call('SET', KEYS[1], ARGV[1])
            return redis.call('PUBLISH', ARGV[2], ARGV[3])
            """);

    private final String name;
    private final RedisClient redis;

    /** @param name the name of the plugin */
    RedisCacheStore(final String name, final RedisClient redis) {
        this.name = name;
        this.redis = redis;
    }

    @Override
    public String name() {
        return name;
    }

    private static String value(final String cache, final String key) {
        return PREFIX + ":value:" + cache + ":" + key;
    }

    private static String lease(final String cache, final String key) {
        return PREFIX + ":lease:" + cache + ":" + key;
    }

    private static String generation(final String cache) {
        return PREFIX + ":generation:" + cache;
    }

    private static String newGeneration() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Single<Reading> read(final String cache, final String key, final String token, final Duration maxAge) {
        return redis.run(
                        READ,
                        List.of(value(cache, key), lease(cache, key), generation(cache)),
                        token,
                        UNCONFIRMED_MILLIS,
                        maxAge.toMillis(),
                        newGeneration())
                .map(reply -> reading(reply.list(), token));
    }

    private static Reading reading(final List<RedisReply> parts, final String token) {
        final Stored stored = stored(parts.get(1).bytes(), parts.get(2).number());
        return switch ((int) parts.get(0).number()) {
            case LEASED -> new Reading(stored, new Lease(token, parts.get(3).text()), Duration.ZERO);
            case HELD ->
                new Reading(
                        stored, null, Duration.ofMillis(Math.max(1, parts.get(3).number())));
            default -> new Reading(stored, null, Duration.ZERO);
        };
    }

    /** Splits a value into header and JSON. The header is ASCII, and ends with a line break. */
    private static @Nullable Stored stored(final Buffer value, final long ageMillis) {
        int end = 0;
        while (end < value.length() && value.getByte(end) != '\n') {
            end++;
        }
        if (end == 0 || end == value.length()) {
            return null;
        }
        final boolean isAbsence = value.getByte(end - 1) == '-';
        return new Stored(
                isAbsence ? null : value.slice(end + 1, value.length()), Duration.ofMillis(Math.max(0, ageMillis)));
    }

    @Override
    public Completable renew(final String cache, final String key, final Lease lease) {
        return redis.run(RENEW, List.of(lease(cache, key)), lease.token(), LEASE_MILLIS)
                .ignoreElement();
    }

    @Override
    public Single<Boolean> finish(
            final String cache,
            final String key,
            final Lease lease,
            final Outcome outcome,
            final @Nullable Buffer value,
            final Duration kept) {
        final Buffer stored = Buffer.buffer();
        if (outcome == Outcome.STORED) {
            stored.appendString(lease.generation() + " " + kept.toMillis() + (value == null ? " -\n" : " +\n"));
            if (value != null) {
                stored.appendBuffer(value);
            }
        }
        return redis.run(
                        FINISH,
                        List.of(value(cache, key), lease(cache, key), generation(cache)),
                        lease.token(),
                        lease.generation(),
                        stored,
                        kept.toMillis(),
                        PREFIX,
                        message(outcome.name(), cache, key),
                        // Nothing that was invalidated is an answer: those who wait ask again.
                        message(Outcome.STORED.name(), cache, key))
                .map(reply -> reply.number() == 1);
    }

    @Override
    public Completable invalidate(final String cache, final String key) {
        return redis.run(
                        INVALIDATE,
                        List.of(value(cache, key), lease(cache, key)),
                        PREFIX,
                        message("INVALIDATED", cache, key))
                .ignoreElement();
    }

    @Override
    public Completable invalidateAll(final String cache) {
        return redis.run(
                        INVALIDATE_ALL,
                        List.of(generation(cache)),
                        newGeneration(),
                        PREFIX,
                        message("ALL_INVALIDATED", cache, ""))
                .ignoreElement();
    }

    private static String message(final String kind, final String cache, final String key) {
        return kind + " " + cache + " " + key;
    }

    @Override
    public Flowable<Message> messages() {
        return redis.messages(PREFIX).map(RedisCacheStore::message);
    }

    /** Parses a message. An unknown one from a later version can mean that anything has changed. */
    private static Message message(final RedisMessage message) {
        if (!(message instanceof final RedisMessage.Received received)) {
            return new Message.Missed();
        }
        final String[] parts =
                received.payload().toString(StandardCharsets.UTF_8).split(" ", 3);
        if (parts.length < 3) {
            return new Message.Missed();
        }
        return switch (parts[0]) {
            case "INVALIDATED" -> new Message.Invalidated(parts[1], parts[2]);
            case "ALL_INVALIDATED" -> new Message.AllInvalidated(parts[1]);
            case "STORED", "EMPTY", "FAILED" -> new Message.LoadEnded(parts[1], parts[2], Outcome.valueOf(parts[0]));
            default -> new Message.Missed();
        };
    }

    @Override
    public @Nullable String remedy(final Throwable error) {
        return error instanceof final CommandRefusedException refused
                ? "Give the Redis user access to the channel " + PREFIX + ": ACL SETUSER <user> &" + PREFIX + " ("
                        + refused.code() + ")."
                : null;
    }
}
