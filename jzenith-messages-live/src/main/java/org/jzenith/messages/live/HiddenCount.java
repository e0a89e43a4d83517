package org.jzenith.messages.live;

/** Counts the messages in a row that a client may not see. Used by one thread at a time. */
final class HiddenCount {

    private final int most;
    private int hidden;
    private boolean shown;

    HiddenCount(final int most) {
        this.most = most;
    }

    /** Counts an element. Returns true if the client gets it, or its position. */
    boolean passes(final boolean visible) {
        shown = visible;
        hidden = visible ? 0 : (hidden + 1) % most;
        return hidden == 0;
    }

    /** Returns true if the client may see the last element. */
    boolean isShown() {
        return shown;
    }
}
