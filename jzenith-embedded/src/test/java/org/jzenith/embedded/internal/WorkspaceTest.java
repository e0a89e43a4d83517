package org.jzenith.embedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;

final class WorkspaceTest {

    private static final Product PRODUCT =
            new Product("Notebook", "notebook", WorkspaceTest.class, "NOTEBOOK", "notebook", "data/pid");

    @Test
    void dataOfAnEarlierProcessIsRemovedAndThatOfThisOneStays(@TempDir final Path temporary) throws Exception {
        final Workspace workspace = Workspace.open(PRODUCT, temporary);
        final Path left = Files.createDirectory(workspace.directory().resolve("data-999999999-a"));
        Files.createDirectories(left.resolve("data/base/1"));
        final Path mine = Files.createDirectory(workspace.newData());
        workspace.cleanUp();
        assertThat(left).doesNotExist();
        assertThat(mine).exists();
    }

    @Test
    void lockedDirectoryCannotBeLockedAgainUntilItIsReleased(@TempDir final Path temporary) throws Exception {
        final Path lock = temporary.resolve("lock");
        try (DataDirectoryLock first = DataDirectoryLock.tryAcquire(lock).orElseThrow()) {
            assertThat(first).isNotNull();
            assertThat(DataDirectoryLock.tryAcquire(lock)).isEmpty();
        }
        final Optional<DataDirectoryLock> again = DataDirectoryLock.tryAcquire(lock);
        assertThat(again).isPresent();
        again.get().close();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void programThatDoesNotEndIsEnded(@TempDir final Path directory) {
        final Path output = directory.resolve("output");
        final ExternalProgram command =
                new ExternalProgram(PRODUCT, "sleeper", List.of("sh", "-c", "echo good night; sleep 600"), output);
        assertThatThrownBy(() -> command.run(Duration.ofSeconds(2)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("sleeper did not end within 2000 ms")
                .hasMessageContaining("good night")
                .hasMessageContaining("or configure notebook.host to use another server");
    }
}
