package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.util.function.Function;

/**
 * A group of consumers that share the entries of a stream. Each entry is delivered to one consumer, on any instance of the application.
 *
 * <pre>{@code
 * @Inject
 * OrderMails(RedisClient redis, Mails mails) {
 *     redis.stream("orders").group("mail").handle(Order.class, entry -> mails.send(entry.value()));
 * }
 * }</pre>
 *
 * <p>An entry is delivered until it is acknowledged, so it can be delivered twice. An entry that fails {@link #withAttempts} times is moved to
 * the dead stream, {@code orders:dead} in the example. So is an entry whose value cannot be read as the class. Its copy in the dead stream also
 * has the fields {@code jzenith-id}, {@code jzenith-group}, {@code jzenith-attempts} and {@code jzenith-error}, the class of the error.
 *
 * <p>Immutable: every {@code with} method returns another object with the change. Safe for use by many threads. Each call of {@link #handle}
 * and each subscriber of {@link #entries} has its own connection, which does not count towards {@code redis.pool.size}.
 */
@CheckReturnValue
public interface StreamGroup {

    /**
     * Sets how many entries {@link #handle} works on at the same time in this instance of the application.
     *
     * @param entries at least 1. With 1, the default, entries are handled one after the other, in the order of the stream
     * @return a group with this change
     */
    StreamGroup withConcurrency(int entries);

    /**
     * Sets the time limit for one call of the handler. jZenith disposes a longer call, which counts as failed.
     *
     * @param limit shorter than {@link #withTakeoverAfter}; 30 s by default
     * @return a group with this change
     */
    StreamGroup withTimeout(Duration limit);

    /**
     * Sets how often an entry is delivered before it is moved to the dead stream.
     *
     * @param deliveries at least 1; 5 by default
     * @return a group with this change
     */
    StreamGroup withAttempts(int deliveries);

    /**
     * Sets the pause after the first failure of an entry. The pause doubles with each further failure, up to {@link #withTakeoverAfter}.
     *
     * @param pause the first pause; 1 s by default
     * @return a group with this change
     */
    StreamGroup withRetryPause(Duration pause);

    /**
     * Sets the time after which another consumer takes over an entry that is not acknowledged. Its consumer has probably died.
     *
     * @param time longer than {@link #withTimeout}; 1 min by default
     * @return a group with this change
     */
    StreamGroup withTakeoverAfter(Duration time);

    /**
     * Sets the dead stream, to which failed entries are moved.
     *
     * @param key the key of another stream; by default, the key of this stream followed by {@code :dead}
     * @return a group with this change
     */
    StreamGroup withDeadStream(String key);

    /**
     * Handles the entries of the stream once the application is ready, until it stops. Call it once, for example in the constructor of a
     * singleton. Each entry has its own request context, deadline and trace. An entry is acknowledged when the handler completes, and delivered
     * again after a pause when the handler fails. When the application stops, handlers in progress have {@code jzenith.drain-timeout} to
     * complete. Other instances handle the rest.
     *
     * @param type the class of the values, as described at {@code RedisClient}
     * @param handler called on an event loop; must not block
     * @param <T> the class
     * @throws IllegalArgumentException if {@link #withTimeout} is not shorter than {@link #withTakeoverAfter}
     * @throws IllegalStateException if this application already handles the group, or is stopping
     */
    <T> void handle(Class<T> type, Function<? super StreamEntry<T>, Completable> handler);

    /**
     * Returns the entries as the subscriber requests them, for code that acknowledges entries itself. An entry that is not acknowledged is
     * delivered again after {@link #withTakeoverAfter}, to any consumer. Concurrency, time limit and retry pause do not apply here.
     *
     * @param type the class of the values, as described at {@code RedisClient}
     * @param <T> the class
     * @return the entries; each subscriber is a consumer. The stream continues after an outage, completes when the application stops, and fails
     *     with a {@link org.jzenith.redis.error.CommandRefusedException} if the server refuses to read, for example because the key is not a
     *     stream
     */
    <T> Flowable<StreamEntry<T>> entries(Class<T> type);
}
