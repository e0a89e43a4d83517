package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.util.function.Function;

/**
 * A group of consumers that share the entries of a stream: each entry is delivered to one of them, on whatever instance of the application.
 *
 * <pre>{@code
 * @Inject
 * OrderMails(RedisClient redis, Mails mails) {
 *     redis.stream("orders").group("mail").handle(Order.class, entry -> mails.send(entry.value()));
 * }
 * }</pre>
 *
 * <p>An entry is delivered until it is acknowledged, so it may come twice. One that is delivered {@link #withAttempts} times without success
 * is moved to another stream, {@code orders:dead} in the example, as is one whose value cannot be read as the class. An entry there has
 * the fields of the original, and {@code jzenith-id}, {@code jzenith-group}, {@code jzenith-attempts} and {@code jzenith-error}, the class
 * of the error.
 *
 * <p>Immutable: every {@code with} method returns another object with the change. Safe for use by many threads. Each call of {@link #handle}
 * and each subscriber of {@link #entries} has its own connection, which {@code redis.pool.size} does not count.
 */
@CheckReturnValue
public interface StreamGroup {

    /**
     * Sets how many entries {@link #handle} works on at the same time in this instance of the application.
     *
     * @param entries at least 1, which is the default: entries are handled one after the other, in the order of the stream
     * @return a group with this change
     */
    StreamGroup withConcurrency(int entries);

    /**
     * Sets the time limit of one run of a handler. jZenith cancels a longer run, which counts as failed.
     *
     * @param limit shorter than {@link #withTakeoverAfter}; 30 s by default
     * @return a group with this change
     */
    StreamGroup withTimeout(Duration limit);

    /**
     * Sets how often an entry is delivered before it is put aside.
     *
     * @param deliveries at least 1; 5 by default
     * @return a group with this change
     */
    StreamGroup withAttempts(int deliveries);

    /**
     * Sets the pause after the first failure of an entry; after each further one it is twice as long, up to {@link #withTakeoverAfter}.
     *
     * @param pause 1 s by default
     * @return a group with this change
     */
    StreamGroup withRetryPause(Duration pause);

    /**
     * Sets the time after which other consumers take over an entry that is not acknowledged, because its consumer has died.
     *
     * @param time longer than the time limit of the handler; 1 min by default
     * @return a group with this change
     */
    StreamGroup withTakeoverAfter(Duration time);

    /**
     * Sets the stream for entries that are put aside.
     *
     * @param key another stream; the name of the stream followed by {@code :dead} by default
     * @return a group with this change
     */
    StreamGroup withDeadStream(String key);

    /**
     * Handles the entries of the stream from the time when the application is ready until it stops; called once, for example in the
     * constructor of a singleton. Each entry is handled by work with its own request context, deadline and trace. It is acknowledged when
     * the handler completes, and delivered again after a pause when it fails. When the application stops, handlers in progress have {@code
     * jzenith.drain-timeout} to complete; other instances get the rest.
     *
     * @param type the class to read the value as, see {@code RedisClient}
     * @param handler called on an event loop; must not block
     * @param <T> the class
     * @throws IllegalArgumentException if the time limit is not shorter than the time after which an entry is taken over
     * @throws IllegalStateException if this application already handles the group, or stops
     */
    <T> void handle(Class<T> type, Function<? super StreamEntry<T>, Completable> handler);

    /**
     * Returns the entries one by one as the subscriber requests them, for code that acknowledges them by itself. An entry that is not
     * acknowledged is delivered again after {@link #withTakeoverAfter}, to any consumer. Concurrency, time limit and retry pause do not count
     * here.
     *
     * @param type the class to read the value as, see {@code RedisClient}
     * @param <T> the class
     * @return each subscriber is a consumer. It goes on after an outage, completes when the application stops, and fails with a {@link
     *     org.jzenith.redis.error.CommandRefusedException} if the server refuses to read, for example because the key is not a stream
     */
    <T> Flowable<StreamEntry<T>> entries(Class<T> type);
}
