package org.jzenith.rest.dispatch;

import org.jspecify.annotations.Nullable;

/** A place in the list of those that wait on an event loop: a list without further objects, as it is every request's. */
abstract class Waiting {

    private @Nullable Exchange next;
    private @Nullable Exchange previous;

    /** Takes the place before another. */
    static void link(final Exchange first, final @Nullable Exchange after) {
        first.setNext(after);
        if (after != null) {
            after.setPrevious(first);
        }
    }

    /** Leaves the list; returns the one after it. */
    final @Nullable Exchange unlink() {
        final Exchange after = next;
        final Exchange before = previous;
        if (after != null) {
            after.setPrevious(before);
        }
        if (before != null) {
            before.setNext(after);
        }
        next = null;
        previous = null;
        return after;
    }

    final @Nullable Exchange next() {
        return next;
    }

    final void setNext(final @Nullable Exchange changed) {
        next = changed;
    }

    final void setPrevious(final @Nullable Exchange changed) {
        previous = changed;
    }
}
