package org.jzenith.http.internal.response;

import io.netty.handler.codec.compression.Brotli;
import io.netty.handler.codec.compression.BrotliEncoder;
import io.netty.handler.codec.compression.Zstd;
import io.netty.handler.codec.compression.ZstdEncoder;
import org.jzenith.http.internal.configuration.HttpConfiguration;

/** A content coding (RFC 9110, 8.4.1) that this JVM can write. */
enum ContentCoding {
    BR("br", "com.aayushatharva.brotli4j:brotli4j and its native part", true),

    /** Netty's encoder makes a frame of each piece, and not every client reads several. */
    ZSTD("zstd", "com.github.luben:zstd-jni", false),
    GZIP("gzip", "nothing", true),
    DEFLATE("deflate", "nothing", true);

    private static final int ZSTD_LEVEL = 3;

    private final String token;
    private final String needs;
    private final boolean inPieces;

    ContentCoding(final String token, final String needs, final boolean inPieces) {
        this.token = token;
        this.needs = needs;
        this.inPieces = inPieces;
    }

    static ContentCoding of(final HttpConfiguration.Compression.Coding setting) {
        return valueOf(setting.name());
    }

    String token() {
        return token;
    }

    /** Returns the library that must be on the class path. */
    String needs() {
        return needs;
    }

    boolean isAvailable() {
        return switch (this) {
            case BR -> Brotli.isAvailable();
            case ZSTD -> Zstd.isAvailable();
            case GZIP, DEFLATE -> true;
        };
    }

    /** Returns true if content of unknown length can be encoded. */
    boolean isForPieces() {
        return inPieces;
    }

    /** @param most bytes of the content, if it is not encoded in pieces */
    ResponsePolicy.ContentEncoder encoder(final int most) {
        return switch (this) {
            case GZIP -> new DeflateEncoder(true);
            case DEFLATE -> new DeflateEncoder(false);
            case BR -> new NettyEncoder(new BrotliEncoder());
            case ZSTD -> new NettyEncoder(new ZstdEncoder(ZSTD_LEVEL, most, most + most / 128 + 1024));
        };
    }
}
