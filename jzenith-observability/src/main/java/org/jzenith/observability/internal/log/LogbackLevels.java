package org.jzenith.observability.internal.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The levels of Logback's loggers. Loaded only if Logback is the backend, since it is an optional dependency. */
final class LogbackLevels {

    private final LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();

    /** Returns true if the application logs with Logback. */
    static boolean areAvailable() {
        return LoggerFactory.getILoggerFactory().getClass().getName().equals("ch.qos.logback.classic.LoggerContext");
    }

    /** Returns the loggers that have their own level. */
    Map<String, String> all() {
        final Map<String, String> levels = new TreeMap<>();
        for (final Logger logger : logback.getLoggerList()) {
            if (logger.getLevel() != null) {
                levels.put(logger.getName(), logger.getLevel().toString());
            }
        }
        return levels;
    }

    /** Returns the logger's own level; null if it has that of its parent. */
    @Nullable
    String of(final String logger) {
        final Level level = logback.getLogger(logger).getLevel();
        return level == null ? null : level.toString();
    }

    /**
     * Sets the level of a logger.
     *
     * @param level null for that of its parent
     */
    void set(final String logger, final @Nullable String level) {
        logback.getLogger(logger).setLevel(level == null ? null : Level.valueOf(level));
    }
}
