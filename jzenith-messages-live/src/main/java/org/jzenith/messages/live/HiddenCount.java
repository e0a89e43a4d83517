package org.jzenith.messages.live;

/** Counts consecutive messages that a client has no permission to see. Used by one thread at a time. */
final class HiddenCount {

    private final int most;
    private int hidden;
    private boolean shown;

    HiddenCount(final int most) {
        this.most = most;
    }

    /** Counts an element. Returns true if the client gets the element, or only its position. */
    boolean passes(final boolean visible) {
        shown = visible;
        hidden = visible ? 0 : (hidden + 1) % most;
        return hidden == 0;
    }

    /** Returns true if the client has permission to see the last element. */
    boolean isShown() {
        return shown;
    }
}
