package org.jzenith.rest.csv;

import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.json.JsonEntities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines of one body of CSV (RFC 4180), found in pieces of UTF-8. It looks at quotes, commas and line ends alone; Jackson
 * reads a line when it is whole. Empty lines are skipped.
 */
final class CsvElements implements JsonEntities.Elements {

    private static final Logger LOGGER = LoggerFactory.getLogger(CsvElements.class);

    private static final int FIRST = 256;
    private static final int MALFORMED = 400;
    private static final int TOO_LARGE = 413;

    private enum State {
        BEGIN_OF_VALUE,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED
    }

    private final CsvLines lines;
    private final int maxLine;
    private byte[] piece = {};
    private int at;
    private int start;

    /** The bytes of a line from earlier pieces. */
    private byte[] kept = {};

    private int keptLength;
    private State state = State.BEGIN_OF_VALUE;
    private boolean afterReturn;
    private long textLine = 1;
    private long firstLine = 1;
    private boolean hasHeader;
    private byte[] found = {};
    private long foundLine;
    private long tokens;

    CsvElements(final CsvLines lines, final int maxLine) {
        this.lines = lines;
        this.maxLine = maxLine;
    }

    @Override
    public void offer(final byte[] next) {
        piece = next;
        at = 0;
        start = 0;
    }

    @Override
    public boolean next() {
        while (at < piece.length) {
            final byte b = piece[at++];
            if (afterReturn && b == '\n') {
                afterReturn = false;
                start = at;
                continue;
            }
            afterReturn = false;
            if (state != State.QUOTED && (b == '\n' || b == '\r')) {
                afterReturn = b == '\r';
                textLine++;
                if (take(at - 1)) {
                    return true;
                }
                continue;
            }
            if (b == '\n') {
                textLine++;
            }
            state = after(b);
            if (b == ',' && state == State.BEGIN_OF_VALUE) {
                tokens += CsvEntities.OF_VALUE;
            }
            if ((long) keptLength + at - start > maxLine) {
                LOGGER.debug("A line of a body is refused. Its limit comes from rest.json.max-element-size.");
                throw Errors.atLine(
                        Errors.exception(
                                TOO_LARGE, "Line " + firstLine + " of the body is larger than " + maxLine + " bytes."),
                        firstLine);
            }
        }
        return false;
    }

    private State after(final byte b) {
        return switch (state) {
            case BEGIN_OF_VALUE -> b == '"' ? State.QUOTED : b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
            case PLAIN -> b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
            case QUOTED -> b == '"' ? State.QUOTE_IN_QUOTED : State.QUOTED;
            case QUOTE_IN_QUOTED -> b == '"' ? State.QUOTED : b == ',' ? State.BEGIN_OF_VALUE : State.PLAIN;
        };
    }

    /** Takes the line that ends here. Returns whether it is an element. */
    private boolean take(final int end) {
        final byte[] line = Arrays.copyOf(kept, keptLength + end - start);
        System.arraycopy(piece, start, line, keptLength, end - start);
        final long number = firstLine;
        start = at;
        keptLength = 0;
        state = State.BEGIN_OF_VALUE;
        firstLine = textLine;
        if (!hasHeader) {
            try {
                hasHeader = lines.header(line, number);
            } catch (final WebApplicationException e) {
                throw Errors.atLine(e, number);
            }
            return false;
        }
        found = line;
        foundLine = number;
        tokens += line.length > 0 ? CsvEntities.OF_LINE : 0;
        return line.length > 0;
    }

    @Override
    public boolean end() {
        if (state == State.QUOTED) {
            throw Errors.atLine(
                    Errors.exception(
                            MALFORMED, "The CSV is malformed: a quoted value of line " + firstLine + " has no end."),
                    firstLine);
        }
        final boolean isElement = take(at);
        if (!hasHeader) {
            throw Errors.exception(MALFORMED, "The body is empty; CSV with a header is expected.");
        }
        return isElement;
    }

    @Override
    public int missingRoom() {
        return capacity() - kept.length;
    }

    private int capacity() {
        final long length = (long) keptLength + at - start;
        return length <= kept.length
                ? kept.length
                : (int) Math.min(maxLine, Math.max(Math.max(FIRST, length), 2L * kept.length));
    }

    @Override
    public void keep() {
        final int length = at - start;
        kept = kept.length < capacity() ? Arrays.copyOf(kept, capacity()) : kept;
        System.arraycopy(piece, start, kept, keptLength, length);
        keptLength += length;
        start = at;
    }

    @Override
    public long tokens() {
        return tokens;
    }

    @Override
    public int length() {
        return found.length;
    }

    @Override
    public long line() {
        return foundLine;
    }

    @Override
    public Object read() throws IOException {
        try {
            final @Nullable Object value = lines.read(found, foundLine);
            if (value == null) {
                throw Errors.exception(MALFORMED, "Line " + foundLine + " of the body has no value.");
            }
            return value;
        } catch (final WebApplicationException e) {
            throw Errors.atLine(e, foundLine);
        }
    }
}
