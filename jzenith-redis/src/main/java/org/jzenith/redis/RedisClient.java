package org.jzenith.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.internal.message.MessageHub;
import org.jzenith.redis.internal.stream.StreamHub;
import org.jzenith.redis.message.RedisMessage;
import org.jzenith.redis.stream.RedisStream;

/**
 * Runs commands on a Redis server:
 *
 * <pre>{@code
 * Maybe<User> find(UUID id) {
 *     return redis.get(Keys.of("user", id), User.class);
 * }
 *
 * Completable save(User user) {
 *     return redis.set(Keys.of("user", user.id()), user, Duration.ofHours(1));
 * }
 * }</pre>
 *
 * <p>A value is a text, a number or bytes ({@code byte[]}, {@link Buffer}). Any other object is written and read as JSON by the application's
 * {@code ObjectMapper}. Pass {@code String.class} to read a value as a text.
 *
 * <p>A command is sent at each subscription. Commands of the same turn of the event loop are sent together. The result arrives on the
 * subscriber's event loop, in its request context. Disposing cancels a command that has not been sent yet. Errors are {@link
 * org.jzenith.redis.error.RedisException}s, which name the command, but never a key or value. Safe for use by many threads.
 */
@CheckReturnValue
@Singleton
public final class RedisClient {

    /** The number of keys that the server scans for one page. */
    private static final int SCANNED = 100;

    private final CommandRunner runner;
    private final MessageHub messages;
    private final StreamHub streams;

    /**
     * Creates the client; called by jZenith.
     *
     * @param runner sends commands
     * @param messages subscribes to channels
     * @param streams reads streams and handles their entries
     */
    @Inject
    RedisClient(final CommandRunner runner, final MessageHub messages, final StreamHub streams) {
        this.runner = runner;
        this.messages = messages;
        this.streams = streams;
    }

    /**
     * Runs any command. A blocking one, such as {@code BLPOP}, has its own connection until the reply arrives.
     *
     * @param name for example {@code LRANGE}
     * @param arguments keys, texts, numbers, bytes, or collections of these
     * @return the reply, which can be a {@linkplain RedisReply#isNull null reply}
     */
    public Single<RedisReply> command(final String name, final @Nullable Object... arguments) {
        return runner.run(reply -> new RedisReply(name, reply), name, arguments).toSingle();
    }

    private <T> Maybe<T> read(
            final Function<RedisReply, @Nullable T> reader, final String name, final @Nullable Object... arguments) {
        return runner.run(reply -> reply == null ? null : reader.apply(new RedisReply(name, reply)), name, arguments);
    }

    private Single<Long> number(final String name, final @Nullable Object... arguments) {
        return read(RedisReply::number, name, arguments).toSingle();
    }

    private Single<Boolean> flag(final String name, final @Nullable Object... arguments) {
        return read(reply -> reply.number() != 0, name, arguments).toSingle();
    }

    /**
     * Reads a text.
     *
     * @param key the key
     * @return the value; empty if there is none
     */
    public Maybe<String> get(final String key) {
        return get(key, String.class);
    }

    /**
     * Reads a value.
     *
     * @param key the key
     * @param type the class to read the JSON as; {@code String}, {@code byte[]} and {@link Buffer} read the value as it is
     * @param <T> the class
     * @return the value; empty if there is none
     */
    public <T> Maybe<T> get(final String key, final Class<T> type) {
        return read(reply -> runner.decode("GET", reply.array(), type), "GET", key);
    }

    /**
     * Reads several values in one command.
     *
     * @param keys the keys
     * @param type the class, the same as for {@link #get(String, Class)}
     * @param <T> the class
     * @return the values by key, in the order of {@code keys}; keys without a value are omitted
     */
    public <T> Single<Map<String, T>> getAll(final Collection<String> keys, final Class<T> type) {
        if (keys.isEmpty()) {
            return Single.just(Map.of());
        }
        final List<String> asked = List.copyOf(keys);
        return read(
                        reply -> {
                            final Map<String, T> values = new LinkedHashMap<>();
                            final List<RedisReply> replies = reply.list();
                            for (int i = 0; i < replies.size(); i++) {
                                if (!replies.get(i).isNull()) {
                                    values.put(
                                            asked.get(i),
                                            runner.decode("MGET", replies.get(i).array(), type));
                                }
                            }
                            return values;
                        },
                        "MGET",
                        asked)
                .toSingle();
    }

    /**
     * Writes a value that stays until it is overwritten or deleted.
     *
     * @param key the key
     * @param value see the class
     * @return completes when the server has it
     */
    public Completable set(final String key, final Object value) {
        return Maybe.defer(() -> read(RedisReply::text, "SET", key, runner.encode("SET", value)))
                .ignoreElement();
    }

    /**
     * Writes a value that the server deletes after a time.
     *
     * @param key the key
     * @param value see the class
     * @param expiry the time after which the server deletes it; more than 0, less than 1 ms counts as 1 ms
     * @return completes when the server has it
     */
    public Completable set(final String key, final Object value, final Duration expiry) {
        return Maybe.defer(() ->
                        read(RedisReply::text, "SET", key, runner.encode("SET", value), "PX", millis("SET", expiry)))
                .ignoreElement();
    }

    /**
     * Writes a value if the key has none.
     *
     * @param key the key
     * @param value see the class
     * @param expiry the time after which the server deletes it; more than 0, less than 1 ms counts as 1 ms
     * @return false if the key already has a value, which stays unchanged
     */
    public Single<Boolean> setIfAbsent(final String key, final Object value, final Duration expiry) {
        return Maybe.defer(() ->
                        read(reply -> true, "SET", key, runner.encode("SET", value), "NX", "PX", millis("SET", expiry)))
                .toSingle(false);
    }

    /**
     * Deletes values.
     *
     * @param keys the keys
     * @return the number of keys that had a value
     */
    public Single<Long> delete(final String... keys) {
        return keys.length == 0 ? Single.just(0L) : number("DEL", List.of(keys));
    }

    /**
     * Checks whether a key has a value.
     *
     * @param key the key
     * @return true if the key has a value
     */
    public Single<Boolean> exists(final String key) {
        return flag("EXISTS", key);
    }

    /**
     * Adds to a counter, which starts at 0.
     *
     * @param key the key
     * @param by the number to add, which can be negative
     * @return the new number
     */
    public Single<Long> increment(final String key, final long by) {
        return number("INCRBY", key, by);
    }

    /**
     * Sets the time after which the server deletes a value.
     *
     * @param key the key
     * @param expiry the time from now on; more than 0, less than 1 ms counts as 1 ms
     * @return false if there is no value
     */
    public Single<Boolean> expire(final String key, final Duration expiry) {
        return Single.defer(() -> flag("PEXPIRE", key, millis("PEXPIRE", expiry)));
    }

    /** Rounds less than a millisecond up, because the server would refuse 0, or delete the value. */
    private static long millis(final String command, final Duration expiry) {
        if (expiry.isNegative() || expiry.isZero()) {
            throw new InvalidCommandException(
                    command, "the expiry is not positive; to delete a value immediately, use delete(..)");
        }
        try {
            return Math.max(1, expiry.toMillis());
        } catch (final ArithmeticException e) {
            throw new InvalidCommandException(command, "the expiry is too long");
        }
    }

    /**
     * Returns the time after which the server deletes a value.
     *
     * @param key the key
     * @return the remaining time; empty if there is no value, or it has no expiry
     */
    public Maybe<Duration> timeToLive(final String key) {
        return read(reply -> reply.number() < 0 ? null : Duration.ofMillis(reply.number()), "PTTL", key);
    }

    /**
     * Returns the commands for a value with fields.
     *
     * @param key the key
     * @return the commands; nothing is sent yet
     */
    public RedisHash hash(final String key) {
        return new RedisHash(runner, key);
    }

    /**
     * Returns the commands for a set of texts.
     *
     * @param key the key
     * @return the commands; nothing is sent yet
     */
    public RedisSet setOf(final String key) {
        return new RedisSet(runner, key);
    }

    /**
     * Returns the commands for a set of texts that are sorted by a number.
     *
     * @param key the key
     * @return the commands; nothing is sent yet
     */
    public RedisSortedSet sortedSet(final String key) {
        return new RedisSortedSet(runner, key);
    }

    /**
     * Returns the keys that match a pattern, page by page as the subscriber requests them. A key that exists during the whole scan is returned
     * at least once, possibly several times.
     *
     * @param pattern {@code *} stands for any text, {@code ?} for one character, {@code [ab]} for one of these
     * @return the keys
     */
    public Flowable<String> scan(final String pattern) {
        return Flowable.defer(() -> {
            final AtomicReference<String> cursor = new AtomicReference<>("0");
            return Single.defer(() -> command("SCAN", cursor.get(), "MATCH", pattern, "COUNT", SCANNED))
                    .toFlowable()
                    .map(RedisReply::list)
                    .doOnNext(page -> cursor.set(page.get(0).text()))
                    .repeatUntil(() -> "0".equals(cursor.get()))
                    .concatMapIterable(page -> page.get(1).list(), 1)
                    .map(RedisReply::text);
        });
    }

    /**
     * Runs a script.
     *
     * @param script the script
     * @param keys its {@code KEYS}
     * @param arguments its {@code ARGV}: texts, numbers or bytes
     * @return its reply
     */
    public Single<RedisReply> run(final RedisScript script, final List<String> keys, final Object... arguments) {
        return command("EVALSHA", script.sha(), keys.size(), keys, Arrays.asList(arguments))
                .onErrorResumeNext(error -> error instanceof final CommandRefusedException refused
                                && refused.code().equals("NOSCRIPT")
                        ? command("EVAL", script.text(), keys.size(), keys, Arrays.asList(arguments))
                        : Single.error(error));
    }

    /**
     * Runs several commands as a transaction. The action reads on the transaction's own connection, and adds commands. They are sent when the
     * action completes, and the server runs all of them or none:
     *
     * <pre>{@code
     * redis.transaction(tx -> tx.watch(key)
     *         .andThen(tx.get(key, Long.class))
     *         .doOnSuccess(left -> tx.add("SET", key, left - 1).add("RPUSH", queue, order))
     *         .ignoreElement())
     * }</pre>
     *
     * @param action called at each subscription
     * @return the replies to the added commands, in their order. If a watched key has changed, no command runs, and the result is a {@link
     *     CommandRefusedException} with the code {@code WATCH}
     */
    public Single<List<RedisReply>> transaction(final Function<? super RedisTransaction, Completable> action) {
        return runner.alone(connection -> {
            final RedisTransaction transaction = new RedisTransaction(runner, connection);
            return action.apply(transaction)
                    .onErrorResumeNext(error -> transaction.end().andThen(Completable.error(error)))
                    .andThen(Single.defer(transaction::execute));
        });
    }

    /**
     * Sends a message to the subscribers of a channel.
     *
     * @param channel the channel
     * @param message a value, see the class
     * @return the number of connections that receive it; each instance of an application has one
     */
    public Single<Long> publish(final String channel, final Object message) {
        return Single.defer(() -> number("PUBLISH", channel, runner.encode("PUBLISH", message)));
    }

    /**
     * Subscribes to a channel. The first element is a {@link RedisMessage.Missed}, and another one follows each outage.
     *
     * @param channel the channel
     * @return the messages; completes only when the application stops, and fails if 4,096 messages wait for a slow subscriber
     */
    public Flowable<RedisMessage> messages(final String channel) {
        return messages.messages(channel);
    }

    /**
     * Returns a stream. You add entries to it, and groups of consumers read them.
     *
     * @param key the key
     * @return the stream; nothing is sent yet
     */
    public RedisStream stream(final String key) {
        return streams.stream(key);
    }
}
