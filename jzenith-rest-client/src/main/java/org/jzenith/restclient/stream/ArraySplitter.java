package org.jzenith.restclient.stream;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Splits a JSON array. It finds the ends of the elements only; the reader of the elements checks the rest. */
final class ArraySplitter implements Splitter<Buffer> {

    private enum State {
        BEFORE_ARRAY,
        BEFORE_ELEMENT,
        IN_ELEMENT,
        AFTER_ARRAY
    }

    private final String description;
    private final ElementBytes element;
    private State state = State.BEFORE_ARRAY;
    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean first = true;

    ArraySplitter(final String description, final int limit) {
        this.description = description;
        this.element = new ElementBytes(description, limit);
    }

    @Override
    public List<Buffer> feed(final Buffer piece) {
        final List<Buffer> complete = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < piece.length(); i++) {
            final byte c = piece.getByte(i);
            if (state == State.IN_ELEMENT) {
                if (isInside(c)) {
                    continue;
                }
                element.append(piece, begin, i);
                complete.add(element.take());
                state = c == ']' ? State.AFTER_ARRAY : State.BEFORE_ELEMENT;
            } else if (!isSpace(c)) {
                if (beginsElement(c)) {
                    begin = i;
                }
            }
        }
        if (state == State.IN_ELEMENT) {
            element.append(piece, begin, piece.length());
        }
        return complete;
    }

    /** Returns false for the comma or bracket after an element. */
    private boolean isInside(final byte c) {
        if (inText) {
            if (escaped) {
                escaped = false;
            } else if (c == '\\') {
                escaped = true;
            } else if (c == '"') {
                inText = false;
            }
        } else if (c == '"') {
            inText = true;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if (depth > 0) {
            if (c == ']' || c == '}') {
                depth--;
            }
        } else {
            return c != ',' && c != ']';
        }
        return true;
    }

    private boolean beginsElement(final byte c) {
        if (state == State.BEFORE_ARRAY && c == '[') {
            state = State.BEFORE_ELEMENT;
            return false;
        }
        if (state != State.BEFORE_ELEMENT) {
            throw malformed(null);
        }
        if (c == ']' && first) {
            state = State.AFTER_ARRAY;
            return false;
        }
        first = false;
        state = State.IN_ELEMENT;
        if (!isInside(c)) {
            throw malformed(null);
        }
        return true;
    }

    private static boolean isSpace(final byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private UnreadableResponseException malformed(final @Nullable Throwable cause) {
        return new UnreadableResponseException(description, "was answered with JSON that is no array", cause);
    }

    @Override
    public List<Buffer> end() {
        if (state != State.AFTER_ARRAY) {
            throw new UnreadableResponseException(
                    description, "was answered with a JSON array that does not end", null);
        }
        return List.of();
    }
}
