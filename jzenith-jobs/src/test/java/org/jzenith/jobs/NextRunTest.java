package org.jzenith.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The start of the next run, with a clock that the test sets. */
final class NextRunTest {

    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long NO_JITTER = 0;

    /** Each full hour; the first time is the delay after the beginning. */
    private static final class Hourly implements Schedule {

        private final long delay;
        private long now = 100 * HOUR;

        Hourly(final long delay) {
            this.delay = delay;
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public long first() {
            return now + delay;
        }

        @Override
        public long after(final long due) {
            return (Math.max(due, now) / HOUR + 1) * HOUR;
        }
    }

    private static Set<Long> firstTimes(final long delay, final Long jitter, final boolean exact) {
        final Set<Long> all = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            all.add(new NextRun(new Hourly(delay), jitter, exact).left());
        }
        return all;
    }

    @Test
    void aFirstTimeThatIsGivenIsExactUnlessAJitterIsGivenToo() {
        assertThat(firstTimes(0, null, true)).containsExactly(0L);
        assertThat(firstTimes(5 * MINUTE, null, true)).containsExactly(5 * MINUTE);
        assertThat(firstTimes(0, MINUTE, true)).hasSizeGreaterThan(1).allMatch(left -> left <= MINUTE);
        assertThat(firstTimes(5 * MINUTE, null, false))
                .hasSizeGreaterThan(1)
                .allMatch(left -> left >= 5 * MINUTE && left <= 5 * MINUTE + 10_000);
    }

    @Test
    void furtherRunsHaveTheJitterByDefault() {
        final Set<Long> all = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            final NextRun next = new NextRun(new Hourly(0), null, true);
            next.passed();
            all.add(next.left());
        }
        assertThat(all).hasSizeGreaterThan(1).allMatch(left -> left >= HOUR && left <= HOUR + 10_000);
    }

    @Test
    void aRunBeginsBeforeTheTimeOfTheNextOneHoweverLongTheJitterIs() {
        for (int i = 0; i < 200; i++) {
            final Hourly schedule = new Hourly(HOUR);
            final NextRun next = new NextRun(schedule, 1000 * HOUR, false);
            assertThat(next.left()).isBetween(HOUR, 2 * HOUR - 1);
            schedule.now += next.left();
            next.passed();
            assertThat(schedule.now + next.left()).isBetween(102 * HOUR, 103 * HOUR - 1);
        }
    }

    @Test
    void aClockThatIsSetBackForLongBeginsAnew() {
        final Hourly schedule = new Hourly(HOUR);
        final NextRun next = new NextRun(schedule, NO_JITTER, false);
        schedule.now = 10 * HOUR;
        assertThat(next.left()).isEqualTo(HOUR);
    }

    @Test
    void aClockThatIsSetBackByLessIsAwaitedSoThatNoTimeComesTwice() {
        final Hourly schedule = new Hourly(HOUR);
        final NextRun next = new NextRun(schedule, NO_JITTER, false);
        schedule.now += HOUR;
        assertThat(next.left()).isZero();
        next.passed();
        schedule.now -= HOUR / 2;
        assertThat(next.left()).isEqualTo(HOUR + HOUR / 2);
    }

    @Test
    void aClockThatIsSetForwardBringsOneRunForAllTimesThatHavePassed() {
        final Hourly schedule = new Hourly(HOUR);
        final NextRun next = new NextRun(schedule, NO_JITTER, false);
        schedule.now += 50 * HOUR + MINUTE;
        assertThat(next.left()).isZero();
        next.passed();
        assertThat(next.left()).isEqualTo(HOUR - MINUTE);
    }

    @Test
    void whereNoTimeIsLeftNoRunComes() {
        final Schedule schedule = new Schedule() {
            @Override
            public long now() {
                return 0;
            }

            @Override
            public long first() {
                return 0;
            }

            @Override
            public long after(final long due) {
                return NEVER;
            }
        };
        final NextRun next = new NextRun(schedule, null, false);
        assertThat(next.left()).isZero();
        next.passed();
        assertThat(next.left()).isEqualTo(Schedule.NEVER);
    }
}
