package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;

/**
 * A part of the content of a file, as a response sends it.
 *
 * @param before bytes that are sent before it, such as the head of a part of a multipart message; may be empty
 * @param position of its first byte in the content
 * @param length bytes; may be 0
 */
public record FilePart(Buffer before, long position, long length) {

    /** How many bytes it adds to the response. */
    long sent() {
        return before.length() + length;
    }
}
