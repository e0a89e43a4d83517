package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;

/** The state that every test must leave behind: a full pool, and no transaction on the server. */
final class Leaks {

    private Leaks() {}

    static void assertPoolIsFull(final RunningApplication application) {
        await(
                "all pooled connections are back",
                () -> used(application, "connections", "waiting-callers", "waiting-streams") == 0);
        final String database =
                application.get(org.jzenith.sql.driver.DatabaseAddress.class).database();
        // The server notices a closed connection a moment later.
        await(
                "no transaction is left on the server",
                () -> TestServer.sessions("datname = '" + database + "' AND state LIKE 'idle in transaction%'") == 0);
    }

    /** Returns the sum of some of the pool's gauges. */
    static long used(final RunningApplication application, final String... gauges) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> Stream.of(gauges).anyMatch(name -> gauge.name().equals("postgresql.pool." + name)))
                .mapToLong(Gauge::used)
                .sum();
    }

    /** Waits until something is true, with a generous limit. */
    static void await(final String what, final BooleanSupplier condition) {
        final boolean came = Observable.interval(0, 10, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.getAsBoolean())
                .map(tick -> true)
                .timeout(Duration.ofSeconds(60).toMillis(), TimeUnit.MILLISECONDS, Observable.just(false))
                .blockingFirst();
        assertThat(came).as(what).isTrue();
    }
}
