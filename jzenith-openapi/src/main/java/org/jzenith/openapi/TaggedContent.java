package org.jzenith.openapi;

import io.vertx.core.buffer.Buffer;
import java.util.zip.CRC32;

/**
 * Bytes and their entity tag.
 *
 * @param content the bytes, which must not be changed
 * @param tag the entity tag, which depends only on the bytes
 */
record TaggedContent(Buffer content, String tag) {

    static TaggedContent of(final byte[] content) {
        final CRC32 sum = new CRC32(); // a digest would take a tenth of the time in which the document is made
        sum.update(content);
        return new TaggedContent(
                Buffer.buffer(content), '"' + Long.toHexString(sum.getValue()) + '-' + content.length + '"');
    }
}
