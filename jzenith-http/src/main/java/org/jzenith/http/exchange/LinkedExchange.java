package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;

/**
 * A link of the list of requests in flight on one event loop. The list needs no further objects, because every request
 * is in it.
 */
abstract class LinkedExchange {

    private @Nullable Exchange next;
    private @Nullable Exchange previous;

    /** Inserts a request before another. */
    static void link(final Exchange first, final @Nullable Exchange after) {
        first.setNext(after);
        if (after != null) {
            after.setPrevious(first);
        }
    }

    /** Removes this request from the list; returns the one after it. */
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
