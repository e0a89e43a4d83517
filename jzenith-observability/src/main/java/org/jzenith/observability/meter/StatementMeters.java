package org.jzenith.observability.meter;

import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.observe.StatementEvent;

/** The durations of SQL statements, by their summary. Safe for use by many threads. */
final class StatementMeters {

    /** The limit of remembered texts, in characters: at most 8 MB for each database. */
    private static final int MOST_CHARACTERS = 4_000_000;

    /** The characters for which an entry counts beside its text. */
    private static final int ENTRY = 100;

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
        (error == null ? statement.success : statement.failures.of(type(error))).record(event.duration());
    }

    /** Returns the name of the class; that of its superclass if it is anonymous. */
    private static String type(final Throwable error) {
        Class<?> type = error.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** The statements of one database. */
    private static final class Database {

        private final Map<String, StatementMeter> byText = new ConcurrentHashMap<>();
        private final MeterTable<StatementMeter> bySummary;
        private int characters;

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
            remember(sql, found);
            return found;
        }

        /** Forgets all texts when there are too many, so that those of an attack do not displace the others for good. */
        private synchronized void remember(final String sql, final StatementMeter statement) {
            characters += Math.min(sql.length(), MOST_CHARACTERS) + ENTRY;
            if (characters > MOST_CHARACTERS) {
                byText.clear();
                characters = 0;
            } else {
                byText.put(sql, statement);
            }
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
                    // Beyond the limit, all statements share one meter, too.
                    type -> meters.timer(
                            Metric.STATEMENT_DURATION, plugin, type.equals(Meters.OTHER) ? type : summary, type));
        }
    }
}
