package org.jzenith.redis.stream;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.Map;

/**
 * An entry of a stream, delivered to one consumer of a group. After a failure or an outage the same entry may be delivered again, with the
 * same id, so a handler whose effect must not happen twice stores the id. Immutable and safe for use by many threads if the value is.
 *
 * @param id the id that Redis gave it, such as {@code 1719829412345-0}
 * @param value the value
 * @param headers the other fields of the entry, such as those of its trace
 * @param attempt 1 for the first delivery of this entry to the group
 * @param ack acknowledges the entry at each subscription, so that the group is done with it; called by jZenith for the entries of {@link
 *     StreamGroup#handle}
 * @param <T> the type of the value
 */
@CheckReturnValue
public record StreamEntry<T>(String id, T value, Map<String, String> headers, long attempt, Completable ack) {

    /** Copies the headers. */
    public StreamEntry {
        headers = Map.copyOf(headers);
    }

    /** Returns the id only, because values do not belong into logs. */
    @Override
    public String toString() {
        return "StreamEntry[" + id + ", attempt " + attempt + "]";
    }
}
