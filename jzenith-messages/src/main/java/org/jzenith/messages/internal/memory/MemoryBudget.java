package org.jzenith.messages.internal.memory;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Limits the bytes of all messages and dead letters. */
final class MemoryBudget {

    /** Of the objects of a message, without their text and bytes. */
    private static final int OBJECTS = 300;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    MemoryBudget(final long most) {
        this.most = most;
    }

    static long size(final @Nullable String key, final Map<String, String> headers, final byte[] body) {
        long size = (long) OBJECTS + (key == null ? 0 : length(key)) + body.length;
        for (final Map.Entry<String, String> header : headers.entrySet()) {
            size += length(header.getKey()) + length(header.getValue());
        }
        return size;
    }

    private static int length(final String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /**
     * Takes bytes.
     *
     * @param bytes the size
     * @param drop drops something, and returns its size; 0 if there is nothing to drop
     * @throws MemoryFullException if there is not enough
     */
    void take(final long bytes, final LongSupplier drop) {
        while (true) {
            final long before = used.get();
            if (before + bytes <= most) {
                if (used.compareAndSet(before, before + bytes)) {
                    return;
                }
            } else {
                final long dropped = drop.getAsLong();
                if (dropped == 0) {
                    throw new MemoryFullException(
                            "Unhandled messages and dead letters have reached the memory limit of " + most
                                    + " bytes, an eighth of the heap."
                                    + " Wait until consumers have handled messages, remove dead letters, or set messages.TOPIC.over to another engine.");
                }
                give(dropped);
            }
        }
    }

    /** Gives bytes back. */
    void give(final long bytes) {
        used.addAndGet(-bytes);
    }
}
