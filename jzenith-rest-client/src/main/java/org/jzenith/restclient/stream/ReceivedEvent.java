package org.jzenith.restclient.stream;

import org.jspecify.annotations.Nullable;

/**
 * A server-sent event with data.
 *
 * @param data its lines, separated by line feeds
 * @param name of the event; null if it has none
 * @param id the last id that the stream has named; null for none
 * @param comment since the last event; null for none
 * @param reconnectDelay in milliseconds; {@link #NO_DELAY} if the event names none
 */
public record ReceivedEvent(
        String data,
        @Nullable String name,
        @Nullable String id,
        @Nullable String comment,
        long reconnectDelay) {

    /** No delay. */
    public static final long NO_DELAY = -1;
}
