package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The times of cron expressions. */
final class ScheduleTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** The times that follow an instant, if the machine never sleeps. */
    private static List<String> times(final String expression, final String from, final int count) {
        final List<String> times = new ArrayList<>();
        Instant now = Instant.parse(from);
        for (int i = 0; i < count; i++) {
            now = Instant.ofEpochMilli(
                    new CronSchedule(new Job.Cron(expression, BERLIN), Clock.fixed(now, ZoneOffset.UTC)).first());
            times.add(now.atZone(BERLIN).toOffsetDateTime().toString());
        }
        return times;
    }

    @Test
    void cronHasItsTimesInTheZone() {
        assertThat(times("0 3 * * MON-FRI", "2026-07-03T12:00:00Z", 2))
                .containsExactly("2026-07-06T03:00+02:00", "2026-07-07T03:00+02:00");
        assertThat(times("*/15 * * * *", "2026-07-03T12:01:00Z", 2))
                .containsExactly("2026-07-03T14:15+02:00", "2026-07-03T14:30+02:00");
    }

    @Test
    void aTimeThatTheClockPassesOverDoesNotComeOnThatDay() {
        assertThat(times("30 2 * * *", "2026-03-27T23:00:00Z", 2))
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-30T02:30+02:00");
        assertThat(times("0 3 * * *", "2026-03-27T23:00:00Z", 2))
                .containsExactly("2026-03-28T03:00+01:00", "2026-03-29T03:00+02:00");
    }

    @Test
    void aTimeOfDayThatTheClockShowsTwiceComesOnce() {
        assertThat(times("30 2 * * *", "2026-10-24T22:00:00Z", 2))
                .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
    }

    @Test
    void whatComesSeveralTimesAnHourComesInBothHoursThatTheClockShowsTwice() {
        assertThat(times("*/30 * * * *", "2026-10-25T00:00:00Z", 4))
                .containsExactly(
                        "2026-10-25T02:30+02:00",
                        "2026-10-25T02:00+01:00",
                        "2026-10-25T02:30+01:00",
                        "2026-10-25T03:00+01:00");
    }

    @Test
    void timesThatPassedWhileTheMachineSleptAreLeftOut() {
        final Clock woken = Clock.fixed(Instant.parse("2026-07-05T10:30:00Z"), ZoneOffset.UTC);
        final CronSchedule schedule = new CronSchedule(new Job.Cron("0 * * * *", BERLIN), woken);
        final long missed = Instant.parse("2026-07-03T08:00:00Z").toEpochMilli();
        assertThat(Instant.ofEpochMilli(schedule.after(missed))).isEqualTo("2026-07-05T11:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bad", "* * * *", "61 * * * *", "0 0 3 * * *", "@daily", "*/0 * * * *", "0 0 30 2 *"})
    void whatIsNoTimeIsRefused(final String expression) {
        assertThatThrownBy(() -> new CronSchedule(new Job.Cron(expression, BERLIN)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anIntervalBeginsAfterItselfUnlessADelayIsGiven() {
        final IntervalSchedule plain = new IntervalSchedule(new Job.Interval(Duration.ofMinutes(5), null));
        assertThat(plain.first() - plain.now()).isBetween(299_000L, 300_000L);
        final IntervalSchedule soon = new IntervalSchedule(new Job.Interval(Duration.ofMinutes(5), Duration.ZERO));
        assertThat(soon.first() - soon.now()).isBetween(-1_000L, 0L);
    }

    @Test
    void anIntervalKeepsItsStepsAndLeavesOutThoseThatHavePassed() {
        final IntervalSchedule schedule = new IntervalSchedule(new Job.Interval(Duration.ofMinutes(5), null));
        final long due = schedule.now();
        assertThat(schedule.after(due)).isEqualTo(due + 300_000);
        final long missed = due - 3 * 300_000 - 1_000;
        assertThat(schedule.after(missed)).isEqualTo(missed + 4 * 300_000);
    }
}
