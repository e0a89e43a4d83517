package org.jzenith.jobs;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Times of the day, by the machine's clock. */
final class CronSchedule implements Schedule {

    private final ExecutionTime times;
    private final ZoneId zone;
    private final String expression;
    private final Clock clock;

    /** @throws IllegalArgumentException if the expression cannot be understood, or means no time */
    CronSchedule(final Job.Cron cron) {
        this(cron, Clock.systemUTC());
    }

    CronSchedule(final Job.Cron cron, final Clock clock) {
        this.expression = cron.expression();
        this.zone = cron.zone();
        this.clock = clock;
        this.times = ExecutionTime.forCron(new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX))
                .parse(expression)
                .validate());
        if (first() == NEVER) {
            throw new IllegalArgumentException("No date matches the expression.");
        }
    }

    @Override
    public long now() {
        return clock.millis();
    }

    @Override
    public long first() {
        return next(now());
    }

    @Override
    public long after(final long due) {
        return next(Math.max(due, now()));
    }

    private long next(final long from) {
        final ZonedDateTime time = Instant.ofEpochMilli(from).atZone(zone);
        return times.nextExecution(time)
                .map(found -> found.toInstant().toEpochMilli())
                .orElse(NEVER);
    }

    @Override
    public String toString() {
        return "at '" + expression + "' in " + zone;
    }
}
