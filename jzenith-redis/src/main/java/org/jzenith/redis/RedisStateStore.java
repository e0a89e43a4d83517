package org.jzenith.redis;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.state.SharedCounts.Count;
import org.jzenith.core.state.SharedStateStore;

/** Keeps shared state in Redis, under keys that begin with {@code jzenith:state:}. Each call is one round trip. */
final class RedisStateStore implements SharedStateStore {

    private static final String PREFIX = "jzenith:state:";

    /** Does the same as {@code GETDEL}, which requires Redis 6.2. */
    private static final RedisScript TAKE = RedisScript.of(
            "local value = redis.call('GET', KEYS[1]) if value then redis.call('DEL', KEYS[1]) end return value");

    private static final RedisScript ADD =
            RedisScript.of("local counts = {} for i, key in ipairs(KEYS) do counts[2 * i - 1] = redis.call('INCR', key)"
                    + " if counts[2 * i - 1] == 1 then redis.call('PEXPIRE', key, ARGV[1]) end"
                    + " counts[2 * i] = redis.call('PTTL', key) end return counts");

    private static final RedisScript SUBTRACT = RedisScript.of("for _, key in ipairs(KEYS) do"
            + " if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end end return 1");

    private final String name;
    private final RedisClient redis;

    /** @param name the name of the plugin */
    RedisStateStore(final String name, final RedisClient redis) {
        this.name = name;
        this.redis = redis;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Completable put(final String key, final byte[] value, final Duration lifetime) {
        return redis.set(PREFIX + key, value, lifetime);
    }

    @Override
    public Single<Map<String, byte[]>> get(final List<String> keys) {
        return redis.getAll(prefixed(keys), byte[].class).map(found -> {
            final Map<String, byte[]> values = new HashMap<>();
            found.forEach((key, value) -> values.put(key.substring(PREFIX.length()), value));
            return values;
        });
    }

    @Override
    public Maybe<byte[]> take(final String key) {
        return redis.run(TAKE, List.of(PREFIX + key))
                .filter(reply -> !reply.isNull())
                .map(reply -> reply.bytes().getBytes());
    }

    @Override
    public Single<List<Count>> add(final List<String> keys, final Duration window) {
        return redis.run(ADD, prefixed(keys), window.toMillis()).map(reply -> {
            final List<RedisReply> numbers = reply.list();
            final List<Count> counts = new ArrayList<>(keys.size());
            for (int i = 0; i < numbers.size(); i += 2) {
                counts.add(new Count(
                        numbers.get(i).number(),
                        Duration.ofMillis(Math.max(0, numbers.get(i + 1).number()))));
            }
            return counts;
        });
    }

    @Override
    public Completable subtract(final List<String> keys) {
        return redis.run(SUBTRACT, prefixed(keys)).ignoreElement();
    }

    private static List<String> prefixed(final List<String> keys) {
        return keys.stream().map(PREFIX::concat).toList();
    }
}
