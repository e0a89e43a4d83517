package org.jzenith.json.internal.stream;

import org.jspecify.annotations.Nullable;

/** Builds server-sent events from lines as browsers do (HTML, 9.2.6). For one thread at a time. */
public final class EventParser {

    private static final int MOST_DIGITS = 9;
    private static final int DELETE = 0x7f;

    private final int maxData;
    private @Nullable StringBuilder data;
    private @Nullable StringBuilder comment;
    private @Nullable String name;
    private @Nullable String sentId;
    private @Nullable String id;
    private long delay = ServerSentEvent.NO_DELAY;
    private long lastDelay = ServerSentEvent.NO_DELAY;
    private boolean first = true;

    /**
     * Creates a parser for one stream.
     *
     * @param maxData the longest data or comment of several lines, in characters
     */
    public EventParser(final int maxData) {
        this.maxData = maxData;
    }

    /**
     * Takes the next line.
     *
     * @param sent the line, without the line end
     * @return the event that the line completes; null if it does not complete one
     * @throws TooLargeException if the event is larger than allowed
     */
    public @Nullable ServerSentEvent take(final String sent) {
        final String line = first && sent.startsWith("\uFEFF") ? sent.substring(1) : sent;
        first = false;
        if (line.isEmpty()) {
            return complete();
        }
        final int colon = line.indexOf(':');
        if (colon < 0) {
            field(line, "");
        } else {
            field(line.substring(0, colon), line.substring(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1));
        }
        return null;
    }

    private void field(final String field, final String value) {
        switch (field) {
            case "data" -> data = joined(data, value);
            case "" -> comment = joined(comment, value);
            case "event" -> name = value;
            case "id" -> sentId = isHeaderValue(value) ? value : sentId;
            case "retry" -> {
                if (isDelay(value)) {
                    delay = Long.parseLong(value);
                    lastDelay = delay;
                }
            }
            default -> {
                // browsers ignore it
            }
        }
    }

    /** An id that no header can send back is ignored, as the standard does with NUL. */
    private static boolean isHeaderValue(final String value) {
        return value.chars().allMatch(c -> c >= ' ' && c != DELETE);
    }

    private static boolean isDelay(final String value) {
        return !value.isEmpty()
                && value.length() <= MOST_DIGITS
                && value.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private StringBuilder joined(final @Nullable StringBuilder known, final String value) {
        if (known == null) {
            return new StringBuilder(value);
        }
        if (known.length() + value.length() >= maxData) {
            throw new TooLargeException();
        }
        return known.append('\n').append(value);
    }

    private @Nullable ServerSentEvent complete() {
        id = sentId;
        final ServerSentEvent event = data == null
                ? null
                : new ServerSentEvent(data.toString(), name, id, comment == null ? null : comment.toString(), delay);
        data = null;
        name = null;
        comment = null;
        delay = ServerSentEvent.NO_DELAY;
        return event;
    }

    /**
     * Returns the last id of the stream, including that of events without data.
     *
     * @return null if there is none
     */
    public @Nullable String lastId() {
        return id;
    }

    /**
     * Returns the newest delay before a reconnection.
     *
     * @return milliseconds; {@link ServerSentEvent#NO_DELAY} if the stream has not named one
     */
    public long lastDelay() {
        return lastDelay;
    }
}
