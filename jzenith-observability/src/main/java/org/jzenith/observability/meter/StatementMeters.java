package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.observe.StatementEvent;

/** The durations of SQL statements, by their summary. Safe for use by many threads. */
final class StatementMeters {

    private final Meters meters;
    private final Map<String, MeterTable<StatementMeter>> databases = new ConcurrentHashMap<>();

    StatementMeters(final Meters meters) {
        this.meters = meters;
    }

    void done(final StatementEvent.Done event) {
        final MeterTable<StatementMeter> known = databases.get(event.plugin());
        final StatementMeter statement = (known == null
                        ? databases.computeIfAbsent(event.plugin(), this::bySummary)
                        : known)
                .of(event.summary());
        final Throwable error = event.error();
        (error == null ? statement.success : statement.failures.of(type(error))).record(event.duration());
    }

    private MeterTable<StatementMeter> bySummary(final String plugin) {
        return new MeterTable<>(meters, meters::mayAddTimer, summary -> new StatementMeter(meters, plugin, summary));
    }

    /** Returns the name of the class; that of its superclass if it is anonymous. */
    private static String type(final Throwable error) {
        Class<?> type = error.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** The statements with the same summary. */
    private static final class StatementMeter {

        private final Timer success;
        private final MeterTable<Timer> failures;

        StatementMeter(final Meters meters, final String plugin, final String summary) {
            this.success = meters.timer(Metric.STATEMENT_DURATION, plugin, summary, "");
            this.failures = new MeterTable<>(
                    meters,
                    meters::mayAddTimer,
                    // Beyond the limit, all statements share one meter, too.
                    type -> meters.timer(
                            Metric.STATEMENT_DURATION, plugin, type.equals(Meters.OTHER) ? type : summary, type));
        }
    }
}
