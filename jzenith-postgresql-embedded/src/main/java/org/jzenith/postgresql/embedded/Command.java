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

/** Runs one program to its end, within a time limit; what it says goes into a file. */
final class Command {

    private static final int TAIL_LINES = 20;

    private final String name;
    private final List<String> command;
    private final Path output;

    /**
     * A program to run.
     *
     * @param output a file and no pipe, because a server started by the program may keep a pipe open for ever
     */
    Command(final String name, final List<String> command, final Path output) {
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
                .redirectInput(ProcessBuilder.Redirect.from(nowhere()));
        cleanEnvironment(builder);
        try {
            return builder.start();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("PostgreSQL's " + name + " cannot be run: " + e.getMessage() + ".")
                    .remedy("See whether the temporary directory allows programs (no 'noexec'), "
                            + "or configure postgresql.host to use another server.")
                    .causedBy(e));
        }
    }

    private static java.io.File nowhere() {
        return new java.io.File(Platform.isWindows() ? "NUL" : "/dev/null");
    }

    /** The PG.. variables of the user's shell would change what the programs do. */
    static void cleanEnvironment(final ProcessBuilder builder) {
        builder.environment().keySet().removeIf(variable -> variable.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
    }

    private StartException failure(final String what, final String said) {
        return new StartException(StartProblem.of("The embedded PostgreSQL did not start: " + name + " " + what + "."
                        + (said.isEmpty() ? " It said nothing." : " It said:\n" + said))
                .remedy("Correct what it says, or configure postgresql.host to use another server."));
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
