package org.jzenith.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jzenith.redis.internal.connection.CommandRunner;

/** The commands for a set of texts; see {@link RedisClient#setOf}. Immutable and safe for use by many threads. */
@CheckReturnValue
public final class RedisSet {

    private final CommandRunner runner;
    private final String key;

    RedisSet(final CommandRunner runner, final String key) {
        this.runner = runner;
        this.key = key;
    }

    private Single<Long> count(final String name, final Object... arguments) {
        return runner.run(reply -> new RedisReply(name, reply).number(), name, arguments)
                .toSingle();
    }

    /**
     * Adds members.
     *
     * @param members at least one
     * @return the number of members that were new
     */
    public Single<Long> add(final String... members) {
        return count("SADD", key, List.of(members));
    }

    /**
     * Removes members.
     *
     * @param members at least one
     * @return the number of members that existed
     */
    public Single<Long> remove(final String... members) {
        return count("SREM", key, List.of(members));
    }

    /**
     * Checks whether a text is a member.
     *
     * @param member the text
     * @return true if it is a member
     */
    public Single<Boolean> contains(final String member) {
        return count("SISMEMBER", key, member).map(found -> found != 0);
    }

    /**
     * Returns the number of members.
     *
     * @return the number; 0 if the set does not exist
     */
    public Single<Long> size() {
        return count("SCARD", key);
    }

    /**
     * Reads all members at once; use {@code SSCAN} for sets of unknown size.
     *
     * @return the members in no particular order
     */
    public Single<Set<String>> members() {
        return runner.run(
                        reply -> {
                            final Set<String> members = new LinkedHashSet<>();
                            new RedisReply("SMEMBERS", reply).list().forEach(each -> members.add(each.text()));
                            return members;
                        },
                        "SMEMBERS",
                        key)
                .toSingle();
    }
}
