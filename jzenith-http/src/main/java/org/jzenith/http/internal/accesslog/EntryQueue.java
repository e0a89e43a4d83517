package org.jzenith.http.internal.accesslog;

import java.util.ArrayList;
import java.util.List;

/** The entries that wait to be written. Event loops add to one list while the writer takes the other. Safe for use by many threads. */
final class EntryQueue {

    /** The number of entries that may wait. */
    private static final int CAPACITY = 32_768;

    /** Characters of all waiting entries: texts of clients are retained. */
    private static final int MAX_CHARACTERS = 8 * 1024 * 1024;

    /** The number of entries at which the writer starts at once. */
    private static final int URGENT = CAPACITY / 4;

    private static final int URGENT_CHARACTERS = MAX_CHARACTERS / 4;

    /** The result of adding an entry. */
    enum Result {
        /** The entry waits. */
        ADDED,

        /** The entry waits, and the writer should start now. Returned once for each list. */
        URGENT,

        /** The queue is full. */
        DROPPED
    }

    private List<AccessLog.Entry> entries = new ArrayList<>();
    private int characters;
    private boolean urgent;

    synchronized Result add(final AccessLog.Entry entry) {
        final int more = entry.characters();
        if (entries.size() == CAPACITY || characters + more > MAX_CHARACTERS) {
            return Result.DROPPED;
        }
        entries.add(entry);
        characters += more;
        if (urgent || (entries.size() < URGENT && characters < URGENT_CHARACTERS)) {
            return Result.ADDED;
        }
        urgent = true;
        return Result.URGENT;
    }

    /**
     * Takes all entries.
     *
     * @param empty receives the next entries
     * @return the entries in the order in which they were added
     */
    synchronized List<AccessLog.Entry> take(final List<AccessLog.Entry> empty) {
        final List<AccessLog.Entry> taken = entries;
        entries = empty;
        characters = 0;
        urgent = false;
        return taken;
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }
}
