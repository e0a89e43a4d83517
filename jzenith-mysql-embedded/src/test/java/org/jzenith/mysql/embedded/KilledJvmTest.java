package org.jzenith.mysql.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.embedded.internal.ServerProcess;
import org.jzenith.embedded.internal.Workspace;

@Tag("full")
@DisabledOnOs(OS.WINDOWS)
final class KilledJvmTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void killedJvmLeavesNoServerAndNoData(@TempDir final Path temporary) throws Exception {
        final Process jvm = start(temporary.toString());
        final Path data = onlyData(temporary);
        final ProcessHandle server =
                ServerProcess.of(Mariadbd.PRODUCT, data).orElseThrow().process();
        final List<ProcessHandle> watchers =
                jvm.children().filter(child -> child.pid() != server.pid()).toList();
        assertThat(watchers).hasSize(1);

        jvm.destroyForcibly();

        assertThat(server.onExit()).succeedsWithin(LIMIT);
        assertThat(watchers.get(0).onExit()).succeedsWithin(LIMIT);
        assertThat(data).doesNotExist();
        assertThat(Workspace.lockOf(data)).doesNotExist();
    }

    @Test
    void killedJvmShutsAServerWithKeptDataDown(@TempDir final Path temporary, @TempDir final Path kept)
            throws Exception {
        final Process jvm = start(temporary.toString(), kept.toString());
        final ProcessHandle server =
                ServerProcess.of(Mariadbd.PRODUCT, kept).orElseThrow().process();

        jvm.destroyForcibly();

        assertThat(server.onExit()).succeedsWithin(LIMIT);
        assertThat(kept.resolve("server.log")).content().contains("Shutdown complete");
    }

    /** A terminal sends it to all processes at Ctrl-C, while the application still needs its database. */
    @Test
    void interruptDoesNotEndTheServer(@TempDir final Path directory) throws Exception {
        try (MariadbServer server = MariadbServer.startIn(directory)) {
            final long pid = ServerProcess.of(Mariadbd.PRODUCT, directory)
                    .orElseThrow()
                    .process()
                    .pid();
            assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(pid))
                            .start()
                            .waitFor())
                    .isZero();
            server.createDatabase("works");
            assertThat(server.hasDatabase("works")).isTrue();
        }
    }

    private static Process start(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KilledProcess.class.getName()));
        command.addAll(List.of(arguments));
        final Process jvm = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(jvm.getInputStream().read()).isEqualTo('\n');
        return jvm;
    }

    private static Path onlyData(final Path temporary) throws IOException {
        try (Stream<Path> entries = Files.walk(temporary, 2)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("data-"))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
