package org.jzenith.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import com.google.inject.Injector;
import io.reactivex.Completable;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.WarmUp;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Shows an operator's view of the process: its output, its signals and its exit code. */
final class ProcessTest {

    private static final int SIGINT = 2;

    private static Ended trained;
    private static Ended stopped;

    /** The runs that several tests look at. */
    @BeforeAll
    static void run() throws Exception {
        trained = run("ok", "--training-run");
        final Running running = start("ok", "--profile=dev");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        stopped = running.awaitEnd();
    }

    @Test
    void aStartThatFailsPrintsTheReportAndEndsWithOne() throws Exception {
        final Ended ended = run("fail");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output()).contains("The application did not start: 1 problem.", "the storage is flooded");
        assertThat(ended.output()).doesNotContain("\tat ");
        assertThat(ended.output()).contains("closed");
    }

    /** {@code script} gives the process a terminal. */
    private static String onTerminal(final Map<String, String> environment) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script(1) here");
        final String command = String.join(
                " ",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "'" + ForgetfulMain.class.getName() + "'",
                "misfit");
        final ProcessBuilder builder =
                new ProcessBuilder("/usr/bin/script", "-qec", command, "/dev/null").redirectErrorStream(true);
        builder.environment().putAll(environment);
        final Process process = builder.start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    }

    @Test
    void onATerminalTheReportIsWrappedAndColoured() throws Exception {
        assertThat(onTerminal(Map.of("TERM", "xterm", "COLUMNS", "60", "NO_COLOR", "")))
                .contains("""
                        \u001b[1;31mThe application did not start: 1 problem.\u001b[0m

                        1. \u001b[1mThe plugin 'cache' requires the plugin 'postgresql',\u001b[0m
                           \u001b[1mwhich was not added.\u001b[0m
                           It comes from requires() of
                           org.jzenith.core.RecordingPlugin.
                           \u001b[36mAdd PostgresqlPlugin.create() to withPlugins(..) (the\u001b[0m
                           \u001b[36mclass org.jzenith.postgresql.PostgresqlPlugin in the\u001b[0m
                           \u001b[36martifact org.jzenith:jzenith-postgresql).\u001b[0m
                        """);
    }

    @Test
    void withoutColoursTheReportIsWrappedOnlyAndOnADumbTerminalItIsPlain() throws Exception {
        assertThat(onTerminal(Map.of("TERM", "xterm", "COLUMNS", "60", "NO_COLOR", "1")))
                .contains("'postgresql',\n   which was not added.\n")
                .doesNotContain("\u001b[1");
        assertThat(onTerminal(Map.of("TERM", "dumb")))
                .contains("1. The plugin 'cache' requires the plugin 'postgresql', which was not added.\n")
                .doesNotContain("\u001b[1");
        assertThat(start(System.getProperty("java.class.path"), ForgetfulMain.class, "misfit")
                        .awaitEnd()
                        .output())
                .contains("1. The plugin 'cache' requires the plugin 'postgresql', which was not added.\n")
                .doesNotContain("\u001b[1");
    }

    @Test
    void helpPrintsAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--help");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).contains("jzenith.start-timeout").doesNotContain("Open at");
    }

    @Test
    void aCheckPrintsOkAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--check");
        assertThat(ended.output()).isEqualTo("ok\n");
        assertThat(ended.exitCode()).isZero();
    }

    @Test
    void aCheckThatFindsAMistakePrintsTheReportAloneAndEndsWithOne() throws Exception {
        final Ended ended = run("refuse", "--check");
        assertThat(ended.output()).isEqualTo("""
                The application did not start: 1 problem.

                1. The plugin 'talking' failed to check: the stage is too small
                   Start with --debug to see the stack trace.

                """);
        assertThat(ended.exitCode()).isEqualTo(1);
    }

    @Test
    void explainConfigPrintsAndEndsWithZero() throws Exception {
        final Ended ended = run("ok", "--explain-config");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output()).contains("jzenith.start-timeout = 60s").doesNotContain("Open at");
    }

    @Test
    void aTrainingRunWarmsUpWhenOpenStopsInOrderAndEndsWithZero() {
        assertThat(trained.exitCode()).isZero();
        assertThat(trained.output()).containsSubsequence("Open at", "warmed up", "drained", "closed", "Stopped after");
    }

    @Test
    void theStartSaysOpenWhenListenersRespond() {
        assertThat(trained.output()).containsSubsequence("accepts", "Open at");
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
    void nothingTrainsUnlessAsked() {
        assertThat(stopped.output()).contains("Stopped after").doesNotContain("warmed up");
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
    void theStartSaysWhatRunsOnWhatAndEachStepWithItsTime() {
        assertThat(stopped.output())
                .containsPattern("Starting org.jzenith.core.ProcessTest\\$Main: jZenith \\d+\\.\\d+\\.\\S+, Java "
                        + Pattern.quote(System.getProperty("java.version")) + ", PID " + stopped.pid()
                        + ", profile dev\\.\n")
                .containsPattern(" Configuration {3,8}\\d+ ms\n")
                .containsPattern(" Vert\\.x {9,14}\\d+ ms  (native|NIO) transport\n")
                .containsPattern(" Bindings {7,12}\\d+ ms\n")
                .containsPattern(" Plugins {8,13}\\d+ ms  talking\n")
                .containsPattern(" Listeners {6,11}\\d+ ms\n")
                .containsPattern(" Open at \\[] after \\d+ ms\\.\n")
                .doesNotContain("\u001b");
    }

    @Test
    void withoutAProviderOfSlf4jTheStartIsPrintedAndSaysWhatToAdd() throws Exception {
        final String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
        final Running running = start(path, SilentMain.class, "");
        running.awaitLine("Open at");
        running.process.toHandle().destroy();
        assertThat(running.awaitEnd().output())
                .contains("No SLF4J provider is on the class path, so only these lines are logged."
                        + " Add org.jzenith:jzenith-logging, or another provider.\n")
                // Also without Logback, whose presence JBoss Logging would otherwise look for.
                .contains("JBoss Logging: Slf4jLogger\n")
                .containsPattern("\nStarting \\S+SilentMain: jZenith .*, no profile\\.\n")
                .contains("\nThe application has no plugins, so it opens no listener and runs no job.")
                .containsPattern("\nOpen at \\[] after \\d+ ms\\.\n");
    }

    @Test
    void anApplicationThatIsMadeInMainAndNeverRunIsToldAtTheEnd() throws Exception {
        final Ended ended = start(System.getProperty("java.class.path"), ForgetfulMain.class, "forget")
                .awaitEnd();
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.output().replaceAll("java:\\d+", "java:LINE")).isEqualTo("""
                The application was never run: main ended without calling run().
                It was created at org.jzenith.core.ProcessTest$ForgetfulMain.application(ProcessTest.java:LINE).
                Call run() on the result of JZenith.application(..).
                """);
    }

    @Test
    void itIsToldAlsoWhereAToolRunsMainInAThreadGroupOfItsOwn() throws Exception {
        final Ended ended = start(System.getProperty("java.class.path"), ToolThatRunsMain.class, "forget")
                .awaitEnd();
        assertThat(ended.output()).startsWith("The application was never run: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "throw-two", "throw-after-run", "throw-own-handler", "exit", "run", "thread"})
    void nothingIsToldWhenMainFailsExitsOrRunsTheApplication(final String mode) throws Exception {
        final Ended ended = start(System.getProperty("java.class.path"), ForgetfulMain.class, mode)
                .awaitEnd();
        assertThat(ended.output()).doesNotContain("never run");
        assertThat(ended.exitCode()).isEqualTo(mode.startsWith("throw") ? 1 : mode.equals("exit") ? 2 : 0);
        if (mode.startsWith("throw")) {
            assertThat(ended.output())
                    .contains(
                            mode.equals("throw-own-handler") ? "handled: " : "Exception in thread \"main\"",
                            "no orders today");
        }
    }

    /** The other one is told, because it was never run, too. */
    @Test
    void ofTwoApplicationsTheOneIsToldThatIsNotRun() throws Exception {
        final Ended ended = start(System.getProperty("java.class.path"), ForgetfulMain.class, "run-one-of-two")
                .awaitEnd();
        assertThat(ended.output()).containsOnlyOnce("The application was never run: ");
        assertThat(ended.output()).contains("ForgetfulMain.other(ProcessTest.java:");
    }

    @Test
    void nothingIsToldOfABuilderThatATestMakes() throws Exception {
        final Ended ended = start(System.getProperty("java.class.path"), ForgetfulMain.class, "tool")
                .awaitEnd();
        assertThat(ended.output()).isEmpty();
    }

    @Test
    void sigtermStopsInOrderWhileWorkInFlightEnds() {
        assertThat(stopped.exitCode()).isIn(0, 143);
        assertThat(stopped.output()).containsSubsequence("Open at", "drained", "closed", "Stopped after");
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
        return start(System.getProperty("java.class.path"), Main.class, arguments);
    }

    private static Running start(final String classPath, final Class<?> main, final String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                main.getName()));
        if (Runtime.version().feature() >= 24) { // else the JVM warns of what Netty does
            command.addAll(1, List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(arguments));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        return new Running(
                process, new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    private record Ended(int exitCode, String output, long pid) {}

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
            return new Ended(process.exitValue(), output.toString(), process.pid());
        }
    }

    /** Names no class of a logging backend. */
    static final class SilentMain {

        private SilentMain() {}

        public static void main(final String... arguments) {
            System.out.println("JBoss Logging: "
                    + org.jboss.logging.Logger.getLogger("some").getClass().getSimpleName());
            JZenith.application().run();
        }
    }

    /** Does what exec:java does: the group of its threads is destroyed when main has ended. */
    static final class ToolThatRunsMain {

        @SuppressWarnings("removal") // a daemon group destroys itself, on the versions of Java that destroy groups
        public static void main(final String... args) throws Exception {
            final ThreadGroup group = new ThreadGroup("tool");
            group.setDaemon(true);
            final Thread thread = new Thread(
                    group,
                    () -> {
                        try {
                            ForgetfulMain.class
                                    .getMethod("main", String[].class)
                                    .invoke(null, (Object) args);
                        } catch (final ReflectiveOperationException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    "main of the application");
            thread.start();
            thread.join();
        }
    }

    /** Creates an application and does not simply run it. */
    static final class ForgetfulMain {

        private ForgetfulMain() {}

        public static void main(final String... arguments) throws Exception {
            if (arguments[0].equals("tool")) {
                ForgetfulMain.class.getDeclaredMethod("application").invoke(null);
                // A method that is called by a class of another origin, as the methods of tests are.
                Stream.of(1).map(number -> application()).forEach(made -> {});
                return;
            }
            if (arguments[0].equals("misfit")) {
                JZenith.application()
                        .withPlugins(new RecordingPlugin("cache", new ArrayList<>()).requiring("postgresql"))
                        .run();
            }
            if (arguments[0].equals("thread")) {
                final Thread library = new Thread(ForgetfulMain::application);
                library.start();
                library.join();
                return;
            }
            if (arguments[0].equals("throw-own-handler")) {
                Thread.currentThread()
                        .setUncaughtExceptionHandler((thread, error) -> System.err.println("handled: " + error));
            }
            final JZenith application = application();
            if (arguments[0].contains("two") || arguments[0].equals("throw-after-run")) {
                assertThat(other()).isNotNull();
            }
            if (arguments[0].equals("throw-after-run")) {
                application.run().stop();
            }
            switch (arguments[0]) {
                case "throw", "throw-two", "throw-after-run", "throw-own-handler" ->
                    throw new IllegalStateException("no orders today");
                case "run-one-of-two" -> application.run().stop();
                case "exit" -> System.exit(2);
                case "run" -> application.run().stop();
                default -> {}
            }
        }

        private static JZenith application() {
            return JZenith.application();
        }

        private static JZenith other() {
            return JZenith.application();
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

    private record Talking(String mode) implements Plugin, ListenerOpener, GracefulShutdown, WarmUp {

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
        public Completable check(final Injector injector) {
            return mode.equals("refuse")
                    ? Completable.error(new IllegalStateException("the stage is too small"))
                    : Completable.complete();
        }

        @Override
        public Completable open(final Injector injector) {
            return Completable.complete();
        }

        @Override
        public void accept(final Injector injector) {
            System.out.println("accepts");
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
