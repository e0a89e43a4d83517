package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** The due times that all instances have by the clock of a store, whatever the clocks of their machines say. */
final class SharedScheduleTest {

    private static final long HOUR = Duration.ofHours(1).toMillis();

    private static final Instant AT_HALF_PAST = Instant.parse("2026-11-30T22:30:00Z");

    private static final long AT_FULL = Instant.parse("2026-11-30T22:00:00Z").toEpochMilli();

    private static Schedule hourly(final Duration delay, final Instant now) {
        return new SharedIntervalSchedule(
                new Job.Interval(Duration.ofHours(1), delay), Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void intervalsAreDueAtTheirMultiples() {
        final Schedule schedule = hourly(null, AT_HALF_PAST);
        assertThat(schedule.first()).isEqualTo(AT_FULL + HOUR);
        assertThat(schedule.after(AT_FULL + HOUR)).isEqualTo(AT_FULL + 2 * HOUR);
        assertThat(schedule.after(AT_FULL - 5 * HOUR)).isEqualTo(AT_FULL + HOUR);
        assertThat(hourly(null, AT_HALF_PAST.plusSeconds(60)).first()).isEqualTo(AT_FULL + HOUR);
        assertThat(schedule).hasToString("every 1h");
    }

    @Test
    void theFirstTimeFollowsTheInitialDelay() {
        assertThat(hourly(Duration.ofHours(2), AT_HALF_PAST).first()).isEqualTo(AT_FULL + 3 * HOUR);
        assertThat(hourly(Duration.ZERO, AT_HALF_PAST).first()).isEqualTo(AT_FULL);
    }

    /** Two stores stand for one store that two machines, whose clocks are 30 s apart, ask at the same time. */
    @Test
    void theClockIsThatOfTheStore() {
        final StoreClock clock = new StoreClock();
        for (final Instant store : new Instant[] {AT_HALF_PAST, AT_HALF_PAST.plusSeconds(30)}) {
            final long asked = System.nanoTime();
            clock.set(store, asked, asked);
            final long read = clock.millis();
            final long passed = Duration.ofNanos(System.nanoTime() - asked).toMillis() + 1;
            assertThat(read).isBetween(store.toEpochMilli(), store.toEpochMilli() + passed);
        }
        assertThat(clock.instant()).isAfterOrEqualTo(AT_HALF_PAST);
        assertThat(clock.withZone(ZoneOffset.MAX).getZone()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void theTimeOfAnAnswerIsInTheMiddleOfItsWay() {
        final StoreClock clock = new StoreClock();
        final long asked = System.nanoTime() - Duration.ofSeconds(20).toNanos();
        clock.set(AT_HALF_PAST, asked, asked + Duration.ofSeconds(20).toNanos());
        assertThat(clock.millis())
                .isGreaterThanOrEqualTo(AT_HALF_PAST.plusSeconds(10).toEpochMilli());
    }
}
