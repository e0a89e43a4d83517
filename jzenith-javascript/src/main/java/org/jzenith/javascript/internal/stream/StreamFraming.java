package org.jzenith.javascript.internal.stream;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The bytes before, between and after the elements of a stream, by its media type. */
public enum StreamFraming {
    /** A JSON array. */
    ARRAY("application/json"),
    /** A JSON document on each line. */
    LINES("application/x-ndjson"),
    /** Server-sent events: texts as they are, and everything else as JSON. */
    EVENTS("text/event-stream"),
    /** Texts and bytes, one after another. */
    RAW("application/octet-stream");

    /** The media types that are negotiated, in the order of preference. */
    public static final List<String> NEGOTIATED = List.of(ARRAY.mediaType(), LINES.mediaType(), EVENTS.mediaType());

    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private final String mediaType;

    StreamFraming(final String mediaType) {
        this.mediaType = mediaType;
    }

    /**
     * Finds the framing of a media type.
     *
     * @param contentType the type, with or without parameters
     * @return {@link #RAW} for all types without a framing
     */
    public static StreamFraming of(final String contentType) {
        final int end = contentType.indexOf(';');
        final String type =
                (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        for (final StreamFraming each : values()) {
            if (each.mediaType.equals(type)) {
                return each;
            }
        }
        return RAW;
    }

    /**
     * Returns the media type.
     *
     * @return without parameters
     */
    public String mediaType() {
        return mediaType;
    }

    /**
     * Returns the headers of the framing.
     *
     * @return values by name
     */
    public Map<String, String> headers() {
        return this == EVENTS ? Map.of("Cache-Control", "no-store", "X-Accel-Buffering", "no") : Map.of();
    }

    void begin(final Buffer target) {
        if (this == ARRAY) {
            target.appendString("[");
        }
    }

    void end(final Buffer target) {
        if (this == ARRAY) {
            target.appendString("]");
        }
    }

    /** Returns true if a client can tell a failure from an element. */
    boolean tellsFailures() {
        return this == LINES || this == EVENTS;
    }

    void appendFailure(final Buffer target, final byte[] problem) {
        target.appendString(this == EVENTS ? "event: error\ndata: " : "")
                .appendBytes(problem)
                .appendString(this == EVENTS ? "\n\n" : "\n");
    }

    /** Appends the text of an element, which is JSON except for texts of events and of a raw stream. */
    void append(final Buffer target, final String element, final boolean isFirst) {
        switch (this) {
            case ARRAY -> target.appendString(isFirst ? "" : ",").appendString(element);
            case LINES -> target.appendString(element).appendString("\n");
            case EVENTS -> {
                for (final String line : LINE_END.split(element, -1)) {
                    target.appendString("data: ").appendString(line).appendString("\n");
                }
                target.appendString("\n");
            }
            case RAW -> target.appendString(element);
        }
    }
}
