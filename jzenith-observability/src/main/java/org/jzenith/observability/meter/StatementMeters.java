package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.observe.StatementEvent;

/** The durations of SQL statements, by their summary. Safe for use by many threads. */
final class StatementMeters {

    /** The number of texts whose meters are remembered, and their largest size in characters. */
    private static final int MOST_TEXTS = 2_000;

    private static final int LONGEST_TEXT = 2_000;

    private final Meters meters;
    private final Map<String, Database> databases = new ConcurrentHashMap<>();

    StatementMeters(final Meters meters) {
        this.meters = meters;
    }

    void done(final StatementEvent.Done event) {
        final Database known = databases.get(event.plugin());
        final StatementMeter statement = (known == null
                        ? databases.computeIfAbsent(event.plugin(), plugin -> new Database(meters, plugin))
                        : known)
                .of(event.sql());
        final Throwable error = event.error();
        (error == null
                        ? statement.success
                        : statement.failures.of(error.getClass().getSimpleName()))
                .record(event.duration());
    }

    /** The statements of one database. */
    private static final class Database {

        private final Map<String, StatementMeter> byText = new ConcurrentHashMap<>();
        private final MeterTable<StatementMeter> bySummary;

        Database(final Meters meters, final String plugin) {
            this.bySummary = new MeterTable<>(
                    meters, meters::mayAddTimer, summary -> new StatementMeter(meters, plugin, summary));
        }

        StatementMeter of(final String sql) {
            final StatementMeter known = byText.get(sql);
            if (known != null) {
                return known;
            }
            final StatementMeter found = bySummary.of(QuerySummary.of(sql));
            if (sql.length() <= LONGEST_TEXT && byText.size() < MOST_TEXTS) {
                byText.put(sql, found);
            }
            return found;
        }
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
                    type -> meters.timer(Metric.STATEMENT_DURATION, plugin, summary, type));
        }
    }
}
