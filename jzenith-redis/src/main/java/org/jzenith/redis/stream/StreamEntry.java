package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.Map;

/**
 * An entry of a stream, delivered to one consumer of a group. After a failure or an outage, the same entry can be delivered again with the same
 * id. If a handler's effect must not happen twice, store the id. Immutable and safe for use by many threads if the value is.
 *
 * @param id the id that Redis assigned, such as {@code 1719829412345-0}
 * @param value the value
 * @param headers the other fields of the entry, for example for its trace
 * @param attempt the number of this delivery to the group, from 1
 * @param ack acknowledges the entry at each subscription, so that it is not delivered again; called by jZenith for entries of {@link
 *     StreamGroup#handle}
 * @param <T> the type of the value
 */
@CheckReturnValue
public record StreamEntry<T>(String id, T value, Map<String, String> headers, long attempt, Completable ack) {

    /** Copies the headers. */
    public StreamEntry {
        headers = Map.copyOf(headers);
    }

    /** Returns only the id, because values do not belong in logs. */
    @Override
    public String toString() {
        return "StreamEntry[" + id + ", attempt " + attempt + "]";
    }
}
