package org.jzenith.rest.internal.memory;

import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import org.jzenith.rest.internal.entity.Utf8Body;

/** Counts the tokens of CSV as if each line were an object of JSON. Includes commas and line ends in quotes. */
public final class CsvTokens {

    /** The tokens of a value: its name and itself. */
    public static final int OF_VALUE = 2;

    /** The tokens of a line with one value: start, name, value and end of an object. */
    public static final int OF_LINE = 4;

    private static final int PIECE = 8 * 1024;

    private CsvTokens() {}

    /**
     * Counts the tokens of a body.
     *
     * @param body lines of CSV, read to its end
     * @param mediaType the media type of the body
     * @return 4 for each line, and 2 for each comma
     * @throws IOException if it cannot be received
     */
    static long of(final InputStream body, final MediaType mediaType) throws IOException {
        final InputStream lines = Utf8Body.stream(body, mediaType);
        final byte[] piece = new byte[PIECE];
        long tokens = 0;
        for (int length = lines.read(piece); length > 0; length = lines.read(piece)) {
            tokens += of(piece, length);
        }
        return tokens;
    }

    /**
     * Counts the tokens of a piece of a body.
     *
     * @param lines lines of CSV
     * @param length bytes to look at
     * @return 4 for each line, and 2 for each comma
     */
    public static long of(final byte[] lines, final int length) {
        long tokens = 0;
        for (int i = 0; i < length; i++) {
            final byte next = lines[i];
            tokens += next == ',' ? OF_VALUE : next == '\n' || next == '\r' ? OF_LINE : 0;
        }
        return tokens;
    }
}
