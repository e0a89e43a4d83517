package org.jzenith.core.state;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.time.Duration;
import java.util.List;

/**
 * For plugins: counts of one kind. The time of a count starts with its first addition; see {@link SharedState}. Nothing runs before the
 * returned type is subscribed to. Safe for use by many threads.
 */
@CheckReturnValue
public interface SharedCounts {

    /**
     * Adds 1 to several counts in one call.
     *
     * @param keys the keys, without repetition; a count that does not exist starts at 0
     * @return the counts after the addition, in the order of the keys
     */
    Single<List<Count>> add(List<String> keys);

    /**
     * Subtracts 1 from several counts in one call. A count that has ended or is 0 does not change.
     *
     * @param keys the keys, without repetition
     * @return completes when all instances see it
     */
    Completable subtract(List<String> keys);

    /**
     * A count.
     *
     * @param value the number of additions minus the number of subtractions
     * @param left the time until the count ends; not negative
     */
    record Count(long value, Duration left) {

        /** Refuses a negative time. */
        public Count {
            if (left.isNegative()) {
                throw new IllegalArgumentException("The remaining time of a count is negative: " + left + ".");
            }
        }
    }
}
