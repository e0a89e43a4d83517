package org.jzenith.core.internal.tls;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.StartException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at files at intervals, and loads them again when their bytes have changed. Several files are not replaced at one moment, so a failure is
 * reported only when it is the same at the next look. Safe for use by many threads.
 */
public final class FileWatch {

    private static final Logger LOGGER = LoggerFactory.getLogger(FileWatch.class);

    private final Set<Path> paths;
    private final Consumer<FileContents> loader;
    private final Consumer<StartException> refusal;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile @Nullable Runnable end;
    private FileContents loaded;
    private @Nullable FileContents refused;
    private boolean refusalReported;

    /**
     * Creates a watch that does not look yet.
     *
     * @param paths the files
     * @param loaded their contents in use
     * @param loader takes changed contents, or throws a {@link StartException}; called on a worker thread
     * @param refusal reports that changed contents cannot be used
     */
    public FileWatch(
            final Set<Path> paths,
            final FileContents loaded,
            final Consumer<FileContents> loader,
            final Consumer<StartException> refusal) {
        this.paths = Set.copyOf(paths);
        this.loaded = loaded;
        this.loader = loader;
        this.refusal = refusal;
    }

    /**
     * Starts to look at the files, on worker threads.
     *
     * @param vertx has the timer and the threads
     * @param interval 0 for never
     * @param afterwards called after each look
     */
    public void begin(final Vertx vertx, final Duration interval, final Runnable afterwards) {
        if (interval.toMillis() > 0 && !paths.isEmpty() && end == null) {
            final long timer = vertx.setPeriodic(interval.toMillis(), tick -> {
                if (looking.compareAndSet(false, true)) {
                    vertx.executeBlocking(
                                    () -> {
                                        look(afterwards);
                                        return true;
                                    },
                                    false)
                            .onComplete(done -> looking.set(false));
                }
            });
            end = () -> vertx.cancelTimer(timer);
        }
    }

    /** Ends what {@link #begin} has started. */
    public void close() {
        final Runnable begun = end;
        end = null;
        if (begun != null) {
            begun.run();
        }
    }

    /**
     * Returns the problems of files in one line.
     *
     * @param refused the problems
     * @param configuration knows the full names of settings
     * @return not escaped
     */
    public static String text(final StartException refused, final Configuration configuration) {
        return refused.problems().stream()
                .map(configuration::withFullKeys)
                .map(problem -> problem.toString().replace('\n', ' '))
                .collect(Collectors.joining(" "));
    }

    private synchronized void look(final Runnable afterwards) {
        try {
            final FileContents files = FileContents.read(paths);
            if (files.isSame(loaded)) {
                refused = null;
            } else if (!refusalReported || !files.isSame(refused)) {
                load(files);
            }
            afterwards.run();
        } catch (final RuntimeException e) {
            LOGGER.error("The files {} cannot be checked for changes.", paths, LogText.escape(e));
        }
    }

    private void load(final FileContents files) {
        try {
            loader.accept(files);
            loaded = files;
            refused = null;
        } catch (final StartException e) {
            refusalReported = files.isSame(refused);
            refused = files;
            if (refusalReported) {
                refusal.accept(e);
            }
        }
    }
}
