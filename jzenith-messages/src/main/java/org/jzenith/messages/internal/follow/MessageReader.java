package org.jzenith.messages.internal.follow;

import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Message;
import org.jzenith.messages.engine.StoredMessage;

/** Reads the messages of one topic. Safe for use by many threads. */
@FunctionalInterface
public interface MessageReader {

    /**
     * Reads a message.
     *
     * @return null if the message is not for followers
     * @throws RuntimeException if it has no value of the topic's class; its message says why
     */
    @Nullable
    Message<?> read(StoredMessage stored);
}
