package org.jzenith.core.state;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;

/**
 * For plugins: values of one kind that expire; see {@link SharedState}. Nothing runs before the returned type is subscribed to. Safe for use by
 * many threads.
 *
 * @param <T> the type of the values
 */
@CheckReturnValue
public interface SharedValues<T> {

    /**
     * Writes a value. Its lifetime starts now.
     *
     * @param key the key; an existing value is replaced
     * @param value the value, at most 64 KiB in its format; a larger one fails with an {@link IllegalArgumentException}
     * @return completes when all instances see it
     */
    Completable put(String key, T value);

    /**
     * Reads values in one call.
     *
     * @param keys the keys, without repetition
     * @return the values by key, without keys that have no value
     */
    Single<Map<String, T>> get(List<String> keys);

    /**
     * Reads and removes a value in one step. If several instances call this, one of them gets the value.
     *
     * @param key the key
     * @return the value; empty if there is none
     */
    Maybe<T> take(String key);
}
