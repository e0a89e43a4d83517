package org.jzenith.websocket;

import org.jspecify.annotations.Nullable;

/** The bytes of a message, which may go to many clients. Safe for use by many threads. */
final class EncodedMessage {

    private final byte[] bytes;
    private byte @Nullable [] compressed;

    EncodedMessage(final byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /** As permessage-deflate without context takeover has it, which is the same for each client; made once. */
    synchronized byte[] compressed() {
        byte[] made = compressed;
        if (made == null) {
            made = MessageDeflater.compress(bytes);
            compressed = made;
        }
        return made;
    }
}
