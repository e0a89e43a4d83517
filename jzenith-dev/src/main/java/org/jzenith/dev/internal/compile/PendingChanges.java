package org.jzenith.dev.internal.compile;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.project.ProjectFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The changes in the files of a project since its last build, as far as they can be read. Used by one thread. */
public final class PendingChanges {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    /** An editor that writes a file in several steps takes less time than this between two of them. */
    private static final long SETTLE_MILLIS = 15;

    private static final int MAX_SETTLE = 20;

    private final ProjectFiles files;
    private ProjectFiles.Changes all;

    /** Null while the files can be read. */
    private @Nullable Failure unreadable;

    /** @param files the files of the project, all of which are as they were built */
    public PendingChanges(final ProjectFiles files) {
        this.files = files;
        this.all = ProjectFiles.Changes.NONE;
    }

    /** Returns the changes that are not copied and compiled yet. */
    public ProjectFiles.Changes all() {
        return all;
    }

    public void add(final ProjectFiles.Changes more) {
        all = all.and(more);
    }

    /** All are copied and compiled. */
    public void clear() {
        all = ProjectFiles.Changes.NONE;
    }

    /** Returns the reason why the files cannot be read now; null if they can. */
    @Nullable
    public Failure unreadable() {
        return unreadable;
    }

    /**
     * Adds the changes since the last scan.
     *
     * @return the added changes, or null if the files cannot be read now, such as those of a folder that is being moved
     */
    public ProjectFiles.@Nullable Changes scan() {
        try {
            final ProjectFiles.Changes found = files.scan();
            unreadable = null;
            add(found);
            return found;
        } catch (final RuntimeException e) {
            if (unreadable == null) {
                unreadable = Failure.of("The files of the project cannot be read.", String.valueOf(e));
                LOGGER.error("{}", unreadable.text());
            }
            return null;
        }
    }

    /** Waits until nothing changes any more; returns false if the files cannot be read meanwhile. */
    public boolean settle() throws InterruptedException {
        for (int i = 0; i < MAX_SETTLE; i++) {
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            final ProjectFiles.Changes more = scan();
            if (more == null) {
                return false;
            }
            if (more.isEmpty()) {
                return true;
            }
        }
        return true;
    }
}
