package org.jzenith.json.internal.stream;

import org.jspecify.annotations.Nullable;

/**
 * A server-sent event with data.
 *
 * @param data its lines, separated by line feeds
 * @param name the field {@code event}; null if there is none
 * @param id the last id of the stream; null if no event had one
 * @param comment the comments since the last event; null if there are none
 * @param reconnectDelay in milliseconds; {@link #NO_DELAY} if the event names none
 */
public record ServerSentEvent(
        String data,
        @Nullable String name,
        @Nullable String id,
        @Nullable String comment,
        long reconnectDelay) {

    /** No delay. */
    public static final long NO_DELAY = -1;
}
