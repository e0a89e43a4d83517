package org.jzenith.http.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The limit against a model of a server: a number of places, each of which takes a request for a time. */
final class AdaptiveLimitTest {

    private static final long MILLI = 1_000_000;

    private final AdaptiveLimit limit = new AdaptiveLimit(5, 1_000);

    /** One window in which clients want so many requests at a time, of which the server works at {@code places}. */
    private void window(final int wanted, final int places, final long nanosEach) {
        int begun = 0;
        while (begun < wanted && limit.hasRoom()) {
            limit.begun();
            begun++;
        }
        final long latency = nanosEach * Math.max(places, begun) / places;
        for (int i = 0; i < begun; i++) {
            limit.responded(latency);
        }
        limit.check();
    }

    private void windows(final int count, final int wanted, final int places, final long nanosEach) {
        for (int i = 0; i < count; i++) {
            window(wanted, places, nanosEach);
        }
    }

    @Test
    void itGrowsWhileLatencyStays() {
        windows(240, 10_000, 10_000, MILLI);
        assertThat(limit.limit()).isEqualTo(1_000);
    }

    /** Twenty places are in use, so nothing is lost, and requests wait no longer than they are worked at. */
    @Test
    void itFollowsWhatTheServerCanDo() {
        windows(30, 90, 1_000, 10 * MILLI);
        windows(100, 10_000, 20, 10 * MILLI);
        assertThat(limit.limit()).isBetween(20, 60);
        windows(600, 10_000, 20, 10 * MILLI);
        assertThat(limit.limit()).as("after a minute of overload").isBetween(20, 70);
        windows(600, 10_000, 10_000, 10 * MILLI);
        assertThat(limit.limit()).as("when the server is faster").isGreaterThan(500);
    }

    @Test
    void itShrinksWhenEachRequestTakesLonger() {
        windows(100, 10_000, 10_000, MILLI);
        windows(100, 10_000, 10_000, 20 * MILLI);
        assertThat(limit.limit()).isBetween(5, 50);
    }

    @Test
    void itStaysWhenNobodyReachesIt() {
        windows(100, 20, 1, 100 * MILLI);
        assertThat(limit.limit()).isEqualTo(100);
    }

    @Test
    void itStaysInItsBounds() {
        windows(10, 10_000, 10_000, MILLI);
        for (int i = 1; i < 60; i++) {
            windows(1, 10_000, 1, MILLI * i * i);
        }
        assertThat(limit.limit()).isBetween(5, 1_000);
        assertThat(limit.inFlight()).isZero();
    }

    @Test
    void requestsThatSayNothingChangeNothing() {
        for (int i = 0; i < 1_000; i++) {
            limit.begun();
            limit.ended();
            limit.check();
        }
        assertThat(limit.limit()).isEqualTo(100);
        assertThat(limit.inFlight()).isZero();
    }
}
