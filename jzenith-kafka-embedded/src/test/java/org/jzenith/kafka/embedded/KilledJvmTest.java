package org.jzenith.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
final class KilledJvmTest {

    /** A broker whose data is gone ends by itself after more than 10 s. */
    private static final Duration LIMIT = Duration.ofSeconds(8);

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void killedJvmLeavesNoBrokerAndNoData(@TempDir final Path temporary) throws Exception {
        final Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledProcess.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(jvm.getInputStream().read()).isEqualTo('\n');
        final Path data = onlyData(temporary);
        final ProcessHandle broker =
                ServerProcess.of(BrokerLauncher.PRODUCT, data).orElseThrow().process();
        final List<ProcessHandle> watchers =
                jvm.children().filter(child -> child.pid() != broker.pid()).toList();
        assertThat(watchers).hasSize(1);
        interrupt(broker);

        jvm.destroyForcibly();

        assertThat(broker.onExit()).succeedsWithin(LIMIT);
        assertThat(watchers.get(0).onExit()).succeedsWithin(LIMIT);
        assertThat(data).doesNotExist();
        assertThat(Workspace.lockOf(data)).doesNotExist();
    }

    /** A terminal sends it to all processes at Ctrl-C, while the application still needs its broker. */
    private static void interrupt(final ProcessHandle broker) throws Exception {
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(broker.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(broker.isAlive()).isTrue();
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
