package org.jzenith.embedded.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * The directory of one server's data and logs, locked by this JVM.
 *
 * @param temporary true if the directory is deleted when the server stops
 */
public record DataDirectory(Workspace workspace, Path root, boolean temporary, DataDirectoryLock lock)
        implements AutoCloseable {

    /**
     * Creates and locks the directory.
     *
     * @param kept the directory of kept data; null for a new temporary one
     */
    public static DataDirectory open(final Workspace workspace, final @Nullable Path kept) {
        final Path root = kept == null ? workspace.newData() : kept.toAbsolutePath();
        try {
            if (kept == null) {
                final DataDirectoryLock lock = acquire(workspace, root, Workspace.lockOf(root));
                Files.createDirectory(root);
                return new DataDirectory(workspace, root, true, lock);
            }
            Files.createDirectories(root);
            return new DataDirectory(workspace, root, false, acquire(workspace, root, root.resolve("lock")));
        } catch (final IOException e) {
            throw Workspace.notWritable(workspace.product(), root, e);
        }
    }

    private static DataDirectoryLock acquire(final Workspace workspace, final Path root, final Path lock)
            throws IOException {
        return DataDirectoryLock.tryAcquire(lock)
                .orElseThrow(() -> new StartException(StartProblem.of("Another embedded "
                                + workspace.product().title() + " is using the directory " + root + ".")
                        .remedy("Stop the other application, or choose another directory.")));
    }

    public Product product() {
        return workspace.product();
    }

    /** Returns the directory that the server itself fills. */
    public Path data() {
        return root.resolve("data");
    }

    /** Returns the file with the superuser's password. */
    public Path password() {
        return root.resolve("password");
    }

    /** Returns the server's log. */
    public Path log() {
        return root.resolve("server.log");
    }

    /** The report of a file in the directory that cannot be written or read. */
    public StartException notWritable(final IOException e) {
        return Workspace.notWritable(product(), root, e);
    }

    /** The report of a server that did not start, with the end of its log. */
    public StartException notStarted(final Path log) {
        return new StartException(StartProblem.of("The embedded " + product().title() + " in " + root
                        + " did not start. Its log ends with:\n" + ExternalProgram.tail(log))
                .remedy("Fix the problem that the log reports, " + product().orAnotherServer()));
    }

    /**
     * The report of kept data that another version of the server wrote.
     *
     * @param server the version of this server
     * @param data the version that wrote the data
     * @param artifact the Maven artifact whose version decides the server's
     * @param dump how to copy the data, such as {@code dump it with pg_dump, and restore it ..}
     */
    public StartException ofOtherVersion(
            final String server, final String data, final String artifact, final String dump) {
        final String title = product().title();
        return new StartException(StartProblem.of("The embedded " + title + " " + server + " cannot use the data in "
                        + root + ", which " + title + " " + data + " wrote. The data is unchanged.")
                .remedy("Choose or create another directory. To keep the data, start the application once with version "
                        + data + " of " + artifact + ", " + dump + "."));
    }

    /** Waits until the log has words that say that the server is ready; fails if the process ends, or the time is over. */
    public void awaitReady(final Process process, final String words, final TimeLimit deadline) {
        try {
            while (!ExternalProgram.tail(log()).contains(words)) {
                if (process.waitFor(5, TimeUnit.MILLISECONDS) || deadline.hasPassed()) {
                    process.destroyForcibly();
                    throw notStarted(log());
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notStarted(log());
        }
    }

    /** Stops a server, at once if its data is temporary, because that needs no shutdown. */
    public void stop(final ServerProcess process, final Duration limit) {
        if (temporary || !process.terminate(limit)) {
            process.kill();
        }
    }

    /** Deletes temporary data, and releases the lock. */
    @Override
    public void close() {
        if (temporary) {
            workspace.deleteQuietly(root);
        }
        try {
            lock.close();
        } catch (final IOException e) {
            product().logger().debug("Cannot remove a lock file", e);
        }
    }
}
