package org.jzenith.rest.internal.csv;

import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.LineScanner;
import org.jzenith.json.internal.stream.TooLargeException;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.memory.CsvTokens;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines of one body of CSV after its header, found by the scanner and read by Jackson. Empty lines are skipped. */
final class CsvElements implements JsonEntities.Elements {

    private static final Logger LOGGER = LoggerFactory.getLogger(CsvElements.class);

    private static final int MALFORMED = 400;
    private static final int TOO_LARGE = 413;

    private final LineScanner scanner;
    private final CsvLines lines;
    private final int maxLine;
    private boolean hasHeader;
    private long tokensOfLines;

    CsvElements(final CsvLines lines, final int maxLine) {
        this.scanner = LineScanner.ofCsv(maxLine);
        this.lines = lines;
        this.maxLine = maxLine;
    }

    @Override
    public void offer(final byte[] piece) {
        scanner.offer(piece);
    }

    @Override
    public boolean next() {
        try {
            while (scanner.next()) {
                if (isElement()) {
                    return true;
                }
            }
            return false;
        } catch (final TooLargeException e) {
            LOGGER.debug("A line of a body was refused. The limit comes from rest.json.max-element-size.");
            throw failure(TOO_LARGE, "Line " + scanner.number() + " of the body is larger than " + maxLine + " bytes.");
        }
    }

    private WebApplicationException failure(final int status, final String detail) {
        return Errors.atLine(Errors.exception(status, detail), scanner.number());
    }

    /** Returns false for the header, the lines before it, and empty lines. */
    private boolean isElement() {
        if (!hasHeader) {
            try {
                hasHeader = lines.header(scanner.line(), scanner.number());
            } catch (final WebApplicationException e) {
                throw Errors.atLine(e, scanner.number());
            }
            return false;
        }
        final boolean isElement = scanner.line().length > 0;
        tokensOfLines += isElement ? CsvTokens.OF_LINE : 0;
        return isElement;
    }

    @Override
    public boolean end() {
        final boolean isOpen = scanner.isInQuotes();
        scanner.end();
        if (isOpen) {
            throw failure(
                    MALFORMED, "The CSV is malformed: a quoted value in line " + scanner.number() + " is not closed.");
        }
        final boolean isElement = isElement();
        if (!hasHeader) {
            throw Errors.exception(MALFORMED, "The body is empty; CSV with a header is expected.");
        }
        return isElement;
    }

    @Override
    public int missingRoom() {
        return scanner.missingRoom();
    }

    @Override
    public void keep() {
        scanner.keep();
    }

    @Override
    public long tokens() {
        return tokensOfLines + scanner.commas() * CsvTokens.OF_VALUE;
    }

    @Override
    public int length() {
        return scanner.line().length;
    }

    @Override
    public long line() {
        return scanner.number();
    }

    @Override
    public Object read() throws IOException {
        try {
            final @Nullable Object value = lines.read(scanner.line(), scanner.number());
            if (value == null) {
                throw Errors.exception(MALFORMED, "Line " + scanner.number() + " of the body has no value.");
            }
            return value;
        } catch (final WebApplicationException e) {
            throw Errors.atLine(e, scanner.number());
        }
    }
}
