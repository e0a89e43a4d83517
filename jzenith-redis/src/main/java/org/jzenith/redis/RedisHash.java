package org.jzenith.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.redis.internal.connection.CommandRunner;

/** The commands for a value with fields; see {@link RedisClient#hash}. Immutable and safe for use by many threads. */
@CheckReturnValue
public final class RedisHash {

    private final CommandRunner runner;
    private final String key;

    RedisHash(final CommandRunner runner, final String key) {
        this.runner = runner;
        this.key = key;
    }

    /**
     * Reads a field.
     *
     * @param field the name of the field
     * @param type the class, the same as for {@link RedisClient#get(String, Class)}
     * @param <T> the class
     * @return the value; empty if the field does not exist
     */
    public <T> Maybe<T> get(final String field, final Class<T> type) {
        return runner.run(
                reply -> reply == null ? null : runner.decode("HGET", new RedisReply("HGET", reply).array(), type),
                "HGET",
                key,
                field);
    }

    /**
     * Reads all fields.
     *
     * @param type the class, the same as for {@link RedisClient#get(String, Class)}
     * @param <T> the class
     * @return the values by field; an empty map if there are no fields
     */
    public <T> Single<Map<String, T>> getAll(final Class<T> type) {
        return runner.run(
                        reply -> {
                            final List<RedisReply> parts = new RedisReply("HGETALL", reply).list();
                            final Map<String, T> values = new LinkedHashMap<>();
                            for (int i = 0; i + 1 < parts.size(); i += 2) {
                                values.put(
                                        parts.get(i).text(),
                                        runner.decode(
                                                "HGETALL", parts.get(i + 1).array(), type));
                            }
                            return values;
                        },
                        "HGETALL",
                        key)
                .toSingle();
    }

    /**
     * Writes fields, and keeps others.
     *
     * @param values the values by field, at least one; see {@link RedisClient} for their types
     * @return completes when the server has them
     */
    public Completable set(final Map<String, ?> values) {
        return Completable.defer(() -> {
            final List<Object> arguments = new ArrayList<>();
            values.forEach((field, value) -> {
                arguments.add(field);
                arguments.add(runner.encode("HSET", value));
            });
            return runner.run(reply -> reply, "HSET", key, arguments).ignoreElement();
        });
    }

    /**
     * Adds to a field, which starts at 0.
     *
     * @param field the name of the field
     * @param by the number to add, which can be negative
     * @return the new number
     */
    public Single<Long> increment(final String field, final long by) {
        return runner.run(reply -> new RedisReply("HINCRBY", reply).number(), "HINCRBY", key, field, by)
                .toSingle();
    }

    /**
     * Deletes fields.
     *
     * @param fields the names of the fields, at least one
     * @return the number of fields that existed
     */
    public Single<Long> delete(final String... fields) {
        return runner.run(reply -> new RedisReply("HDEL", reply).number(), "HDEL", key, List.of(fields))
                .toSingle();
    }
}
