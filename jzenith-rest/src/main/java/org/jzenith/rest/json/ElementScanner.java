package org.jzenith.rest.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.io.ContentReference;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the elements of a JSON array, or the lines of NDJSON, in pieces of UTF-8. It looks at quotes, brackets and commas
 * alone; whether an element is JSON, the parser says that reads it. A byte is looked at once.
 */
final class ElementScanner {

    private static final int FIRST = 256;

    private enum State {
        BEGIN,
        BEFORE_FIRST,
        BEFORE_ELEMENT,
        IN_ELEMENT,
        AFTER_ELEMENT,
        END
    }

    private final boolean lines;
    private final int maxElement;
    private State state;
    private byte[] piece = {};
    private int at;

    /** The bytes of an element from earlier pieces. */
    private byte[] kept = {};

    private int keptLength;
    private int start;
    private int depth;
    private boolean inString;
    private boolean escaped;

    /** True if the object or array that is the element has ended. */
    private boolean closed;

    private int startLine;
    private int startColumn;
    private int line = 1;

    /** The offset of the first byte of the line, in the piece; negative if it is in one before. */
    private long lineStart;

    /** The end, in the piece, of the element found last. */
    private int foundEnd;

    private long tokens;

    ElementScanner(final boolean lines, final int maxElement) {
        this.lines = lines;
        this.maxElement = maxElement;
        this.state = lines ? State.BEFORE_ELEMENT : State.BEGIN;
    }

    /** The largest element, in bytes. */
    int maxElement() {
        return maxElement;
    }

    /** Takes the next piece. The one before has been looked through. */
    void offer(final byte[] next) {
        lineStart -= at;
        piece = next;
        at = 0;
        if (state == State.IN_ELEMENT) {
            start = 0;
        }
    }

    /** The bytes for which {@link #keep} needs room, beyond those for which it has room. */
    int missingRoom() {
        if (state != State.IN_ELEMENT) {
            return 0;
        }
        return capacityFor((long) keptLength + at - start) - kept.length;
    }

    private int capacityFor(final long length) {
        if (length <= kept.length) {
            return kept.length;
        }
        return (int) Math.min(maxElement, Math.max(Math.max(FIRST, length), 2L * kept.length));
    }

    /** Keeps the begin of an element whose rest is in the next piece. */
    void keep() {
        if (state == State.IN_ELEMENT) {
            final int length = at - start;
            final int capacity = capacityFor((long) keptLength + length);
            if (capacity > kept.length) {
                kept = Arrays.copyOf(kept, capacity);
            }
            System.arraycopy(piece, start, kept, keptLength, length);
            keptLength += length;
            start = at;
        }
    }

    /**
     * Looks for the end of the next element.
     *
     * @return true if the element is complete; false if the next piece is needed
     * @throws JsonParseException if there is something else than elements
     * @throws TooLargeException if an element is larger than is allowed
     */
    boolean next() throws JsonParseException {
        while (at < piece.length) {
            final byte b = piece[at];
            if (state == State.IN_ELEMENT ? (lines ? endsLine(b) : endsElement(b)) : isBetween(b)) {
                return true;
            }
            at++;
            if (b == '\n') {
                line++;
                lineStart = at;
            }
            if (state == State.IN_ELEMENT && (long) keptLength + at - start > maxElement) {
                throw new TooLargeException();
            }
        }
        return false;
    }

    private boolean isBetween(final byte b) throws JsonParseException {
        if (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
            return false;
        }
        switch (state) {
            case BEGIN -> {
                if (isOfByteOrderMark(b)) {
                    return false;
                }
                if (b != '[') {
                    if (b == '{' || b == '"' || b == '-' || (b >= '0' && b <= '9')) {
                        throw new NoArrayException("The JSON must be an array.");
                    }
                    throw malformed("The body is no array.");
                }
                state = State.BEFORE_FIRST;
            }
            case BEFORE_FIRST, BEFORE_ELEMENT -> {
                if (b == ']' && state == State.BEFORE_FIRST) {
                    state = State.END;
                } else if (!lines && (b == ',' || b == ']' || b == '}')) {
                    throw malformed("An element is missing.");
                } else {
                    begin(b);
                }
            }
            case AFTER_ELEMENT -> {
                if (b == ',') {
                    state = State.BEFORE_ELEMENT;
                } else if (b == ']') {
                    state = State.END;
                } else {
                    throw malformed("A comma is missing.");
                }
            }
            default -> throw malformed("Something follows the array.");
        }
        return false;
    }

    /** Recognises a byte of the UTF-8 byte order mark, which Jackson accepts before a document. */
    private static boolean isOfByteOrderMark(final byte b) {
        return b == (byte) 0xef || b == (byte) 0xbb || b == (byte) 0xbf;
    }

    private void begin(final byte b) throws JsonParseException {
        state = State.IN_ELEMENT;
        start = at;
        keptLength = 0;
        startLine = line;
        startColumn = column();
        depth = 0;
        inString = false;
        escaped = false;
        closed = false;
        tokens++;
        lookAt(b);
    }

    private boolean endsLine(final byte b) throws JsonParseException {
        if (b != '\n') {
            lookAt(b);
            return false;
        }
        found(State.BEFORE_ELEMENT);
        return true;
    }

    private boolean endsElement(final byte b) throws JsonParseException {
        if (depth == 0 && !inString && (b == ',' || b == ']')) {
            found(State.AFTER_ELEMENT);
            return true;
        }
        lookAt(b);
        return false;
    }

    private void lookAt(final byte b) throws JsonParseException {
        if (inString) {
            if (escaped) {
                escaped = false;
            } else if (b == '\\') {
                escaped = true;
            } else if (b == '"') {
                inString = false;
            }
        } else if (closed && b != ' ' && b != '\t' && b != '\r' && b != '\n') {
            throw malformed("Something follows the element.");
        } else if (b == '"') {
            inString = true;
        } else if (b == ',' || b == ':') {
            tokens++;
        } else if (b == '{' || b == '[') {
            tokens++;
            depth++;
        } else if (b == '}' || b == ']') {
            tokens++;
            depth--;
            closed = depth == 0;
            if (depth < 0) {
                throw malformed("A bracket is closed that is not open.");
            }
        }
    }

    /** The byte behind the element is looked at next. */
    private void found(final State next) {
        foundEnd = at;
        state = next;
    }

    /**
     * Ends the body.
     *
     * @return true if there is a last element, a line without a line end
     * @throws JsonParseException if the array is not closed
     */
    boolean end() throws JsonParseException {
        if (lines && state == State.IN_ELEMENT) {
            found(State.END);
            return true;
        }
        if (state == State.BEGIN) {
            throw new NoArrayException("The body is empty; JSON is expected.");
        }
        if (!lines && state != State.END) {
            throw malformed("The array is not closed.");
        }
        state = State.END;
        return false;
    }

    /** The bytes of the element that was found last. */
    int length() {
        return keptLength + foundEnd - start;
    }

    /** The element that was found last; it is read before the next one is looked for. */
    InputStream element() {
        final InputStream rest = new ByteArrayInputStream(piece, start, foundEnd - start);
        return keptLength == 0 ? rest : new SequenceInputStream(new ByteArrayInputStream(kept, 0, keptLength), rest);
    }

    /** The tokens so far: each element, and its brackets, commas and colons outside of texts. */
    long tokens() {
        return tokens;
    }

    /** The line in which the element begins that was found last; 0 if it is an element of an array. */
    long line() {
        return lines ? startLine : 0;
    }

    /** Names a line of the body in a sentence, or else an element. */
    String place(final String element) {
        return lines ? "Line " + startLine + " of the body" : element;
    }

    /** The line at which the lines were found to be malformed; 0 if the body is an array. */
    long lineOf(final JsonParseException error) {
        return lines && error.getLocation() != null ? error.getLocation().getLineNr() : 0;
    }

    /** Returns true if the element found last is valid UTF-8; Jackson's errors for that vary. */
    boolean isUtf8() {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(element().readAllBytes()));
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    /** Converts a location in the element found last to a location in the body. */
    JsonLocation inBody(final JsonLocation inElement) {
        final int lineNumber = startLine + inElement.getLineNr() - 1;
        final int columnNumber =
                inElement.getLineNr() == 1 ? startColumn + inElement.getColumnNr() - 1 : inElement.getColumnNr();
        return new JsonLocation(ContentReference.unknown(), -1, lineNumber, columnNumber);
    }

    private int column() {
        return (int) Math.min(at - lineStart + 1, Integer.MAX_VALUE);
    }

    private JsonParseException malformed(final String message) {
        return new JsonParseException(null, message, new JsonLocation(ContentReference.unknown(), -1, line, column()));
    }

    /** The body is no array, whatever it is; the message is for the client. */
    static final class NoArrayException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoArrayException(final String message) {
            super(message, null, false, false);
        }

        String detail() {
            return String.valueOf(getMessage());
        }
    }

    /** An element is larger than is allowed. */
    static final class TooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLargeException() {
            super("An element is too large.", null, false, false);
        }
    }
}
