package org.jzenith.core.problem;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The terminal behind the standard error, if there is one. Safe for use by many threads. */
final class Terminal {

    private static final int USUAL_WIDTH = 100;
    private static final int LEAST_WIDTH = 60;
    private static final int MOST_WIDTH = 120;
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    /**
     * Returns true if the standard error is a terminal that supports more than plain text.
     *
     * @return false if it is a file or a pipe, or if {@code TERM} is {@code dumb}
     */
    static boolean isPresent() {
        return isPresent(System.getenv());
    }

    private static boolean isPresent(final Map<String, String> environment) {
        return !"dumb".equals(environment.get("TERM")) && isTerminal();
    }

    /**
     * Returns true if colours may be used.
     *
     * @return false if there is no terminal, or {@code NO_COLOR} is set
     */
    static boolean hasColours() {
        final Map<String, String> environment = System.getenv();
        return environment.getOrDefault("NO_COLOR", "").isEmpty() && isPresent(environment);
    }

    /**
     * Returns the width for text.
     *
     * @return 60 to 120 columns; 100 if {@code COLUMNS} is not set or not a number
     */
    static int width() {
        try {
            final int columns = Integer.parseInt(System.getenv().getOrDefault("COLUMNS", ""));
            return Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, columns));
        } catch (final NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }

    /**
     * Returns true if the standard error is a terminal. On systems other than Linux, looks at the console, which covers all three streams.
     */
    @SuppressWarnings("SystemConsoleNull") // in newer versions the method of the console decides
    private static boolean isTerminal() {
        try {
            if (Files.isSymbolicLink(STANDARD_ERROR)) {
                final String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
        } catch (final IOException e) {
            return false;
        }
        final @Nullable Console console = System.console();
        return console != null && isTerminal(console);
    }

    /** Since Java 22, a console exists even without a terminal, and its method {@code isTerminal} tells the difference. */
    private static boolean isTerminal(final Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (final ReflectiveOperationException e) {
            return true;
        }
    }
}
