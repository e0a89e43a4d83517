package org.jzenith.core.context;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.NanoTime;

/**
 * The time at which a request without a response, or a job's run, is disposed. Slow work asks how much time is left:
 *
 * <pre>{@code
 * HttpRequest.newBuilder(uri).timeout(RequestDeadline.current().limit(Duration.ofSeconds(5)))
 * }</pre>
 *
 * <p>It is measured by a monotonic clock, so a change of the time of day does not change it. Immutable and safe for use by
 * many threads.
 */
public final class RequestDeadline {

    /** The absence of a deadline, such as for work outside a request. */
    public static final RequestDeadline NONE = new RequestDeadline(0);

    private static final Duration SHORTEST_LIMIT = Duration.ofMillis(1);

    /** A time of {@link System#nanoTime}. */
    private final long at;

    private RequestDeadline(final long at) {
        this.at = at;
    }

    /**
     * Returns a deadline that starts now.
     *
     * @param time the time until the deadline; zero or less for a deadline that has passed; more than 365 days count as 365 days
     * @return a new deadline
     */
    public static RequestDeadline in(final Duration time) {
        return inNanos(NanoTime.of(time.isNegative() ? Duration.ZERO : time));
    }

    static RequestDeadline inNanos(final long nanos) {
        return new RequestDeadline(System.nanoTime() + nanos);
    }

    /**
     * Returns the deadline of the request that the current thread works for.
     *
     * @return {@link #NONE} outside a request, and when the response has started
     */
    public static RequestDeadline current() {
        final @Nullable RequestContext context = RequestContext.current();
        return context == null ? NONE : context.deadline();
    }

    /**
     * Returns true if there is no deadline.
     *
     * @return true for {@link #NONE}
     */
    public boolean isNone() {
        return this == NONE;
    }

    /**
     * Returns the remaining time.
     *
     * @return zero if no time is left; 365 days if there is no deadline
     */
    public Duration remaining() {
        return isNone() ? NanoTime.LONGEST : Duration.ofNanos(Math.max(0, at - System.nanoTime()));
    }

    /**
     * Returns the remaining time, but at most a given time, for the time-out of a call.
     *
     * @param longest the longest time, at least 1 ms
     * @return the time, at least 1 ms, because many clients take zero as no time-out
     */
    public Duration limit(final Duration longest) {
        final Duration left = remaining();
        final Duration shorter = left.compareTo(longest) < 0 ? left : longest;
        return shorter.compareTo(SHORTEST_LIMIT) < 0 ? SHORTEST_LIMIT : shorter;
    }

    /**
     * Returns true if no time is left.
     *
     * @return false if there is no deadline
     */
    public boolean isUsedUp() {
        return !isNone() && at - System.nanoTime() <= 0;
    }

    /**
     * Returns the earlier of two deadlines.
     *
     * @param other a deadline or {@link #NONE}
     * @return one of the two
     */
    public RequestDeadline earlier(final RequestDeadline other) {
        return isNone() ? other : other.isNone() || at - other.at <= 0 ? this : other;
    }

    @Override
    public String toString() {
        return isNone() ? "no deadline" : remaining().toMillis() + " ms left";
    }
}
