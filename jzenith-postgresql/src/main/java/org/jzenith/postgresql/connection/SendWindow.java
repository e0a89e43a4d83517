package org.jzenith.postgresql.connection;

/**
 * How many statements a line may have under way. What has been sent can neither be taken back nor moved, so there is no
 * more of it than the line answers in a few looks: up to the limit while answers come fast, nothing new while none
 * comes, and after that a slow start, as TCP does it. Belongs to the event loop of the line.
 */
final class SendWindow {

    /** How many looks' worth of answers may be under way. */
    private static final int LOOKS = 2;

    private final int limit;
    private int size;
    private int answered;
    private boolean stalled;

    SendWindow(final int limit) {
        this.limit = limit;
        this.size = limit;
    }

    int room(final int underWay) {
        return stalled ? 0 : size - underWay;
    }

    void answered() {
        answered++;
        if (stalled) {
            stalled = false;
            size = 1;
        } else if (size < limit) {
            size++;
        }
    }

    /** The oldest statement is another one than at the last look. */
    void moved(final int underWay) {
        if (underWay > LOOKS * answered) {
            size = Math.max(1, LOOKS * answered);
        }
        answered = 0;
    }

    /** The oldest statement is the same as at the last look. */
    void stalled() {
        stalled = true;
        answered = 0;
    }
}
