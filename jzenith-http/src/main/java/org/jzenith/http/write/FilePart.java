package org.jzenith.http.write;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * A part of a file's content, as sent in a response.
 *
 * @param before bytes that are sent before the part, such as the part header of a multipart response; may be empty
 * @param position the position of the part's first byte in the content
 * @param length bytes; may be 0
 */
public record FilePart(Buffer before, long position, long length) {

    /** Returns the number of bytes of all parts in a response. */
    public static long sent(final List<FilePart> parts) {
        long sum = 0;
        for (final FilePart part : parts) {
            sum += part.before.length() + part.length;
        }
        return sum;
    }
}
