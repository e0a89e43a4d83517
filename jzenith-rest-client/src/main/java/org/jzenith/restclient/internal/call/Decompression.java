package org.jzenith.restclient.internal.call;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Decompresses a collected body, up to its limit. */
final class Decompression {

    private static final int PIECE = 8192;

    private Decompression() {}

    /** @param asksForGzip true if the request has accepted gzip; any other coding is refused */
    static Buffer decode(
            final String description,
            final String coding,
            final boolean asksForGzip,
            final Buffer body,
            final int limit) {
        if (coding.equals("identity")) {
            return body;
        }
        if (!asksForGzip || !(coding.equals("gzip") || coding.equals("x-gzip"))) {
            throw new UnreadableResponseException(
                    description, "returned a content coding that the client did not accept", null);
        }
        final Buffer decoded = Buffer.buffer();
        try (InputStream input = new GZIPInputStream(new ByteArrayInputStream(body.getBytes()), PIECE)) {
            final byte[] piece = new byte[PIECE];
            for (int length = input.read(piece); length >= 0; length = input.read(piece)) {
                if (length > limit - decoded.length()) {
                    throw new UnreadableResponseException(
                            description, "returned more than " + limit + " bytes after decompression", null);
                }
                decoded.appendBytes(piece, 0, length);
            }
            return decoded;
        } catch (final IOException e) {
            throw new UnreadableResponseException(description, "returned a body that is not valid gzip", e);
        }
    }
}
