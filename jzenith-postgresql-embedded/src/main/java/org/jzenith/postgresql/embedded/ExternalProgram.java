package org.jzenith.postgresql.embedded;

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

/** Runs a program to its end, within a time limit. Its output goes to a file. */
final class ExternalProgram {

    private static final int TAIL_LINES = 20;

    private final String name;
    private final List<String> command;
    private final Path output;

    /**
     * A program to run.
     *
     * @param output a file, not a pipe, because a server that the program starts would keep a pipe open
     */
    ExternalProgram(final String name, final List<String> command, final Path output) {
        this.name = name;
        this.command = List.copyOf(command);
        this.output = output;
    }

    void run(final Duration limit) {
        final int exitCode = exitCode(limit);
        if (exitCode != 0) {
            throw failure("ended with exit code " + exitCode, tail(output));
        }
    }

    int exitCode(final Duration limit) {
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

    private Process start() {
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(nullDevice()));
        cleanEnvironment(builder);
        try {
            return builder.start();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("PostgreSQL's " + name + " cannot be run: " + e.getMessage() + ".")
                    .remedy("Check that programs may run in the temporary directory (no 'noexec'), "
                            + "or configure postgresql.host to use another server.")
                    .causedBy(e));
        }
    }

    private static java.io.File nullDevice() {
        return new java.io.File(Platform.isWindows() ? "NUL" : "/dev/null");
    }

    /** Removes the PG.. variables of the user's shell, which would change what the programs do. */
    static void cleanEnvironment(final ProcessBuilder builder) {
        builder.environment().keySet().removeIf(variable -> variable.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
    }

    private StartException failure(final String what, final String output) {
        return new StartException(StartProblem.of("The embedded PostgreSQL did not start: " + name + " " + what + "."
                        + (output.isEmpty() ? " It has no output." : " Its output ends with:\n" + output))
                .remedy("Correct what it reports, or configure postgresql.host to use another server."));
    }

    /** The last lines of a log, for a report. */
    static String tail(final Path log) {
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
