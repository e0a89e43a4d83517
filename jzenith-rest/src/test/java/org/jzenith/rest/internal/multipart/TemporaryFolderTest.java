package org.jzenith.rest.internal.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start sweeps a folder in which every user of the machine may make and rename entries. */
final class TemporaryFolderTest {

    private static final int FILES = 3000;

    @TempDir
    private Path base;

    private void start() throws IOException {
        final TemporaryFolder folder = new TemporaryFolder(base, 1, 1);
        folder.open();
        folder.close();
    }

    private static void makeOld(final Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    }

    private static void fill(final Path folder) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
    }

    private static long count(final Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    @Test
    void aFolderThatBecomesALinkWhileItIsSweptLeadsNowhere() throws Exception {
        final Path precious = Files.createDirectory(base.resolve("precious"));
        fill(precious);
        final Path left = Files.createDirectory(base.resolve("jzenith-multipart-0-0-left"));
        fill(left);
        makeOld(left);
        final Path away = base.resolve("away");
        final Thread other = new Thread(() -> {
            try {
                while (count(left) == FILES) {
                    Thread.onSpinWait();
                }
                Files.move(left, away);
                Files.createSymbolicLink(left, precious);
            } catch (final IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        other.start();
        start();
        other.join();
        assertThat(count(precious)).isEqualTo(FILES);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theFoldersOfOtherUsersAreNotSweptAndDoNotHoldUpTheStart() throws Exception {
        final Path old = Files.createDirectory(base.resolve("jzenith-multipart-0-0-old"));
        final Path trap = Files.createDirectory(base.resolve("jzenith-multipart-0-0-trap"));
        final Process made = new ProcessBuilder("mkfifo", trap.resolve("lock").toString()).start();
        assertThat(made.waitFor(20, TimeUnit.SECONDS)).isTrue();
        makeOld(old);
        assumeTrue(isGiven(old) && isGiven(trap), "only root can give a folder to another user");
        start();
        assertThat(old).exists();
        assertThat(trap).exists();
    }

    private static boolean isGiven(final Path folder) {
        try {
            Files.setAttribute(folder, "unix:uid", 65_534);
            return true;
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    @Test
    void nothingIsLeftOfTheOwnFolder() throws Exception {
        start();
        assertThat(count(base)).isZero();
    }
}
