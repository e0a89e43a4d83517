package org.jzenith.http.body;

import io.netty.handler.codec.compression.Brotli;
import io.netty.handler.codec.compression.Zstd;
import java.util.List;
import org.jzenith.http.request.MalformedRequestException;

/**
 * Decodes a body of one content coding as it arrives. It makes as much as it is asked for, so that a small body never
 * becomes a large one in memory. For one thread at a time.
 */
interface ContentDecoder {

    /** Takes the next piece, after {@link #decode} has returned 0. */
    void offer(byte[] piece);

    /**
     * Decodes at most what the target has room for.
     *
     * @return the number of bytes; 0 if the next piece is needed
     * @throws MalformedRequestException if the body is damaged
     */
    int decode(byte[] target);

    /** Returns true if a body may end after the last piece. */
    boolean isWhole();

    /** Releases what is held outside of the heap. */
    void end();

    /** Returns the error for a body that cannot be decoded. */
    static MalformedRequestException damaged() {
        return new MalformedRequestException("The body cannot be decoded.");
    }

    /** Creates a decoder of a coding whose library is available. */
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
     * The bytes that a decoder takes beside what it makes: the window and tables. A window is not larger than what it is a
     * window of.
     *
     * @param mostDecoded bytes of the body
     */
    static long memory(final String coding, final long mostDecoded) {
        return switch (coding) {
            case "br" -> BrotliDecoder.TABLES + Math.min(BrotliDecoder.LARGEST_WINDOW, 2 * mostDecoded);
            case "zstd" -> ZstdDecoder.TABLES + Math.min(ZstdDecoder.LARGEST_WINDOW, mostDecoded);
            default -> InflateDecoder.MEMORY;
        };
    }

    /** Returns the libraries that the codings need and the class path does not have. */
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
