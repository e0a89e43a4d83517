package org.jzenith.observability.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.observability.TestStatement;

/** The limit of time series holds, whoever adds them. */
final class MeterLimitTest {

    private static final int MAX_SERIES = 100;
    private static final int LINES_OF_TIMER = 5;

    /** Of the statements and of the routes that sent them. */
    private static final int COUNTERS_OF_DROPPED = 2;

    private final ApplicationMeters meters =
            new ApplicationMeters(List.of(Duration.ofSeconds(1)), MAX_SERIES, null, null);

    private long series() {
        return meters.exposed()
                .scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .count();
    }

    private double dropped() {
        return meters.registry()
                .get("metrics.dropped")
                .tag("metric", "application")
                .counter()
                .count();
    }

    private void statement(final String summary, final @Nullable Throwable error) {
        final WorkEvent.Status status = error == null ? WorkEvent.Status.COMPLETED : WorkEvent.Status.FAILED;
        meters.work(new WorkEvent.Ended(
                new TestStatement(summary, summary, null), status, Duration.ZERO, error, List.of()));
    }

    private long count(final String summary, final String error) {
        return meters.registry()
                .get("db.client.operation.duration")
                .tags("db.query.summary", summary, "error.type", error)
                .timer()
                .count();
    }

    @Test
    void metersOfTheApplicationAreLimited() {
        final long before = series();
        for (int i = 0; i < 10 * MAX_SERIES; i++) {
            meters.registry().counter("searches", "words", "words " + i).increment();
        }
        assertThat(series()).isEqualTo(before + MAX_SERIES);
        assertThat(dropped()).isEqualTo(9 * MAX_SERIES);
        statement("SELECT", null);
        assertThat(count("SELECT", "")).isEqualTo(1);
    }

    @Test
    void aMeterThatIsRemovedMakesRoomForAnother() {
        for (int i = 0; i < 10 * MAX_SERIES; i++) {
            final Counter counter = meters.registry().counter("sessions", "id", "session " + i);
            counter.increment();
            assertThat(counter.count()).isEqualTo(1);
            meters.registry().remove(counter);
        }
        assertThat(dropped()).isZero();
    }

    @Test
    void statementsThatFailBeyondTheLimitShareOneMeter() {
        final long before = series();
        for (int i = 0; i < MAX_SERIES; i++) {
            statement("SELECT t" + i, null);
        }
        for (int i = 0; i < MAX_SERIES; i++) {
            statement("SELECT t" + i, new IllegalStateException("on purpose"));
        }
        assertThat(series()).isLessThanOrEqualTo(before + MAX_SERIES + 2 * LINES_OF_TIMER + COUNTERS_OF_DROPPED);
        assertThat(count(Meters.OTHER, Meters.OTHER)).isEqualTo(MAX_SERIES);
    }

    @Test
    void aFailureOfAnAnonymousClassIsNoSuccess() {
        statement("SELECT", null);
        statement("SELECT", new IllegalStateException("on purpose") {});
        assertThat(count("SELECT", "")).isEqualTo(1);
        assertThat(count("SELECT", "java.lang.IllegalStateException")).isEqualTo(1);
    }
}
