package org.jzenith.messages.internal.consumer;

import io.reactivex.disposables.Disposable;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.StoredMessage;

/** A message that this instance has. Belongs to one event loop. */
final class MessageDelivery {

    final StoredMessage message;
    final Partition partition;
    final KeyQueue queue;
    final long size;

    /** The position of the message before it in the partition, or the one that was committed. */
    final long previous;

    /** The number of deliveries so far. */
    int attempt;

    /** The running handler; null if none runs. */
    @Nullable
    Disposable run;

    /** True while the dead letter is being stored. */
    boolean dying;

    /** True if the position of the partition may pass it. */
    boolean done;

    /** True if the instance no longer has the partition. */
    boolean dropped;

    MessageDelivery(final StoredMessage message, final Partition partition, final KeyQueue queue) {
        this.message = message;
        this.partition = partition;
        this.queue = queue;
        this.size = size(message);
        this.previous = partition.received();
    }

    boolean isInProgress() {
        return run != null || dying;
    }

    /** Returns the bytes of the body, and the characters of the key and the headers. */
    private static long size(final StoredMessage message) {
        final String key = message.key();
        return message.body().length
                + (key == null ? 0L : key.length())
                + message.headers().entrySet().stream()
                        .mapToLong(
                                each -> each.getKey().length() + each.getValue().length())
                        .sum();
    }
}
