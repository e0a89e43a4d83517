package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.internal.log.LogLines;
import org.jzenith.test.internal.log.PrintedText;

/** The standard output and files as outputs of the access log. */
final class AccessLogOutputTest {

    private static final int CLIENTS = 4;
    private static final int PIPELINED = 150_000;

    @TempDir
    java.nio.file.Path folder;

    /** Answers. */
    @Path("/things/{id}")
    @Produces("text/plain")
    public static final class Things {

        @GET
        public String thing(@PathParam("id") final String id) {
            return "thing " + id;
        }
    }

    private static RunningServer server(final Object output) {
        return RunningServer.of(
                RestPlugin.withResources(Things.class),
                Map.of("rest.access-log.format", "common", "rest.access-log.output", output.toString()));
    }

    /** Waits until a file has a number of lines. */
    private static List<String> lines(final java.nio.file.Path file, final int count) throws Exception {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        List<String> lines = List.of();
        while (lines.size() < count && System.nanoTime() < end) {
            lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            Thread.onSpinWait();
        }
        assertThat(lines).hasSize(count);
        return lines;
    }

    private static boolean isOpen(final java.nio.file.Path file) throws IOException {
        final java.nio.file.Path descriptors = java.nio.file.Path.of("/proc/self/fd");
        if (!Files.isDirectory(descriptors)) {
            return false;
        }
        try (Stream<java.nio.file.Path> all = Files.list(descriptors)) {
            return all.anyMatch(each -> {
                try {
                    return Files.readSymbolicLink(each).equals(file);
                } catch (final IOException e) {
                    return false; // closed since
                }
            });
        }
    }

    @Test
    void linesGoToTheStandardOutputByDefault() {
        final String written = PrintedText.during(() -> {
            try (LogLines log = LogLines.of("org.jzenith")) {
                try (RunningServer server = RunningServer.of(
                        RestPlugin.withResources(Things.class), Map.of("rest.access-log.format", "common"))) {
                    server.get("/things/out?q=a");
                }
                assertThat(log.messages()).noneMatch(line -> line.contains("/things/out"));
            }
        });
        assertThat(written.lines().filter(line -> line.contains("/things/out")))
                .singleElement()
                .asString()
                .matches("127\\.0\\.0\\.1 - - \\[.{26}] \"GET /things/out\\?q=a HTTP/1\\.1\" 200 9");
    }

    @Test
    void linesAreAppendedToAFileWhichTheStopCloses() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        Files.writeString(file, "before\n");
        try (RunningServer server = server(file)) {
            server.get("/things/1");
            server.get("/things/2");
        }
        assertThat(Files.readAllLines(file))
                .hasSize(3)
                .startsWith("before")
                .anyMatch(line -> line.endsWith("\"GET /things/1 HTTP/1.1\" 200 7"));
        assertThat(isOpen(file)).isFalse();
    }

    /** Four times as many requests as can wait for their lines, as fast as the server answers. */
    @Test
    void noLineOfPipelinedRequestsIsLost() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        try (LogLines log = LogLines.of("org.jzenith")) {
            try (RunningServer server = server(file)) {
                final List<Callable<Void>> clients =
                        Collections.nCopies(CLIENTS, () -> sendPipelined(server, PIPELINED / CLIENTS));
                final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
                try {
                    for (final Future<Void> client : threads.invokeAll(clients)) {
                        client.get();
                    }
                } finally {
                    threads.shutdown();
                }
            }
            assertThat(log.warnings()).isEmpty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            assertThat(lines.filter(line -> line.endsWith(" 200 7"))).hasSize(PIPELINED);
        }
    }

    private static Void sendPipelined(final RunningServer server, final int requests) throws IOException {
        final String one = "GET /things/7 HTTP/1.1\r\nHost: a\r\n\r\n";
        try (RawClient client = RawClient.to(server)) {
            final String first = client.send(one).answer();
            assertThat(first).endsWith("thing 7");
            final int batch = 256;
            for (int left = requests - 1; left > 0; left -= batch) {
                final int count = Math.min(left, batch);
                client.send(one.repeat(count)).skip((long) count * first.length());
            }
            return null;
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatWasMovedIsOpenedAnew() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        final java.nio.file.Path moved = folder.resolve("access.log.1");
        try (RunningServer server = server(file)) {
            server.get("/things/before");
            assertThat(lines(file, 1).get(0)).contains("/things/before");
            Files.move(file, moved);
            int sent = 0;
            while (!Files.exists(file)) {
                server.get("/things/after");
                sent++;
            }
            final int before = lines(moved, Files.readAllLines(moved).size()).size();
            assertThat(lines(file, sent + 1 - before)).allMatch(line -> line.contains("/things/after"));
            assertThat(isOpen(moved)).isFalse();
        }
    }

    @Test
    void twoListenersAppendToOneFile() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        try (RunningApplication application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(Things.class),
                        RestPlugin.named("admin").withResources(Things.class))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.admin.port", 0)
                .withOverridingConfiguration("rest.access-log.format", "json")
                .withOverridingConfiguration("rest.admin.access-log.format", "json")
                .withOverridingConfiguration("rest.access-log.output", file.toString())
                .withOverridingConfiguration("rest.admin.access-log.output", file.toString())
                .run()) {
            for (final java.net.URI uri : application.endpoints().values()) {
                try (java.io.InputStream answer =
                        uri.resolve("/things/1").toURL().openStream()) {
                    assertThat(answer.readAllBytes()).asString().isEqualTo("thing 1");
                }
            }
            assertThat(lines(file, 2))
                    .anyMatch(line -> line.contains("\"plugin\":\"rest\""))
                    .anyMatch(line -> line.contains("\"plugin\":\"rest.admin\""));
        }
    }

    @Test
    void aMissingFolderFailsTheStart() {
        final java.nio.file.Path file = folder.resolve("missing/access.log");
        assertThatThrownBy(() -> server(file))
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems())
                                .singleElement()
                                .hasToString("The access log cannot be written to '" + file + "'. The folder "
                                        + folder.resolve("missing") + " does not exist.%n".formatted()
                                        + "It comes from an override of the test.%n".formatted()
                                        + "Set rest.access-log.output to stdout, logger, or the path of a file that the"
                                        + " service may write, in a folder that exists."));
        assertThatThrownBy(() -> server(folder))
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll("The file " + folder + " cannot be opened", "rest.access-log.output");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("jzenith-access-log"));
    }

    @Test
    void aStartThatFailsLaterClosesTheFile() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> JZenith.application()
                            .withPlugins(RestPlugin.withResources(Things.class))
                            .withOverridingConfiguration("rest.port", taken.getLocalPort())
                            .withOverridingConfiguration("rest.host", "0.0.0.0")
                            .withOverridingConfiguration("rest.access-log.format", "common")
                            .withOverridingConfiguration("rest.access-log.output", file.toString())
                            .run())
                    .isInstanceOf(StartException.class);
        }
        assertThat(file).exists();
        assertThat(isOpen(file)).isFalse();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("jzenith-access-log"));
    }

    /** A full disk, then one with room. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void linesThatCannotBeWrittenAreCountedAfterOneWarning() throws Exception {
        final java.nio.file.Path file = folder.resolve("access.log");
        Files.createSymbolicLink(file, java.nio.file.Path.of("/dev/full"));
        try (LogLines log = LogLines.of("org.jzenith")) {
            int sent = 2;
            try (RunningServer server = server(file)) {
                server.get("/things/1");
                final String failed = "The access log cannot be written to " + file;
                assertThat(Objects.requireNonNull(log.next(failed).getThrowableProxy())
                                .getMessage())
                        .contains("No space left");
                server.get("/things/2");
                Files.delete(file);
                while (!Files.exists(file)) {
                    server.get("/things/3");
                    sent++;
                }
            }
            assertThat(log.next("requests are not in the access log").getFormattedMessage())
                    .isEqualTo((sent - Files.readAllLines(file).size()) + " requests are not in the access log " + file
                            + ", because it could not be written.");
            assertThat(log.warnings()).isEmpty();
        }
    }
}
