package org.jzenith.messages.internal.consumer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The messages of one key, which are handled one after another. Belongs to one event loop. */
final class KeyQueue {

    /** The event that the queue waits for. */
    enum State {
        /** Its first message. */
        NEW,
        /** Its turn. */
        READY,
        /** The end of a run, or of storing a dead letter. */
        BUSY,
        /** The next attempt. */
        PAUSED,
        /** Its partition, which has stopped. */
        STOPPED
    }

    /** Null for the queue of a single message without a key. */
    final @Nullable String key;

    private final Deque<MessageDelivery> deliveries = new ArrayDeque<>();
    State state = State.NEW;

    /** Distinguishes the pauses, so that the timer of an earlier one has no effect. */
    int pauses;

    KeyQueue(final @Nullable String key) {
        this.key = key;
    }

    void add(final MessageDelivery delivery) {
        deliveries.add(delivery);
    }

    /** Returns the first message that this instance still has; null if there is none. */
    @Nullable
    MessageDelivery first() {
        MessageDelivery first = deliveries.peek();
        while (first != null && (first.dropped || first.done)) {
            deliveries.remove();
            first = deliveries.peek();
        }
        return first;
    }
}
