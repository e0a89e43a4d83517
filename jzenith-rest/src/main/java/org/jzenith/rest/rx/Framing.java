package org.jzenith.rest.rx;

import jakarta.ws.rs.core.MediaType;

/** What stands before, between and after the elements of a stream. */
enum Framing {
    JSON_ARRAY("[", ",", "", "]"),
    JSON_LINES("", "", "\n", ""),
    RAW("", "", "", "");

    private final String begin;
    private final String between;
    private final String after;
    private final String end;

    Framing(final String begin, final String between, final String after, final String end) {
        this.begin = begin;
        this.between = between;
        this.after = after;
        this.end = end;
    }

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
        return this != RAW;
    }

    void begin(final ElementBuffer target) {
        target.write(begin);
    }

    void before(final ElementBuffer target, final boolean first) {
        if (!first) {
            target.write(between);
        }
    }

    void after(final ElementBuffer target) {
        target.write(after);
    }

    void end(final ElementBuffer target) {
        target.write(end);
    }
}
