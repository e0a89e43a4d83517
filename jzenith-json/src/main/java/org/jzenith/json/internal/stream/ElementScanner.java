package org.jzenith.json.internal.stream;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.io.ContentReference;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Finds the elements of a JSON array, or the lines of NDJSON, in pieces of UTF-8. It looks only at quotes, brackets and commas, at
 * each byte once; the parser that reads an element checks the rest. For one thread at a time.
 */
public final class ElementScanner {

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

    private final UnfinishedBytes kept;
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

    /**
     * Creates a scanner for one body.
     *
     * @param lines true for NDJSON, false for an array
     * @param maxElement the largest element, in bytes
     */
    public ElementScanner(final boolean lines, final int maxElement) {
        this.lines = lines;
        this.maxElement = maxElement;
        this.kept = new UnfinishedBytes(maxElement);
        this.state = lines ? State.BEFORE_ELEMENT : State.BEGIN;
    }

    /**
     * Returns the size of the largest element.
     *
     * @return bytes
     */
    public int maxElement() {
        return maxElement;
    }

    /**
     * Takes the next piece, after the elements of the previous one were found and its rest was kept.
     *
     * @param next not changed later
     */
    public void offer(final byte[] next) {
        lineStart -= at;
        piece = next;
        at = 0;
        if (state == State.IN_ELEMENT) {
            start = 0;
        }
    }

    /**
     * Returns the memory that {@link #keep} needs in addition to what it already has.
     *
     * @return bytes
     */
    public int missingRoom() {
        return state == State.IN_ELEMENT ? kept.missingRoom(at - start) : 0;
    }

    /** Keeps the start of an element whose rest is in the next piece. */
    public void keep() {
        if (state == State.IN_ELEMENT) {
            kept.add(piece, start, at);
            start = at;
        }
    }

    /**
     * Looks for the end of the next element.
     *
     * @return true if the element is complete; false if the next piece is needed
     * @throws JsonParseException if there is something else than elements
     * @throws NoArrayException if the body is not an array
     * @throws TooLargeException if an element is larger than allowed
     */
    public boolean next() throws JsonParseException {
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
            if (state == State.IN_ELEMENT && (long) kept.length() + at - start > maxElement) {
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
                    throw malformed("The body is not an array.");
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
        kept.clear();
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
                throw malformed("A closing bracket has no opening bracket.");
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
     * @throws NoArrayException if the body is empty, and no NDJSON
     */
    public boolean end() throws JsonParseException {
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

    /**
     * Returns the length of the element found last.
     *
     * @return bytes
     */
    public int length() {
        return kept.length() + foundEnd - start;
    }

    /**
     * Returns the element found last, to be read before the next one is looked for.
     *
     * @return its bytes
     */
    public InputStream element() {
        final InputStream rest = new ByteArrayInputStream(piece, start, foundEnd - start);
        return kept.length() == 0
                ? rest
                : new SequenceInputStream(new ByteArrayInputStream(kept.bytes(), 0, kept.length()), rest);
    }

    /**
     * Returns a copy of the element found last.
     *
     * @return its bytes
     */
    public byte[] bytes() {
        return kept.followedBy(piece, start, foundEnd);
    }

    /**
     * Returns the number of tokens so far: each element, and its brackets, commas and colons outside texts.
     *
     * @return a number of tokens
     */
    public long tokens() {
        return tokens;
    }

    /**
     * Returns the line on which the element found last starts.
     *
     * @return from 1; 0 for an element of an array
     */
    public long line() {
        return lines ? startLine : 0;
    }

    /**
     * Returns the line on which NDJSON was found to be malformed.
     *
     * @param error of {@link #next}
     * @return from 1; 0 for an array
     */
    public long lineOf(final JsonParseException error) {
        return lines && error.getLocation() != null ? error.getLocation().getLineNr() : 0;
    }

    /**
     * Returns true if the element found last is valid UTF-8; Jackson's errors for that vary.
     *
     * @return false for bytes that are not UTF-8
     */
    public boolean isUtf8() {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes()));
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }

    /**
     * Converts a location in the element found last to a location in the body.
     *
     * @param inElement a location that Jackson found
     * @return a location without an offset
     */
    public JsonLocation inBody(final JsonLocation inElement) {
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

    /** The body is not an array; the message is for the client. */
    public static final class NoArrayException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoArrayException(final String message) {
            super(message, null, false, false);
        }

        /**
         * Returns the message for the client.
         *
         * @return a sentence
         */
        public String detail() {
            return String.valueOf(getMessage());
        }
    }
}
