package org.jzenith.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.redis.internal.connection.CommandRunner;

/**
 * The commands for a set of texts that are sorted by a number, the score; see {@link RedisClient#sortedSet}. Immutable and safe for use by many
 * threads.
 */
@CheckReturnValue
public final class RedisSortedSet {

    private final CommandRunner runner;
    private final String key;

    RedisSortedSet(final CommandRunner runner, final String key) {
        this.runner = runner;
        this.key = key;
    }

    /**
     * Adds a member, or changes its score.
     *
     * @param member the text
     * @param score the number
     * @return true if the member is new
     */
    public Single<Boolean> add(final String member, final double score) {
        return runner.run(reply -> new RedisReply("ZADD", reply).number() != 0, "ZADD", key, score, member)
                .toSingle();
    }

    /**
     * Adds to a score, which starts at 0.
     *
     * @param member the text
     * @param by the number to add, which can be negative
     * @return the new score
     */
    public Single<Double> increment(final String member, final double by) {
        return runner.run(reply -> new RedisReply("ZINCRBY", reply).decimal(), "ZINCRBY", key, by, member)
                .toSingle();
    }

    /**
     * Reads a score.
     *
     * @param member the text
     * @return the score; empty if the text is not a member
     */
    public Maybe<Double> score(final String member) {
        return runner.run(
                reply -> reply == null ? null : new RedisReply("ZSCORE", reply).decimal(), "ZSCORE", key, member);
    }

    /**
     * Reads the members with the highest scores.
     *
     * @param count the maximum number of members, at least 1
     * @return the scores by member, highest first
     */
    public Single<Map<String, Double>> highest(final int count) {
        return range("ZREVRANGE", count);
    }

    /**
     * Reads the members with the lowest scores.
     *
     * @param count the maximum number of members, at least 1
     * @return the scores by member, lowest first
     */
    public Single<Map<String, Double>> lowest(final int count) {
        return range("ZRANGE", count);
    }

    private Single<Map<String, Double>> range(final String name, final int count) {
        return runner.run(
                        reply -> {
                            final List<RedisReply> parts = new RedisReply(name, reply).list();
                            final Map<String, Double> scores = new LinkedHashMap<>();
                            for (int i = 0; i + 1 < parts.size(); i += 2) {
                                scores.put(parts.get(i).text(), parts.get(i + 1).decimal());
                            }
                            return scores;
                        },
                        name,
                        key,
                        0,
                        count - 1,
                        "WITHSCORES")
                .toSingle();
    }

    /**
     * Removes members.
     *
     * @param members at least one
     * @return the number of members that existed
     */
    public Single<Long> remove(final String... members) {
        return runner.run(reply -> new RedisReply("ZREM", reply).number(), "ZREM", key, List.of(members))
                .toSingle();
    }
}
