package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.Map;

/**
 * A stream: entries in the order in which they were added, which each group of consumers reads once.
 *
 * <pre>{@code
 * Single<String> id = redis.stream("orders").withMaxLength(1_000_000).add(order);
 * }</pre>
 *
 * <p>Immutable: every {@code with} method returns another object with the change. Safe for use by many threads.
 */
@CheckReturnValue
public interface RedisStream {

    /**
     * Limits the stream. When an entry is added, the server removes the oldest ones beyond about this number, also those that a group has not
     * handled yet. Without this call a stream grows until an operator trims it.
     *
     * @param entries at least 1; the server keeps up to about a hundred more
     * @return a stream with this limit
     */
    RedisStream withMaxLength(long entries);

    /**
     * Adds an entry. The trace of the current request goes with it, so that the handlers continue it.
     *
     * @param value a text, a number or bytes; any other object is written as JSON. It becomes the field {@code value} of the entry
     * @return the id of the entry; an entry may have been added also if this fails with a {@link
     *     org.jzenith.redis.error.RedisTimeoutException} or a {@link org.jzenith.redis.error.RedisUnavailableException}
     */
    Single<String> add(Object value);

    /**
     * Adds an entry with headers.
     *
     * @param value as in {@link #add(Object)}
     * @param headers become further fields of the entry; not {@code value}
     * @return the id of the entry
     */
    Single<String> add(Object value, Map<String, String> headers);

    /**
     * Returns a group of consumers, which share the entries of this stream. The first of them creates the group. A new group starts with the
     * oldest entry of the stream.
     *
     * @param name the same for all instances of the application
     * @return the group; nothing is sent
     */
    StreamGroup group(String name);
}
