package org.jzenith.core.internal.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * The lines of a start: which application runs on what, how long each step takes, where it can be reached. Where no
 * provider of SLF4J is on the class path they go to the standard output, since the user would see nothing.
 */
public final class StartLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    private static final double NANOS_PER_MILLI = 1e6;

    private final long begin = System.nanoTime();
    private final boolean unlogged = LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory;
    private long stepBegin = begin;
    private boolean silent;

    /** Starts to measure the time of startup. */
    public StartLog() {}

    /** Stops writing lines. */
    public void silence() {
        silent = true;
    }

    /**
     * Writes the first line.
     *
     * @param application the class that made it; null if it is not known
     * @param profiles the active profiles
     */
    public void starting(final @Nullable Class<?> application, final List<String> profiles) {
        if (silent) {
            return;
        }
        if (unlogged) {
            System.out.println("No SLF4J provider is on the class path, so only these lines are logged."
                    + " Add org.jzenith:jzenith-logging, or another provider.");
        }
        if (unlogged || LOGGER.isInfoEnabled()) {
            line("Starting " + name(application) + ": jZenith "
                    + Objects.requireNonNullElse(version(), "of unknown version") + ", Java "
                    + System.getProperty("java.version") + ", PID "
                    + ProcessHandle.current().pid() + ", "
                    + (profiles.isEmpty() ? "no profile" : "profile " + String.join(", ", profiles)) + ".");
        }
    }

    private static String name(final @Nullable Class<?> application) {
        if (application == null) {
            return "an application";
        }
        final @Nullable String version = application.getPackage().getImplementationVersion();
        return application.getName() + (version == null ? "" : " " + version);
    }

    /**
     * Returns the version of jZenith.
     *
     * @return null on a class path that was not built by Maven
     */
    public static @Nullable String version() {
        final Properties build = new Properties();
        try (@Nullable InputStream file = StartLog.class.getResourceAsStream("/META-INF/jzenith/version.properties")) {
            if (file != null) {
                build.load(file);
            }
        } catch (final IOException e) {
            LOGGER.debug("The version of jZenith cannot be read.", e);
        }
        final String version = build.getProperty("version", "");
        return version.isEmpty() || version.startsWith("$") ? null : version;
    }

    /**
     * Warns of an application without plugins. It starts, because it may consist of modules alone.
     *
     * @param advice to add the plugin that serves HTTP
     */
    public void noPlugin(final String advice) {
        warning("The application has no plugins, so it opens no listener and runs no job. " + advice
                + " to serve HTTP, or add another plugin.");
    }

    /**
     * Warns of what is probably a mistake.
     *
     * @param text sentences
     */
    public void warning(final String text) {
        if (unlogged && !silent) {
            System.out.println(text);
        } else {
            LOGGER.warn(text);
        }
    }

    /**
     * A step that started when the last one ended.
     *
     * @param name the name of the step
     * @param what else is to be known of it
     */
    public void step(final String name, final String what) {
        step(name, stepBegin, what);
        stepBegin = System.nanoTime();
    }

    /**
     * A step beside others.
     *
     * @param name the name of the step
     * @param stepStart the time when the step started, by {@code System.nanoTime()}
     * @param what else is to be known of it
     */
    public void step(final String name, final long stepStart, final String what) {
        final String millis = String.valueOf(millisSince(stepStart));
        line((name + spaces(14 - name.length()) + " " + spaces(6 - millis.length()) + millis + " ms  " + what)
                .stripTrailing());
    }

    /** A format would load the data of a locale. */
    private static String spaces(final int count) {
        return " ".repeat(Math.max(0, count));
    }

    /**
     * The last line; scripts look for its beginning.
     *
     * @param addresses the addresses of the listeners
     */
    public void open(final Collection<?> addresses) {
        line("Open at " + addresses + " after " + millisSince(begin) + " ms.");
    }

    private void line(final String text) {
        if (silent) {
            return;
        }
        if (unlogged) {
            System.out.println(text);
        } else {
            LOGGER.info(text);
        }
    }

    private static long millisSince(final long start) {
        return Math.round((System.nanoTime() - start) / NANOS_PER_MILLI);
    }
}
