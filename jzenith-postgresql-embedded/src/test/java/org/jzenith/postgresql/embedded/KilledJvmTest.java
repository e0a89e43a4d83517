package org.jzenith.postgresql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void killedJvmLeavesNoServerAndNoData(@TempDir final Path temporary) throws Exception {
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
        final ProcessHandle postmaster =
                ServerProcess.of(Cluster.PRODUCT, data).orElseThrow().process();
        final List<ProcessHandle> watchers = jvm.children().toList();
        assertThat(watchers).hasSize(1);

        jvm.destroyForcibly();

        assertThat(postmaster.onExit()).succeedsWithin(LIMIT);
        assertThat(watchers.get(0).onExit()).succeedsWithin(LIMIT);
        assertThat(data).doesNotExist();
        assertThat(Workspace.lockOf(data)).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void rootRunsItAsNobodyWhereNamespacesAreForbidden(@TempDir final Path temporary) throws Exception {
        assumeTrue(Files.getAttribute(temporary, "unix:uid").equals(0), "needs root");
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        final Workspace workspace = Workspace.open(Cluster.PRODUCT, temporary);
        final Privileges privileges = Privileges.asNobody(workspace);
        try (PostgresqlServer server = PostgresqlServer.start(workspace, privileges, null, Duration.ofSeconds(55))) {
            server.createDatabase("works");
            assertThat(Files.getAttribute(onlyData(temporary).resolve("data"), "unix:uid"))
                    .isEqualTo(65534);
        }
        try (Stream<Path> entries = Files.list(workspace.directory())) {
            assertThat(entries.filter(entry -> entry.getFileName().toString().startsWith("data-")))
                    .isEmpty();
        }
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
