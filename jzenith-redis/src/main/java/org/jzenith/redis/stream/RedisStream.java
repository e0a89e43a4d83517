package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import java.util.Map;

/**
 * A stream of entries in the order in which they were added. Each group of consumers reads all entries.
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
     * Limits the stream. When an entry is added, the server removes the oldest entries beyond about this number, even if a group has not
     * handled them yet. Without this call, a stream grows until an operator trims it.
     *
     * @param entries at least 1; the server keeps up to about a hundred more
     * @return a stream with this limit
     */
    RedisStream withMaxLength(long entries);

    /**
     * Adds an entry. Its handlers continue the trace of the current request.
     *
     * @param value a text, a number or bytes; any other object is written as JSON. The value becomes the field {@code value} of the entry
     * @return the id of the entry; the entry may have been added even if this call fails with a {@link
     *     org.jzenith.redis.error.RedisTimeoutException} or a {@link org.jzenith.redis.error.RedisUnavailableException}
     */
    Single<String> add(Object value);

    /**
     * Adds an entry with headers.
     *
     * @param value the same as for {@link #add(Object)}
     * @param headers further fields of the entry; the name {@code value} is reserved
     * @return the id of the entry
     */
    Single<String> add(Object value, Map<String, String> headers);

    /**
     * Returns a group of consumers that share the entries of this stream. The first consumer creates the group in Redis. A new group starts
     * with the oldest entry.
     *
     * @param name the name of the group, the same for all instances of the application
     * @return the group; nothing is sent yet
     */
    StreamGroup group(String name);
}
