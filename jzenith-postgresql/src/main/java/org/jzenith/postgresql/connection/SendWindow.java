package org.jzenith.postgresql.connection;

/**
 * How many statements a connection may have under way. What has been sent can neither be taken back nor moved, so there is no
 * more of it than the connection answers in a few looks: up to the limit while answers come fast, nothing new while none
 * comes, and after a slow one a slow start, as TCP does it. Belongs to the event loop of the connection.
 */
final class SendWindow {

    /** How many looks' worth of answers may be under way. */
    private static final int CHECKS = 4;

    /** Few enough to be answered soon, and enough to keep a server busy that is given the processor in slices only. */
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

    /** The oldest statement is another one than at the last look. */
    void moved(final int inFlight) {
        if (inFlight > Math.max(small, CHECKS * answered)) {
            size = Math.max(small, CHECKS * answered);
        }
        answered = 0;
    }

    /** The oldest statement is the same as at the last look, and slow by now or not. */
    void stalled(final boolean isSlow) {
        stalled = true;
        slow = isSlow;
        answered = 0;
    }
}
