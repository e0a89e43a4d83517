package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import com.google.inject.Injector;
import io.reactivex.Completable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** What an operator sees of the process: its output, its signals, its exit code. */
final class ProcessTest {

    private static final int SIGINT = 2;

    @Test
    void aStartThatFailsPrintsTheReportAndEndsWithOne() throws Exception {
        final Ended ended = run("fail");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("The application did not start: 1 problem.", "the storage is flooded");
        assertThat(ended.output()).doesNotContain("\tat ");
        assertThat(ended.output()).contains("closed");
    }

    @Test
    void helpPrintsAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--help");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).contains("jzenith.start-timeout").doesNotContain("Open at");
    }

    @Test
    void explainConfigPrintsAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--explain-config");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).contains("jzenith.start-timeout = 60s").doesNotContain("Open at");
    }

    @Test
    void aTrainingRunWarmsUpWhenOpenStopsInOrderAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--training-run");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).containsSubsequence("Open at", "warmed up", "drained", "closed", "Stopped after");
    }

    @Test
    void aTrainingRunThatFailsStopsInOrderAndEndsWithOne() throws Exception {
        final Ended ended = run("clumsy", "--training-run");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output())
                .containsSubsequence("Open at", "drained", "closed", "Stopped after")
                .contains("The plugin 'talking' failed to warm up: the stage is slippery");
    }

    @Test
    void nothingTrainsUnlessAsked() throws Exception {
        final Running running = start("ok");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        assertThat(running.awaitEnd().output()).contains("Stopped after").doesNotContain("warmed up");
    }

    /** A shell lets a job in the background ignore SIGINT, and so do all processes that the job starts. */
    private static boolean isSigintIgnored() throws IOException {
        final Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line -> (Long.parseUnsignedLong(line.split("\\s+")[1], 16) & 1 << SIGINT - 1) != 0);
    }

    @Test
    void sigintStopsInOrderToo() throws Exception {
        assumeFalse(isSigintIgnored(), "SIGINT is ignored here");
        final Running running = start("ok");
        running.awaitLine("Open at");
        new ProcessBuilder("kill", "-INT", Long.toString(running.process.pid()))
                .start()
                .waitFor();
        final Ended ended = running.awaitEnd();
        assertThat(ended.exitCode()).isIn(0, 130);
        assertThat(ended.output()).containsSubsequence("Open at", "drained", "closed", "Stopped after");
    }

    @Test
    void theStartSaysEachPhaseWithItsMillisecondsAndTheTransport() throws Exception {
        final Running running = start("ok");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        assertThat(running.awaitEnd().output())
                .containsPattern("configuration took \\d+ ms")
                .containsPattern("Vert.x on the (native|NIO) transport took \\d+ ms")
                .containsPattern("wiring took \\d+ ms")
                .containsPattern("Open at .* after \\d+ ms");
    }

    @Test
    void sigtermStopsInOrderWhileWorkInFlightEnds() throws Exception {
        final Running running = start("ok");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        final Ended ended = running.awaitEnd();
        assertThat(ended.exitCode()).isIn(0, 143);
        assertThat(ended.output()).containsSubsequence("Open at", "drained", "closed", "Stopped after");
    }

    @Test
    void aLogThatFailsDoesNotPreventTheStop() throws Exception {
        final Running running = start("unlogged");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        assertThat(running.awaitEnd().output())
                .containsSubsequence("the log is closed", "drained", "closed", "Stopped after")
                .doesNotContain("A second signal");
    }

    @Test
    void sigtermWhileStartingUndoesWhatWasStarted() throws Exception {
        final Running running = start("hang");
        running.awaitLine("preparing");
        running.process.toHandle().destroy();
        final Ended ended = running.awaitEnd();
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.output())
                .containsSubsequence("preparing", "closed")
                .contains("The process received a signal while the application was starting.")
                .doesNotContain("failed to prepare");
    }

    @Test
    void aSecondSignalForcesTheEnd() throws Exception {
        final Running running = start("stuck");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        running.awaitLine("draining for ever");
        running.process.toHandle().destroy();
        assertThat(running.awaitEnd().exitCode()).isEqualTo(143);
    }

    private static Ended run(final String... arguments) throws Exception {
        return start(arguments).awaitEnd();
    }

    private static Running start(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        return new Running(
                process, new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    private record Ended(int exitCode, String output) {}

    private static final class Running {

        private final Process process;
        private final BufferedReader reader;
        private final StringBuilder output = new StringBuilder();

        Running(final Process process, final BufferedReader reader) {
            this.process = process;
            this.reader = reader;
        }

        void awaitLine(final String part) throws IOException {
            String line = reader.readLine();
            while (line != null) {
                output.append(line).append('\n');
                if (line.contains(part)) {
                    return;
                }
                line = reader.readLine();
            }
            throw new AssertionError("'" + part + "' never came:\n" + output);
        }

        Ended awaitEnd() throws Exception {
            String line = reader.readLine();
            while (line != null) {
                output.append(line).append('\n');
                line = reader.readLine();
            }
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), output.toString());
        }
    }

    /** The program under test. */
    static final class Main {

        private Main() {}

        public static void main(final String... arguments) {
            final String mode = arguments[0];
            if (mode.equals("unlogged")) {
                ((LoggerContext) LoggerFactory.getILoggerFactory()).addTurboFilter(new FailingFilter());
            }
            JZenith.application(List.of(arguments).subList(1, arguments.length).toArray(String[]::new))
                    .withPlugins(new Talking(mode))
                    .run();
        }
    }

    /** Fails for the first line of a stop, as a log does that another shutdown hook has closed. */
    private static final class FailingFilter extends TurboFilter {

        @Override
        public FilterReply decide(
                final Marker marker,
                final Logger logger,
                final Level level,
                final String format,
                final Object[] arguments,
                final Throwable thrown) {
            if (format != null && format.startsWith("Stopping.")) {
                throw new NumberFormatException("the log is closed");
            }
            return FilterReply.NEUTRAL;
        }
    }

    private record Talking(String mode) implements Plugin {

        @Override
        public String name() {
            return "talking";
        }

        @Override
        public Completable prepare(final Injector injector) {
            return switch (mode) {
                case "fail" -> Completable.error(new IllegalStateException("the storage is flooded"));
                case "hang" -> Completable.never().doOnSubscribe(ignored -> System.out.println("preparing"));
                default -> Completable.complete();
            };
        }

        @Override
        public Completable warmUp(final Injector injector) {
            return mode.equals("clumsy")
                    ? Completable.error(new IllegalStateException("the stage is slippery"))
                    : Completable.fromAction(() -> System.out.println("warmed up"));
        }

        @Override
        public Completable drain(final Injector injector) {
            return mode.equals("stuck")
                    ? Completable.never().doOnSubscribe(ignored -> System.out.println("draining for ever"))
                    : Completable.timer(200, TimeUnit.MILLISECONDS).doOnComplete(() -> System.out.println("drained"));
        }

        @Override
        public Completable close(final Injector injector) {
            return Completable.fromAction(() -> System.out.println("closed"));
        }
    }
}
