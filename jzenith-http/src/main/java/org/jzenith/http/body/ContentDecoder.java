package org.jzenith.http.body;

import io.netty.handler.codec.compression.Brotli;
import io.netty.handler.codec.compression.Zstd;
import java.util.List;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Decodes a body of one content coding as it arrives. It decodes only as much as the caller asks for, so that a small
 * body never fills the memory. For one thread at a time.
 */
interface ContentDecoder {

    /** Takes the next encoded piece, after {@link #decode} has returned 0. */
    void offer(byte[] piece);

    /**
     * Decodes at most as many bytes as fit into the target.
     *
     * @return the number of decoded bytes; 0 if the decoder needs the next piece
     * @throws MalformedRequestException if the body is damaged
     */
    int decode(byte[] target);

    /** Returns true if the body is complete after the last piece. */
    boolean isWhole();

    /** Releases the decoder's memory outside of the heap. */
    void end();

    /** Returns the error for a body that cannot be decoded. */
    static MalformedRequestException damaged() {
        return new MalformedRequestException("The body cannot be decoded.");
    }

    /** Creates a decoder for a coding whose library is available. */
    static ContentDecoder of(final String coding) {
        return switch (coding) {
            case "gzip" -> new InflateDecoder(true);
            case "deflate" -> new InflateDecoder(false);
            case "br" -> new BrotliDecoder();
            case "zstd" -> new ZstdDecoder();
            default -> throw new IllegalArgumentException("There is no decoder for the content coding " + coding + ".");
        };
    }

    /**
     * Returns the memory that a decoder needs for its window and tables. A window is not larger than the decoded body.
     *
     * @param mostDecoded the largest size of the decoded body in bytes
     */
    static long memory(final String coding, final long mostDecoded) {
        return switch (coding) {
            case "br" -> BrotliDecoder.TABLES + Math.min(BrotliDecoder.LARGEST_WINDOW, 2 * mostDecoded);
            case "zstd" -> ZstdDecoder.TABLES + Math.min(ZstdDecoder.LARGEST_WINDOW, mostDecoded);
            default -> InflateDecoder.MEMORY;
        };
    }

    /** Returns the libraries that the codings need and that are not on the class path. */
    static List<String> missing(final List<String> codings) {
        return codings.stream()
                .filter(coding -> (coding.equals("br") && !Brotli.isAvailable())
                        || (coding.equals("zstd") && !Zstd.isAvailable()))
                .map(coding -> coding.equals("br")
                        ? "br needs com.aayushatharva.brotli4j:brotli4j and its native part"
                        : "zstd needs com.github.luben:zstd-jni")
                .toList();
    }
}
