package org.jzenith.cache.internal.store;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.RedisScript;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.message.RedisMessage;

/**
 * Redis as the shared store. A value is a header and JSON. The header has the generation of the cache, the time for which Redis keeps the
 * value, from which the server computes its age, and {@code +}, or {@code -} for an absence. A lease is a key with the token of its holder,
 * and ends with {@code +} if another instance waits for a message. All times are those of the server. Loaded only by an application with
 * Redis.
 */
public final class RedisStore implements SharedStore {

    private static final long LEASE_MILLIS = 5_000;

    /** Part of all keys; changes with the format of values. */
    private static final String VERSION = "1";

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
                redis.call('PUBLISH', ARGV[5], ARGV[6])
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

    private final RedisClient redis;
    private final String name;
    private final String prefix;

    private RedisStore(final RedisClient redis, final String name, final String prefix) {
        this.redis = redis;
        this.name = name;
        this.prefix = prefix + ":" + VERSION;
    }

    /**
     * Creates the store on a client of the application.
     *
     * @param injector the application's objects
     * @param qualifier that of the plugin; empty for the one without
     * @param prefix the start of all keys
     * @return null if the application has no such plugin
     */
    public static @Nullable RedisStore of(final Injector injector, final String qualifier, final String prefix) {
        final Key<RedisClient> key =
                qualifier.isEmpty() ? Key.get(RedisClient.class) : Key.get(RedisClient.class, Names.named(qualifier));
        return injector.getExistingBinding(key) == null
                ? null
                : new RedisStore(
                        injector.getInstance(key), qualifier.isEmpty() ? "redis" : "redis." + qualifier, prefix);
    }

    @Override
    public String name() {
        return name;
    }

    private String value(final String cache, final String key) {
        return prefix + ":value:" + cache + ":" + key;
    }

    private String lease(final String cache, final String key) {
        return prefix + ":lease:" + cache + ":" + key;
    }

    private String generation(final String cache) {
        return prefix + ":generation:" + cache;
    }

    private static String newGeneration() {
        return UUID.randomUUID().toString();
    }

    @Override
    public Single<Reading> read(final String cache, final String key, final String token, final long maxAgeMillis) {
        return redis.run(
                        READ,
                        List.of(value(cache, key), lease(cache, key), generation(cache)),
                        token,
                        LEASE_MILLIS,
                        maxAgeMillis,
                        newGeneration())
                .map(reply -> reading(reply.list(), token));
    }

    private static Reading reading(final List<RedisReply> parts, final String token) {
        final Stored stored = stored(parts.get(1).bytes(), parts.get(2).number());
        return switch ((int) parts.get(0).number()) {
            case LEASED -> new Reading(stored, new Lease(token, parts.get(3).text()), 0);
            case HELD -> new Reading(stored, null, Math.max(1, parts.get(3).number()));
            default -> new Reading(stored, null, 0);
        };
    }

    /** A header is ASCII and ends with a line break. */
    private static @Nullable Stored stored(final Buffer value, final long ageMillis) {
        int end = 0;
        while (end < value.length() && value.getByte(end) != '\n') {
            end++;
        }
        if (end == 0 || end == value.length()) {
            return null;
        }
        final boolean isAbsence = value.getByte(end - 1) == '-';
        return new Stored(isAbsence ? null : value.slice(end + 1, value.length()), Math.max(0, ageMillis));
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
            final @Nullable Buffer json,
            final long keptMillis) {
        final Buffer value = Buffer.buffer();
        if (outcome == Outcome.STORED) {
            value.appendString(lease.generation() + " " + keptMillis + (json == null ? " -\n" : " +\n"));
            if (json != null) {
                value.appendBuffer(json);
            }
        }
        return redis.run(
                        FINISH,
                        List.of(value(cache, key), lease(cache, key), generation(cache)),
                        lease.token(),
                        lease.generation(),
                        value,
                        Math.max(1, keptMillis),
                        prefix,
                        message(outcome.name(), cache, key))
                .map(reply -> reply.number() == 1);
    }

    @Override
    public Completable invalidate(final String cache, final String key) {
        return redis.run(
                        INVALIDATE,
                        List.of(value(cache, key), lease(cache, key)),
                        prefix,
                        message("INVALIDATED", cache, key))
                .ignoreElement();
    }

    @Override
    public Completable invalidateAll(final String cache) {
        return redis.run(
                        INVALIDATE_ALL,
                        List.of(generation(cache)),
                        newGeneration(),
                        prefix,
                        message("ALL_INVALIDATED", cache, ""))
                .ignoreElement();
    }

    private static String message(final String kind, final String cache, final String key) {
        return kind + " " + cache + " " + key;
    }

    @Override
    public Flowable<Message> messages() {
        return redis.messages(prefix).map(RedisStore::message);
    }

    /** A message of a later version is not known, so it may mean that anything has changed. */
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
    public @Nullable String refusal(final Throwable error) {
        return error instanceof final CommandRefusedException refused
                ? "Allow the user of Redis the channel " + prefix + ": ACL SETUSER <user> &" + prefix + " ("
                        + refused.code() + ")."
                : null;
    }
}
