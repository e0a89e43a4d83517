package org.jzenith.core.observe;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: logs where the time of a slow request went, in one sentence. A stream counts until its first byte, because it may last for hours. Safe
 * for use by many threads.
 */
public final class SlowRequestLog {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.slow");

    /** The maximum number of lines in a second. Further lines are only counted, because in an overloaded service all requests are slow. */
    private static final int MOST_LINES = 10;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MILLI_NANOS = 1e6;

    /** The maximum length of a method's or user's name, in characters. */
    private static final int LONGEST_NAME = 64;

    private final String plugin;
    private long secondBegan = System.nanoTime();
    private int lines;
    private long omitted;

    private SlowRequestLog(final String plugin) {
        this.plugin = plugin;
    }

    /**
     * Returns the observers of the log.
     *
     * @param plugin the name of the plugin that serves the requests
     * @param limit the time after which a request is slow
     * @return observers of requests and operations
     */
    public static List<EventObserver<?>> observers(final String plugin, final Duration limit) {
        final SlowRequestLog log = new SlowRequestLog(plugin);
        final long nanos = limit.toNanos();
        return List.of(
                EventObserver.ofTimed(RequestEvent.Answered.class, event -> log.answered(event, nanos)),
                EventObserver.ofTimed(RequestEvent.Disposed.class, event -> log.disposed(event, nanos)),
                EventObserver.ofTimed(WorkEvent.Ended.class, log::ended));
    }

    private void ended(final WorkEvent.Ended event) {
        final RequestContext request = event.request();
        if (request != null && event.kind().equals("statement")) {
            request.scoped(this, Waits::new).add(event);
        } else if (request != null && event.kind().equals("wait")) {
            request.scoped(this, Waits::new).add(event.duration().toNanos());
        }
    }

    private void answered(final RequestEvent.Answered event, final long limit) {
        final RequestTimes times = event.times();
        if (times != null && event.plugin().equals(plugin) && times.firstByte() >= limit) {
            log(
                    event.request(),
                    started(event.method(), event.route(), event.duration())
                            .append(" with status ")
                            .append(event.status()),
                    times,
                    event.duration().toNanos());
        }
    }

    private void disposed(final RequestEvent.Disposed event, final long limit) {
        final RequestTimes times = event.times();
        if (times != null
                && event.plugin().equals(plugin)
                && times.firstByte() == RequestTimes.NONE
                && event.duration().toNanos() >= limit) {
            log(
                    event.request(),
                    started(event.method(), event.route(), event.duration()).append(" without a response"),
                    times,
                    event.duration().toNanos());
        }
    }

    private static StringBuilder started(final String method, final @Nullable String route, final Duration duration) {
        final StringBuilder line = new StringBuilder(256)
                .append(name(method))
                .append(' ')
                .append(route == null ? "without a route" : LogText.escape(route))
                .append(" took ");
        return millis(line, duration.toNanos());
    }

    private void log(
            final RequestContext request, final StringBuilder line, final RequestTimes times, final long nanos) {
        final long before = tryLine();
        if (before < 0 || !LOGGER.isWarnEnabled()) {
            return;
        }
        line.append(": ");
        final long body = Math.max(times.body(), 0);
        if (body > 0) {
            millis(line, body).append(" for the body, ");
        }
        final Waits waits = (Waits) request.scopedIfPresent(this);
        if (times.call() == RequestTimes.NONE) {
            millis(line, nanos - body).append(" without calling a resource method");
        } else {
            final long result = times.result() == RequestTimes.NONE ? nanos : times.result();
            millis(line, times.call() - body).append(" in filters and queues, ");
            millis(line, result - times.call()).append(" in the resource");
            if (waits != null) {
                waits.appendTimes(line);
            }
            line.append(", ");
            millis(line, nanos - result).append(" to write the response");
        }
        line.append("; request ").append(request.id());
        final Identity identity = request.identity();
        if (identity != null) {
            line.append(", user ").append(name(identity.getName()));
        }
        if (waits != null) {
            waits.appendSlowest(line);
        }
        line.append('.');
        if (before > 0) {
            line.append(" jZenith left out ").append(before).append(" slow requests before this one.");
        }
        request.run(() -> LOGGER.warn("{}", line));
    }

    /** Returns the number of lines left out before this one; negative if this one is to be left out. */
    private synchronized long tryLine() {
        final long now = System.nanoTime();
        if (now - secondBegan >= SECOND_NANOS) {
            secondBegan = now;
            lines = 0;
        }
        if (lines == MOST_LINES) {
            omitted++;
            return -1;
        }
        lines++;
        final long before = omitted;
        omitted = 0;
        return before;
    }

    private static String name(final String text) {
        return LogText.escape(text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "..");
    }

    private static StringBuilder millis(final StringBuilder line, final long nanos) {
        return line.append(Math.round(nanos / MILLI_NANOS)).append(" ms");
    }

    /** The waits of one request. */
    private static final class Waits {

        private long poolNanos;
        private int statements;
        private long statementNanos;
        private long slowestNanos;
        private @Nullable String slowest;

        synchronized void add(final long waitedNanos) {
            poolNanos += waitedNanos;
        }

        synchronized void add(final WorkEvent.Ended event) {
            final long nanos = event.duration().toNanos();
            statements++;
            statementNanos += nanos;
            if (nanos >= slowestNanos) {
                slowestNanos = nanos;
                slowest = event.operation().text();
            }
        }

        synchronized void appendTimes(final StringBuilder line) {
            line.append(" (");
            millis(line, poolNanos).append(" waiting for a connection, ");
            millis(line, statementNanos)
                    .append(" in ")
                    .append(statements)
                    .append(statements == 1 ? " statement)" : " statements)");
        }

        synchronized void appendSlowest(final StringBuilder line) {
            if (slowest != null) {
                millis(line.append("; slowest statement "), slowestNanos)
                        .append(": ")
                        .append(slowest);
            }
        }
    }
}
