package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project by hand of the page about getting started, copied as it is printed into an empty folder, and a jar made
 * without the parent pom. Both are built outside the reactor, against the published artifacts.
 */
@Tag("published")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PublishedConsumerTest {

    private static final Path PAGE = Repository.root().resolve("docs/project-by-hand.md");
    private static final Pattern FILE = Pattern.compile(".*`([\\w./]+)`:");
    private static final Pattern OPEN = Pattern.compile("Open at \\[(http://[^],]+)");
    private static final Duration LIMIT = Duration.ofSeconds(150);

    @TempDir
    private static Path folder;

    @Test
    @Order(1)
    void theProjectByHandPassesItsTest() throws Exception {
        final Output output = Output.of(command("hello-test"));

        assertThat(output.exitCode()).as(output.toString()).isZero();
        assertThat(folder.resolve("target/surefire-reports/hello.HelloTest.txt"))
                .content()
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    }

    @Test
    @Order(2)
    void thePrintedCommandRunsTheProjectUntilSigterm() throws Exception {
        answersAndEnds(command("hello-run"), "/hello/world", "Hello, world!");
    }

    @Test
    @Order(3)
    void theBuildFailsWhereAResultIsDropped() throws Exception {
        final Path source = folder.resolve("src/main/java/hello/Hello.java");
        Files.writeString(
                source,
                Repository.read(source)
                        .replace(
                                "return Single.just",
                                "org.jzenith.core.rx.RxFuture.completable(null); return Single.just"));

        final Output output = Output.of(command("hello-test"));

        assertThat(output.exitCode()).as(output.toString()).isNotZero();
        assertThat(output.toString()).containsPattern("Hello.java:.*\\[CheckReturnValue]");
    }

    @Test
    void theJarHoldsNoTestKitNoDevelopmentModeAndNoProgramsOfPostgresql() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("consumer.jar"))) {
            assertThat(jar.stream().map(Object::toString))
                    .contains("org/jzenith/rest/RestPlugin.class")
                    .noneMatch(name -> name.startsWith("org/jzenith/test/")
                            || name.startsWith("org/jzenith/dev/internal/")
                            || name.endsWith(".txz"));
        }
    }

    @Test
    void theJarWithoutADatabaseSaysWhatToConfigure() throws Exception {
        final Output output = Output.of(jar());

        assertThat(output.exitCode()).as(output.toString()).isNotZero();
        assertThat(output.toString())
                .contains("Set postgresql.host (POSTGRESQL_HOST in the environment) to use a server.");
    }

    /** Each block that shows a file stands under a line that ends with the file's name. */
    @BeforeAll
    static void copyFromPage() throws IOException {
        final Document page = Document.read(Repository.root(), PAGE);
        for (final Document.Block block : page.blocks()) {
            final Matcher name = FILE.matcher(page.lines().get(block.begin() - 3));
            if (name.matches()) {
                final Path file = folder.resolve(name.group(1));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.text());
            }
        }
        // Two differences from a reader's machine: the artifacts just built are in a folder, and nothing is fetched.
        Files.createDirectories(folder.resolve(".mvn"));
        Files.writeString(
                folder.resolve(".mvn/maven.config"),
                // Maven would believe an artifact only to the repository that it once came from.
                "-o\n-Daether.enhancedLocalRepository.trackingFilename=none\n-Dmaven.repo.local="
                        + System.getProperty("consumer.repository") + "\n");
        assertThat(folder.resolve("pom.xml")).exists();
        assertThat(folder.resolve("src/main/java/hello/Hello.java")).exists();
        assertThat(folder.resolve("src/test/java/hello/HelloTest.java")).exists();
    }

    /** The command that the page gives for a purpose, as a process in the folder. */
    private static ProcessBuilder command(final String purpose) {
        final List<String> lines = Repository.read(PAGE).lines().toList();
        final String command = lines.get(lines.indexOf("<!-- command: " + purpose + " -->") + 2);
        assertThat(command).startsWith("mvn ");
        final String[] words = command.split(" ");
        words[0] = System.getProperty("maven.executable");
        return started(new ProcessBuilder(words));
    }

    private static ProcessBuilder jar() {
        return started(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("consumer.jar")));
    }

    private static ProcessBuilder started(final ProcessBuilder process) {
        process.environment().put("REST_PORT", "0");
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return process.directory(folder.toFile()).redirectErrorStream(true);
    }

    private static void answersAndEnds(final ProcessBuilder command, final String path, final String expected)
            throws Exception {
        final Output output = Output.of(command);
        try {
            final URI address = output.address().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

            final HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address.resolve(path))
                                    .timeout(LIMIT)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(output.toString()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(expected);

            output.process().toHandle().destroy();
            assertThat(output.exitCode()).as(output.toString()).isIn(0, 130, 143);
            assertThat(output.toString()).contains("Stopped after");
        } finally {
            output.process().destroyForcibly();
        }
    }

    /** Reads what a process says until it ends, so that it never waits for a reader. */
    private static final class Output {

        private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
        private final CompletableFuture<URI> address = new CompletableFuture<>();
        private final Process process;
        private final Thread reader;

        private Output(final Process process) {
            this.process = process;
            this.reader = new Thread(this::read, "consumer-output");
        }

        static Output of(final ProcessBuilder command) throws IOException {
            final Output output = new Output(command.start());
            output.reader.setDaemon(true);
            output.reader.start();
            return output;
        }

        Process process() {
            return process;
        }

        CompletableFuture<URI> address() {
            return address;
        }

        /** Waits for the end of the process and of what it says. */
        int exitCode() throws InterruptedException {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("The process does not end. It said:\n" + this);
            }
            reader.join(LIMIT.toMillis());
            return process.exitValue();
        }

        private void read() {
            try (BufferedReader text =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = text.readLine(); line != null; line = text.readLine()) {
                    lines.add(line);
                    final Matcher open = OPEN.matcher(line);
                    if (open.find()) {
                        address.complete(URI.create(open.group(1)));
                    }
                }
                address.completeExceptionally(new AssertionError("The application ended without opening:\n" + this));
            } catch (final IOException e) {
                address.completeExceptionally(e);
            }
        }

        @Override
        public String toString() {
            return String.join("\n", lines);
        }
    }
}
