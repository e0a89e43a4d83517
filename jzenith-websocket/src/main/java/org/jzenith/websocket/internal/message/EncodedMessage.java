package org.jzenith.websocket.internal.message;

import org.jspecify.annotations.Nullable;

/** The bytes of a message, which may go to many clients. Safe for use by many threads. */
public final class EncodedMessage {

    private final byte[] bytes;
    private byte @Nullable [] compressed;

    EncodedMessage(final byte[] bytes) {
        this.bytes = bytes;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Returns the message compressed by permessage-deflate without context takeover. It is the same for each client, and created once. */
    public synchronized byte[] compressed() {
        byte[] made = compressed;
        if (made == null) {
            made = MessageDeflater.compress(bytes);
            compressed = made;
        }
        return made;
    }
}
