package org.jzenith.example.user;

import jakarta.ws.rs.NotSupportedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The types of pictures, which the first bytes of a file identify. */
enum ImageType {
    PNG("image/png", ".png", 0, "\u0089PNG"),
    JPEG("image/jpeg", ".jpg", 0, "\u00ff\u00d8\u00ff"),
    WEBP("image/webp", ".webp", 8, "WEBP");

    /** The bytes that identify the type. */
    static final int HEAD = 12;

    private final String mediaType;
    private final String extension;
    private final int offset;
    private final String magicNumber;

    ImageType(final String mediaType, final String extension, final int offset, final String magicNumber) {
        this.mediaType = mediaType;
        this.extension = extension;
        this.offset = offset;
        this.magicNumber = magicNumber;
    }

    static ImageType of(final String mediaType) {
        return Arrays.stream(values())
                .filter(type -> type.mediaType.equals(mediaType))
                .findFirst()
                .orElseThrow(NotSupportedException::new);
    }

    String extension() {
        return extension;
    }

    boolean isOf(final byte[] head) {
        return new String(head, StandardCharsets.ISO_8859_1).startsWith(magicNumber, offset);
    }
}
