package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.WorkEvent;

/** The durations of SQL statements, by their summary and by the route that sent them. Safe for use by many threads. */
final class StatementMeters {

    private static final String NONE = "";

    private final Meters meters;
    private final Map<String, MeterTable<String, StatementMeter>> databases = new ConcurrentHashMap<>();

    StatementMeters(final Meters meters) {
        this.meters = meters;
    }

    void happened(final WorkEvent event) {
        if (event instanceof final WorkEvent.Ended ended) {
            final String plugin = event.operation().source();
            final MeterTable<String, StatementMeter> known = databases.get(plugin);
            (known == null ? databases.computeIfAbsent(plugin, this::bySummary) : known)
                    .of(event.name())
                    .record(ended.duration(), ended.error(), event.request());
        }
    }

    private MeterTable<String, StatementMeter> bySummary(final String plugin) {
        return new MeterTable<>(
                meters.dropped(Metric.STATEMENT_DURATION),
                all -> Meters.OTHER,
                meters::mayAddTimer,
                summary -> new StatementMeter(meters, plugin, summary));
    }

    /** The statements with the same summary. */
    private static final class StatementMeter {

        private final Timer success;
        private final MeterTable<String, Timer> failures;
        private final MeterTable<String, Timer> routes;

        StatementMeter(final Meters meters, final String plugin, final String summary) {
            this.success = meters.timer(Metric.STATEMENT_DURATION, plugin, summary, NONE);
            // Beyond the limit, all statements share one meter, too.
            this.failures = new MeterTable<>(
                    meters.dropped(Metric.STATEMENT_DURATION),
                    all -> Meters.OTHER,
                    meters::mayAddTimer,
                    type -> meters.timer(Metric.STATEMENT_DURATION, plugin, summaryWith(type, summary), type));
            this.routes = new MeterTable<>(
                    meters.dropped(Metric.ROUTE_STATEMENT_DURATION),
                    all -> Meters.OTHER,
                    meters::mayAddSummary,
                    route -> meters.summary(
                            Metric.ROUTE_STATEMENT_DURATION, plugin, route, summaryWith(route, summary)));
        }

        private static String summaryWith(final String value, final String summary) {
            return value.equals(Meters.OTHER) ? Meters.OTHER : summary;
        }

        void record(final Duration duration, final @Nullable Throwable error, final @Nullable RequestContext request) {
            (error == null ? success : failures.of(ErrorType.of(error))).record(duration);
            final String route = request == null ? null : request.route();
            routes.of(route == null ? NONE : route).record(duration);
        }
    }
}
