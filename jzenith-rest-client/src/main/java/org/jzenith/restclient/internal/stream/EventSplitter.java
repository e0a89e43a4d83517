package org.jzenith.restclient.internal.stream;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.EventParser;
import org.jzenith.json.internal.stream.LineScanner;
import org.jzenith.json.internal.stream.ServerSentEvent;
import org.jzenith.json.internal.stream.TooLargeException;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Splits a stream of server-sent events into events with data, and remembers the position for a reconnection. */
final class EventSplitter implements Splitter<ServerSentEvent> {

    private final String description;
    private final int limit;
    private final EventPosition position;
    private final LineScanner lines;
    private final EventParser events;

    EventSplitter(final String description, final int limit, final EventPosition position) {
        this.description = description;
        this.limit = limit;
        this.position = position;
        this.lines = LineScanner.ofText(limit);
        this.events = new EventParser(limit);
    }

    @Override
    public List<ServerSentEvent> feed(final Buffer piece) {
        final List<ServerSentEvent> complete = new ArrayList<>();
        lines.offer(piece.getBytes());
        while (hasLine()) {
            final ServerSentEvent event = event();
            if (event != null) {
                complete.add(event);
            }
        }
        lines.keep();
        position.reached(events, !complete.isEmpty());
        return complete;
    }

    private boolean hasLine() {
        try {
            return lines.next();
        } catch (final TooLargeException e) {
            throw tooLarge("an element of more than " + limit + " bytes");
        }
    }

    private @Nullable ServerSentEvent event() {
        try {
            return events.take(lines.text());
        } catch (final TooLargeException e) {
            throw tooLarge("an event of more than " + limit + " characters");
        }
    }

    private UnreadableResponseException tooLarge(final String reason) {
        return new UnreadableResponseException(description, "returned " + reason, null);
    }

    /** An incomplete event is dropped, as the standard requires. */
    @Override
    public List<ServerSentEvent> end() {
        return List.of();
    }
}
