package org.jzenith.sql.internal.migration;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.jspecify.annotations.Nullable;

/** The migrations as they run: the current script, and what they waited for if they were ended. */
final class MigrationRun extends BaseCallback {

    private final Supplier<List<String>> ending;
    private final MigrationFiles files;
    private final LongLocks locks;
    private volatile @Nullable String script;
    private volatile boolean inTransaction;
    private boolean done;
    private @Nullable List<String> waits;

    /**
     * @param ending ends what runs, and returns what it waited for
     * @param files have the texts of the scripts
     * @param locks warns of each script before it runs
     */
    MigrationRun(final Supplier<List<String>> ending, final MigrationFiles files, final LongLocks locks) {
        this.ending = ending;
        this.files = files;
        this.locks = locks;
    }

    /** Ends the migrations because they take too long, unless they are done. */
    synchronized void end() {
        if (!done) {
            waits = ending.get();
        }
    }

    /** Notes that Flyway has returned; returns what the migrations waited for when they were ended, null if they were not. */
    synchronized @Nullable List<String> done() {
        done = true;
        return waits;
    }

    /** Returns the current script, or the one that failed; null before the first. */
    @Nullable
    String script() {
        return script;
    }

    /** Returns true if the current script runs in a transaction of Flyway. */
    boolean isInTransaction() {
        return inTransaction;
    }

    @Override
    public boolean supports(final Event event, final @Nullable Context context) {
        return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public void handle(final Event event, final Context context) {
        final String next = context.getMigrationInfo().getScript();
        script = next;
        final MigrationFile file = files.script(next);
        if (file != null) {
            locks.warn(file);
        }
        try {
            inTransaction = !context.getConnection().getAutoCommit();
        } catch (final SQLException e) {
            inTransaction = false;
        }
    }
}
