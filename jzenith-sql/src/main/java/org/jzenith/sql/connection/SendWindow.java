package org.jzenith.sql.connection;

/**
 * How many statements may be in flight on a connection. A statement that has been sent cannot be moved to another connection, so
 * no more are sent than the connection answers in four checks: up to the limit while answers come fast, none while no answer
 * comes, and after a slow one a slow start, as in TCP. Belongs to the event loop of the connection.
 */
final class SendWindow {

    /** The window is as many statements as were answered between two checks, times this. */
    private static final int CHECKS = 4;

    /** The smallest window after a check: enough to keep a server busy that gets the processor in time slices. */
    private static final int SMALL_WINDOW = 64;

    private final int limit;
    private final int small;
    private int size;
    private int answered;
    private boolean stalled;
    private boolean slow;

    SendWindow(final int limit) {
        this.limit = limit;
        this.small = Math.min(SMALL_WINDOW, limit);
        this.size = limit;
    }

    int available(final int inFlight) {
        return stalled ? 0 : size - inFlight;
    }

    void answered() {
        answered++;
        if (stalled) {
            stalled = false;
            size = slow ? 1 : Math.max(small, size / 2);
        } else if (size < limit) {
            size++;
        }
    }

    /** The oldest statement is another one than at the last check. */
    void moved(final int inFlight) {
        if (inFlight > Math.max(small, CHECKS * answered)) {
            size = Math.max(small, CHECKS * answered);
        }
        answered = 0;
    }

    /** The oldest statement is the same as at the last check. */
    void stalled(final boolean isSlow) {
        stalled = true;
        slow = isSlow;
        answered = 0;
    }
}
