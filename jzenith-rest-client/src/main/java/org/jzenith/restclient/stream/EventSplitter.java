package org.jzenith.restclient.stream;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Splits a stream of server-sent events into events with data, and remembers the last id. */
final class EventSplitter implements Splitter<ReceivedEvent> {

    private static final int MOST_DIGITS = 9;
    private static final int DELETE = 0x7f;

    private final EventPosition position;
    private final ElementBytes line;
    private final int limit;
    private final String description;
    private @Nullable StringBuilder data;
    private @Nullable StringBuilder comment;
    private @Nullable String name;
    private @Nullable String id;
    private long delay = ReceivedEvent.NO_DELAY;
    private boolean afterReturn;
    private boolean first = true;

    /** @param position receives ids and delays for a reconnection */
    EventSplitter(final String description, final int limit, final EventPosition position) {
        this.description = description;
        this.limit = limit;
        this.position = position;
        this.line = new ElementBytes(description, limit);
    }

    @Override
    public List<ReceivedEvent> feed(final Buffer piece) {
        final List<ReceivedEvent> complete = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < piece.length(); i++) {
            final byte c = piece.getByte(i);
            if (afterReturn && c == '\n') {
                begin = i + 1;
            } else if (c == '\n' || c == '\r') {
                line.append(piece, begin, i);
                begin = i + 1;
                endLine(line.take().toString(StandardCharsets.UTF_8), complete);
            }
            afterReturn = c == '\r';
        }
        line.append(piece, begin, piece.length());
        return complete;
    }

    private void endLine(final String sent, final List<ReceivedEvent> complete) {
        final String text = first && sent.startsWith("\uFEFF") ? sent.substring(1) : sent;
        first = false;
        if (text.isEmpty()) {
            if (id != null) {
                position.reached(id);
            }
            if (data != null) {
                complete.add(new ReceivedEvent(
                        data.toString(), name, id, comment == null ? null : comment.toString(), delay));
                position.received();
            }
            data = null;
            name = null;
            comment = null;
            delay = ReceivedEvent.NO_DELAY;
            return;
        }
        final int colon = text.indexOf(':');
        final String field = colon < 0 ? text : text.substring(0, colon);
        final String value = colon < 0
                ? ""
                : text.startsWith(" ", colon + 1) ? text.substring(colon + 2) : text.substring(colon + 1);
        switch (field) {
            case "data" -> data = joined(data, value);
            case "" -> comment = joined(comment, value);
            case "event" -> name = value;
            case "id" -> {
                // one that no header can send back is ignored, as the standard does with NUL
                if (value.chars().allMatch(c -> c >= ' ' && c != DELETE)) {
                    id = value;
                }
            }
            case "retry" -> {
                if (!value.isEmpty()
                        && value.length() <= MOST_DIGITS
                        && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    delay = Long.parseLong(value);
                    position.setRetryMillis(delay);
                }
            }
            default -> {}
        }
    }

    private StringBuilder joined(final @Nullable StringBuilder known, final String value) {
        if (known == null) {
            return new StringBuilder(value);
        }
        if (known.length() + value.length() >= limit) {
            throw new UnreadableResponseException(
                    description, "was answered with an event of more than " + limit + " characters", null);
        }
        return known.append('\n').append(value);
    }

    /** An event that is not complete is dropped, as the standard says. */
    @Override
    public List<ReceivedEvent> end() {
        return List.of();
    }
}
