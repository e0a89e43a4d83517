package org.jzenith.rest.internal.rx;

import jakarta.ws.rs.core.MediaType;

/** The bytes before, between and after the elements of a stream. */
enum Framing {
    /** Brackets and commas. */
    JSON_ARRAY,
    /** The end of a line behind each document. */
    JSON_LINES,
    /** No framing. */
    RAW;

    static Framing of(final MediaType type) {
        final String subtype = type.getSubtype();
        if (!type.getType().equalsIgnoreCase("application")) {
            return RAW;
        }
        if (subtype.equalsIgnoreCase("json") || subtype.endsWith("+json")) {
            return JSON_ARRAY;
        }
        return subtype.equalsIgnoreCase("x-ndjson") ? JSON_LINES : RAW;
    }

    boolean isJson() {
        return this == JSON_ARRAY || this == JSON_LINES;
    }
}
