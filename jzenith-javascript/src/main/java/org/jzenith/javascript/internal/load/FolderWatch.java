package org.jzenith.javascript.internal.load;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Checks every 50 ms if files of a folder have changed, except npm packages. Reports a change when the next check finds the same files,
 * because a file may be written in several steps. For development.
 */
public final class FolderWatch {

    private static final long INTERVAL_MILLIS = 50;

    private final Path root;
    private final Runnable changed;
    private final AtomicBoolean looking = new AtomicBoolean();
    private Map<Path, String> seen;
    private Map<Path, String> last;

    /**
     * Records the present files.
     *
     * @param root the folder
     * @param changed runs on a worker thread after each change
     */
    public FolderWatch(final Path root, final Runnable changed) {
        this.root = root;
        this.changed = changed;
        this.seen = look();
        this.last = seen;
    }

    /**
     * Starts the checks, which end when Vert.x closes.
     *
     * @param vertx runs the timer and the checks
     */
    public void begin(final Vertx vertx) {
        vertx.setPeriodic(INTERVAL_MILLIS, tick -> {
            if (looking.compareAndSet(false, true)) {
                vertx.executeBlocking(
                                () -> {
                                    compare();
                                    return true;
                                },
                                false)
                        .onComplete(done -> looking.set(false));
            }
        });
    }

    private void compare() {
        final Map<Path, String> present = look();
        final boolean complete = present.equals(last);
        last = present;
        if (complete && !present.equals(seen)) {
            seen = present;
            changed.run();
        }
    }

    private Map<Path, String> look() {
        final Map<Path, String> files = new HashMap<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
                    return folder.endsWith("node_modules") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                    files.put(file, attributes.lastModifiedTime() + " " + attributes.size());
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(final Path file, final IOException e) {
                    return FileVisitResult.CONTINUE; // deleted in the meantime
                }
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }
}
