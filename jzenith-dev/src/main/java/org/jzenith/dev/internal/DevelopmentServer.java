package org.jzenith.dev.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentMode;
import org.jzenith.dev.internal.project.Project;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a project in development mode. {@code mvn jzenith:dev} starts it in its own JVM; an application that was
 * started with {@code --dev} hands over to it.
 *
 * <p>In the terminal, {@code r} and Enter restart the application without the data that was kept for it.
 */
public final class DevelopmentServer implements DevelopmentMode {

    private static final Logger LOGGER = LoggerFactory.getLogger(DevelopmentServer.class);

    private static final long LOOK_MILLIS = 100;

    /** Created by {@link java.util.ServiceLoader}. */
    public DevelopmentServer() {}

    /**
     * The program that {@code mvn jzenith:dev} starts. It ends when its standard input ends or at a signal.
     *
     * @param args a file that describes the project
     */
    public static void main(final String... args) {
        run(Project.of(Path.of(args[0])), System.in, true);
    }

    @Override
    public void run(final String mainClass, final List<String> arguments) {
        final ClassLoader loader = Thread.currentThread().getContextClassLoader();
        run(
                Project.of(
                        mainClass,
                        arguments,
                        loader == null ? Objects.requireNonNull(DevelopmentServer.class.getClassLoader()) : loader),
                System.in,
                false);
    }

    private static void run(final Project project, final InputStream terminal, final boolean endsWithTerminal) {
        final Restarter restarter =
                new Restarter(project, Objects.requireNonNull(DevelopmentServer.class.getClassLoader()));
        final Thread hook = new Thread(
                () -> {
                    nameExit();
                    restarter.end();
                },
                "jzenith-dev-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        final Thread input = new Thread(() -> read(terminal, restarter, endsWithTerminal), "jzenith-dev-terminal");
        input.setDaemon(true);
        input.start();
        try {
            restarter.run();
        } finally {
            remove(hook);
        }
    }

    /** Says who has called {@code System.exit}, because the development mode cannot go on after it. */
    private static void nameExit() {
        for (final StackTraceElement[] trace : Thread.getAllStackTraces().values()) {
            for (int i = 0; i + 1 < trace.length; i++) {
                if (trace[i].getClassName().equals("java.lang.System")
                        && trace[i].getMethodName().equals("exit")) {
                    LOGGER.warn("System.exit at {} ends the development mode.", trace[i + 1]);
                }
            }
        }
    }

    private static void remove(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            LOGGER.trace("The JVM is already shutting down.", e);
        }
    }

    private static void read(final InputStream terminal, final Restarter restarter, final boolean endsWithTerminal) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(terminal, StandardCharsets.UTF_8))) {
            for (String line = next(lines, endsWithTerminal); line != null; line = next(lines, endsWithTerminal)) {
                if (line.trim().toLowerCase(Locale.ROOT).equals("r")) {
                    restarter.restartWithoutData();
                }
            }
        } catch (final IOException e) {
            LOGGER.debug("The terminal cannot be read.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (endsWithTerminal) {
            restarter.end();
        }
    }

    /**
     * The next line, or null at the end. Only where the end counts is the line waited for in a read: the system stops a
     * process in the background that reads the terminal.
     */
    private static @Nullable String next(final BufferedReader lines, final boolean endsWithTerminal)
            throws IOException, InterruptedException {
        while (!endsWithTerminal && !lines.ready()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return lines.readLine();
    }
}
