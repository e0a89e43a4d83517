package org.jzenith.rest.rx;

import jakarta.ws.rs.core.MediaType;

/** What stands before, between and after the elements of a stream. */
enum Framing {
    JSON_ARRAY('[', ',', Framing.NOTHING, ']'),
    JSON_LINES(Framing.NOTHING, Framing.NOTHING, '\n', Framing.NOTHING),
    EVENTS(Framing.NOTHING, Framing.NOTHING, Framing.NOTHING, Framing.NOTHING),
    RAW(Framing.NOTHING, Framing.NOTHING, Framing.NOTHING, Framing.NOTHING);

    static final char NOTHING = 0;

    final char begin;
    final char between;
    final char after;
    final char end;

    Framing(final char begin, final char between, final char after, final char end) {
        this.begin = begin;
        this.between = between;
        this.after = after;
        this.end = end;
    }

    static Framing of(final MediaType type) {
        final String subtype = type.getSubtype();
        if (type.getType().equalsIgnoreCase("text")) {
            return subtype.equalsIgnoreCase("event-stream") ? EVENTS : RAW;
        }
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
