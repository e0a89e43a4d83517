package org.jzenith.restclient.stream;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Splits a stream of server-sent events into the data of its events, and remembers the last id. */
final class EventSplitter implements Splitter<String> {

    private static final int MOST_DIGITS = 9;

    private final EventPosition position;
    private final ElementBytes line;
    private final int limit;
    private final String description;
    private @Nullable StringBuilder data;
    private @Nullable String id;
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
    public List<String> feed(final Buffer piece) {
        final List<String> complete = new ArrayList<>();
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

    private void endLine(final String sent, final List<String> complete) {
        final String text = first && sent.startsWith("\uFEFF") ? sent.substring(1) : sent;
        first = false;
        if (text.isEmpty()) {
            if (id != null) {
                position.reached(id);
            }
            if (data != null) {
                complete.add(data.toString());
                position.received();
                data = null;
            }
            return;
        }
        final int colon = text.indexOf(':');
        final String name = colon < 0 ? text : text.substring(0, colon);
        final String value = colon < 0
                ? ""
                : text.startsWith(" ", colon + 1) ? text.substring(colon + 2) : text.substring(colon + 1);
        switch (name) {
            case "data" -> addData(value);
            case "id" -> {
                if (value.indexOf('\0') < 0) {
                    id = value;
                }
            }
            case "retry" -> {
                if (!value.isEmpty()
                        && value.length() <= MOST_DIGITS
                        && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    position.setRetryMillis(Long.parseLong(value));
                }
            }
            default -> {}
        }
    }

    private void addData(final String value) {
        final StringBuilder known = data;
        if (known == null) {
            data = new StringBuilder(value);
        } else if (known.length() + value.length() >= limit) {
            throw new UnreadableResponseException(
                    description, "was answered with an event of more than " + limit + " characters", null);
        } else {
            known.append('\n').append(value);
        }
    }

    /** An event that is not complete is dropped, as the standard says. */
    @Override
    public List<String> end() {
        return List.of();
    }
}
