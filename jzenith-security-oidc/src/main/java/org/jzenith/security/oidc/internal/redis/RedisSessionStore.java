package org.jzenith.security.oidc.internal.redis;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisScript;
import org.jzenith.security.oidc.session.SessionStore;

/**
 * Keeps sessions in Redis, under keys that begin with {@code jzenith:session:}. The server deletes them when they expire. Safe for use by many
 * threads.
 */
public final class RedisSessionStore implements SessionStore {

    private static final String PREFIX = "jzenith:session:";

    private static final RedisScript REPLACE =
            RedisScript.of("if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end"
                    + " redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1");

    private final RedisClient redis;

    private RedisSessionStore(final RedisClient redis) {
        this.redis = redis;
    }

    /**
     * Creates the store.
     *
     * @param injector the application's objects, with a Redis client
     * @return uses the connections of the plugin {@code redis}
     */
    public static RedisSessionStore of(final Injector injector) {
        return new RedisSessionStore(injector.getInstance(RedisClient.class));
    }

    @Override
    public Maybe<byte[]> load(final String id) {
        return redis.get(PREFIX + id, byte[].class);
    }

    @Override
    public Completable save(final String id, final byte[] session, final Instant expiry) {
        return Completable.defer(() -> redis.set(PREFIX + id, session, until(expiry)));
    }

    @Override
    public Single<Boolean> replace(final String id, final byte[] before, final byte[] session, final Instant expiry) {
        return Single.defer(() -> redis.run(
                        REPLACE,
                        List.of(PREFIX + id),
                        before,
                        session,
                        until(expiry).toMillis()))
                .map(reply -> reply.number() == 1);
    }

    @Override
    public Completable delete(final String id) {
        return redis.delete(PREFIX + id).ignoreElement();
    }

    private static Duration until(final Instant expiry) {
        final Duration left = Duration.between(Instant.now(), expiry);
        return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
    }
}
