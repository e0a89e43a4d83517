package org.jzenith.observability.internal.log;

import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes levels of loggers for a limited time, and changes them back. Safe for use by many threads. */
@Singleton
public final class LogLevels {

    private static final Logger LOGGER = LoggerFactory.getLogger(LogLevels.class);

    /** The most changes at a time, because Logback never forgets a logger. */
    private static final int MOST_CHANGES = 100;

    private final Vertx vertx;

    /** Null if the application does not log with Logback. */
    private final @Nullable LogbackLevels levels;

    private final Map<String, Change> changes = new HashMap<>();

    @Inject
    LogLevels(final Vertx vertx) {
        this.vertx = vertx;
        this.levels = LogbackLevels.areAvailable() ? new LogbackLevels() : null;
    }

    /** Returns false if the application does not log with Logback; then the other methods must not be called. */
    boolean isAvailable() {
        return levels != null;
    }

    private LogbackLevels logback() {
        return Objects.requireNonNull(levels, "Logback");
    }

    /**
     * A level that was changed.
     *
     * @param before the level to which it goes back; null for that of the parent
     * @param until the time at which it goes back
     * @param timer changes it back
     */
    record Change(@Nullable String before, Instant until, long timer) {}

    /**
     * A logger with its own level.
     *
     * @param level its level
     * @param change null if it has not been changed
     */
    record State(String level, @Nullable Change change) {}

    /** Returns the loggers that have their own level, ordered by name. */
    synchronized Map<String, State> all() {
        final Map<String, State> states = new TreeMap<>();
        logback().all().forEach((logger, level) -> states.put(logger, new State(level, changes.get(logger))));
        return states;
    }

    /**
     * Changes a level. A further change before the end of the first goes back to the level before both.
     *
     * @param by who changes it, for the log
     * @return the end of the change; null if there are too many changes
     */
    synchronized @Nullable Instant change(
            final String logger, final String level, final Duration duration, final String by) {
        final Change earlier = changes.get(logger);
        if (earlier == null && changes.size() >= MOST_CHANGES) {
            return null;
        }
        if (earlier != null) {
            vertx.cancelTimer(earlier.timer());
        }
        final Instant until = Instant.now().plus(duration);
        final long timer = vertx.setTimer(duration.toMillis(), fired -> changeBack(logger));
        changes.put(logger, new Change(earlier == null ? logback().of(logger) : earlier.before(), until, timer));
        logback().set(logger, level);
        LOGGER.info("The level of the logger {} is {} until {}, changed by {}.", logger, level, until, by);
        return until;
    }

    /** Changes a level back before its time. Does nothing if it is not changed. */
    synchronized void changeBack(final String logger) {
        final Change change = changes.remove(logger);
        if (change != null) {
            vertx.cancelTimer(change.timer());
            logback().set(logger, change.before());
            LOGGER.info(
                    "The level of the logger {} is {} again.",
                    logger,
                    change.before() == null ? "that of its parent" : change.before());
        }
    }

    /** Changes all levels back, because the application stops. */
    public synchronized void close() {
        List.copyOf(changes.keySet()).forEach(this::changeBack);
    }
}
