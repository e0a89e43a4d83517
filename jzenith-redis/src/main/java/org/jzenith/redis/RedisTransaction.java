package org.jzenith.redis;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.internal.connection.RedisConnection;
import org.jzenith.redis.internal.protocol.Arguments;

/**
 * A transaction of {@link RedisClient#transaction}. It has its own connection, which other callers do not use. Use it only in the action that
 * receives it, on the caller's event loop.
 */
@CheckReturnValue
public final class RedisTransaction {

    private final CommandRunner runner;
    private final RedisConnection connection;
    private final List<Maybe<RedisReply>> added = new ArrayList<>();

    RedisTransaction(final CommandRunner runner, final RedisConnection connection) {
        this.runner = runner;
        this.connection = connection;
    }

    /**
     * Makes the transaction fail if one of these keys changes before the added commands run.
     *
     * @param keys the keys; read their values after this call
     * @return completes when the server watches the keys
     */
    public Completable watch(final String... keys) {
        return Maybe.defer(() -> send(runner.arguments("WATCH", List.of(keys)))).ignoreElement();
    }

    /**
     * Reads a value immediately, before the added commands run.
     *
     * @param key the key
     * @param type the class, the same as for {@link RedisClient#get(String, Class)}
     * @param <T> the class
     * @return the value; empty if there is none
     */
    public <T> Maybe<T> get(final String key, final Class<T> type) {
        return run("GET", key).filter(reply -> !reply.isNull()).map(reply -> runner.decode("GET", reply.array(), type));
    }

    /**
     * Runs a command immediately, before the added commands run. The command is not part of the transaction.
     *
     * @param name for example {@code HGETALL}
     * @param arguments keys, texts, numbers, bytes, or collections of these
     * @return the reply
     */
    public Single<RedisReply> command(final String name, final @Nullable Object... arguments) {
        return run(name, arguments).toSingle();
    }

    /**
     * Adds a command, which runs together with the other added commands.
     *
     * @param name for example {@code SET}
     * @param arguments keys, values, or collections of these; a value that is not a text, number or bytes is written as JSON
     * @return this transaction
     * @throws InvalidCommandException if the command cannot be sent
     */
    @CanIgnoreReturnValue
    public RedisTransaction add(final String name, final Object... arguments) {
        final Object[] encoded = Arrays.stream(arguments)
                .map(each -> each instanceof final Collection<?> many
                        ? many.stream().map(one -> runner.encode(name, one)).toList()
                        : runner.encode(name, each))
                .toArray();
        // Checked now, because at its turn the others would be done without it.
        added.add(send(runner.check(name, encoded)));
        return this;
    }

    private Maybe<RedisReply> run(final String name, final @Nullable Object... arguments) {
        return Maybe.defer(() -> send(runner.check(name, arguments)));
    }

    private Maybe<RedisReply> send(final Arguments arguments) {
        return runner.runOn(connection, reply -> new RedisReply(arguments.name(), reply), arguments);
    }

    /** Removes all watches, so that they do not affect the next transaction on this connection. */
    Completable end() {
        return send(runner.arguments("UNWATCH")).ignoreElement().onErrorComplete();
    }

    /** Sends all added commands in one write. */
    Single<List<RedisReply>> execute() {
        if (added.isEmpty()) {
            return end().toSingleDefault(List.of());
        }
        final List<Single<Object>> all = new ArrayList<>();
        all.add(outcome(send(runner.arguments("MULTI"))));
        added.forEach(each -> all.add(outcome(each)));
        all.add(outcome(send(runner.arguments("EXEC"))));
        return Single.zip(all, replies -> {
            for (final Object each : replies) {
                if (each instanceof final RuntimeException error) {
                    throw error;
                }
            }
            final RedisReply executed = (RedisReply) replies[replies.length - 1];
            if (executed.isNull()) {
                throw new CommandRefusedException(
                        "EXEC", "WATCH", "a watched key has changed, so no command ran", null);
            }
            final List<RedisReply> results = executed.list();
            results.forEach(RedisReply::orError);
            return results;
        });
    }

    /** Returns an error as a value, so that the other commands are still sent and get replies. */
    private static Single<Object> outcome(final Maybe<RedisReply> reply) {
        return reply.cast(Object.class).toSingle().onErrorReturn(error -> error);
    }
}
