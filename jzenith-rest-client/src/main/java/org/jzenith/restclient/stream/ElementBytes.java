package org.jzenith.restclient.stream;

import io.vertx.core.buffer.Buffer;
import org.jzenith.restclient.response.UnreadableResponseException;

/** The bytes of an element that has not ended, up to a limit. */
final class ElementBytes {

    private final String description;
    private final int limit;
    private Buffer bytes = Buffer.buffer();

    ElementBytes(final String description, final int limit) {
        this.description = description;
        this.limit = limit;
    }

    void append(final Buffer piece, final int from, final int to) {
        if (to - from > limit - bytes.length()) {
            throw new UnreadableResponseException(
                    description, "was answered with an element of more than " + limit + " bytes", null);
        }
        if (to > from) {
            bytes.appendBuffer(piece, from, to - from);
        }
    }

    boolean isEmpty() {
        return bytes.length() == 0;
    }

    Buffer take() {
        final Buffer taken = bytes;
        bytes = Buffer.buffer();
        return taken;
    }
}
