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
 * Looks every 50 ms for files of a folder that have changed, except packages of npm. Reports a change when the next look finds the files
 * the same, because a file may be written in several steps. For development.
 */
public final class FolderWatch {

    private static final long INTERVAL_MILLIS = 50;

    private final Path root;
    private final Runnable changed;
    private final AtomicBoolean looking = new AtomicBoolean();
    private Map<Path, String> seen;
    private Map<Path, String> last;

    /**
     * Looks at the files as they are.
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
     * Starts to look, until Vert.x closes.
     *
     * @param vertx has the timer and the threads
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
