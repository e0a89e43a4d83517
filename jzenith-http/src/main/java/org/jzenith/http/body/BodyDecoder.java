package org.jzenith.http.body;

import io.vertx.core.buffer.Buffer;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Decodes the body of one request that has a Content-Encoding, and refuses it if it becomes too large. It decodes only as
 * much as the caller asks for. For one thread at a time.
 */
final class BodyDecoder {

    /** The number of bytes up to which the ratio is not checked. */
    private static final long UNJUDGED = 1024 * 1024;

    private static final int MOST = 16 * 1024;

    private final ContentDecoder decoder;
    private final int maxRatio;
    private final byte[] made = new byte[MOST];
    private boolean begun;
    private long encoded;
    private long decoded;

    /** @param maxRatio the maximum number of decoded bytes per encoded byte, on average, after the first mebibyte */
    BodyDecoder(final ContentDecoder decoder, final int maxRatio) {
        this.decoder = decoder;
        this.maxRatio = maxRatio;
    }

    /**
     * Returns the upper limit on the size of a decoded body.
     *
     * @param length the size of the encoded body in bytes; negative if unknown
     * @param maxBody the limit of the decoded body in bytes
     */
    static long mostDecoded(final long length, final int maxRatio, final long maxBody) {
        return length < 0 || length > maxBody / maxRatio
                ? maxBody
                : Math.min(maxBody, Math.max(UNJUDGED, length * maxRatio));
    }

    /** Takes the next encoded piece, after {@link #next} has returned an empty buffer. */
    void offer(final byte[] next) {
        encoded += next.length;
        if (next.length > 0) {
            begun = true;
            decoder.offer(next);
        }
    }

    /** The number of encoded bytes received so far. */
    long encoded() {
        return encoded;
    }

    /** The number of bytes decoded so far. */
    long decoded() {
        return decoded;
    }

    /**
     * Decodes at most 16 KiB.
     *
     * @return empty if the decoder needs the next piece
     * @throws MalformedRequestException if the body is damaged or becomes too large
     */
    Buffer next() {
        final int count = decoder.decode(made);
        decoded += count;
        if (decoded > UNJUDGED && decoded / maxRatio > encoded) {
            throw new MalformedRequestException(
                    413, "The decompressed body exceeds " + maxRatio + " times its compressed size.");
        }
        return Buffer.buffer(count).appendBytes(made, 0, count);
    }

    /**
     * Ends the body after its last piece.
     *
     * @throws MalformedRequestException if the body is incomplete
     */
    void finish() {
        if (begun && !decoder.isWhole()) {
            throw ContentDecoder.damaged();
        }
    }

    /** Releases the decoder's memory outside of the heap. */
    void end() {
        decoder.end();
    }
}
