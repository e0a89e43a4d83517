package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Runs a program to its end, within a time limit.
 *
 * @param output a file, not a pipe, because a server that the program starts would keep a pipe open
 */
public record ExternalProgram(Product product, String name, List<String> command, Path input, Path output) {

    private static final int TAIL_LINES = 20;

    /** A program without input. */
    public ExternalProgram(final Product product, final String name, final List<String> command, final Path output) {
        this(product, name, command, Path.of(Platform.isWindows() ? "NUL" : "/dev/null"), output);
    }

    /** Runs the program, which must end with the exit code 0. */
    public void run(final Duration limit) {
        final int exitCode = exitCode(limit);
        if (exitCode != 0) {
            throw failure("ended with exit code " + exitCode, tail(output));
        }
    }

    public int exitCode(final Duration limit) {
        final Process process = start();
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw failure("did not end within " + limit.toMillis() + " ms", tail(output));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was interrupted", tail(output));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts the program without waiting for its end. */
    public Process start() {
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(input.toFile()));
        cleanEnvironment(product, builder);
        try {
            return builder.start();
        } catch (final IOException e) {
            throw new StartException(
                    StartProblem.of(product.title() + "'s " + name + " cannot be run: " + e.getMessage() + ".")
                            .remedy("Check that programs may run in the temporary directory (no 'noexec'), "
                                    + product.orAnotherServer())
                            .causedBy(e));
        }
    }

    /** Removes the variables of the user's shell that would change what the programs do. */
    static void cleanEnvironment(final Product product, final ProcessBuilder builder) {
        builder.environment().keySet().removeIf(variable -> variable.startsWith(product.variables()));
        if (!product.isJava()) { // a JVM finds no file with an umlaut in its name without the user's locale
            builder.environment().put("LC_ALL", "C");
        }
    }

    private StartException failure(final String what, final String output) {
        return new StartException(StartProblem.of("The embedded " + product.title() + " did not start: " + name + " "
                        + what + "." + (output.isEmpty() ? " It has no output." : " Its output ends with:\n" + output))
                .remedy("Fix the problem that the output reports, " + product.orAnotherServer()));
    }

    /** The last lines of a log, for a report. */
    public static String tail(final Path log) {
        try {
            final List<String> lines = new ArrayList<>();
            if (Files.isReadable(log)) {
                new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .forEach(lines::add);
            }
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (final IOException e) {
            return "(its log " + log + " cannot be read: " + e.getMessage() + ")";
        }
    }
}
