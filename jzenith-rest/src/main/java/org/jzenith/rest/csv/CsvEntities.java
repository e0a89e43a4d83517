package org.jzenith.rest.csv;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.entity.Utf8Body;

/** Readers and writers of CSV bodies. */
public final class CsvEntities {

    private static final String MODULE = "com.fasterxml.jackson.dataformat.csv.CsvFactory";

    /** The fix for a missing CSV module. */
    private static final String REMEDY =
            "Add com.fasterxml.jackson.dataformat:jackson-dataformat-csv to the dependencies, without a version: jzenith-bom"
                    + " has it.";

    private static final int PIECE = 8 * 1024;

    /** The tokens of a value: its name and itself. */
    static final int OF_VALUE = 2;

    /** The tokens of a line with one value: start, name, value and end of an object. */
    static final int OF_LINE = 4;

    private CsvEntities() {}

    /**
     * Returns the reader and writer of {@code text/csv}; their Jackson module is an optional dependency.
     *
     * @param mapper the application's mapper, whose settings and types also apply to CSV
     * @param maxTokens the limit for a body that is read as a list
     * @return empty if the application does not have Jackson's module for CSV
     */
    public static List<Object> providers(final Provider<ObjectMapper> mapper, final long maxTokens) {
        return isPresent() ? List.of(new CsvBody(mapper), new CsvListBody(mapper, maxTokens)) : List.of();
    }

    /**
     * Counts the tokens of a body as if each line were an object of JSON. Includes commas and line ends in quotes.
     *
     * @param body lines of CSV, read to its end
     * @param mediaType the media type of the body
     * @return 4 for each line, and 2 for each comma
     * @throws IOException if it cannot be received
     */
    public static long countTokens(final InputStream body, final MediaType mediaType) throws IOException {
        final InputStream lines = Utf8Body.stream(body, mediaType);
        final byte[] piece = new byte[PIECE];
        long tokens = 0;
        for (int length = lines.read(piece); length > 0; length = lines.read(piece)) {
            tokens += tokens(piece, length);
        }
        return tokens;
    }

    static long tokens(final byte[] lines, final int length) {
        long tokens = 0;
        for (int i = 0; i < length; i++) {
            final byte next = lines[i];
            tokens += next == ',' ? OF_VALUE : next == '\n' || next == '\r' ? OF_LINE : 0;
        }
        return tokens;
    }

    /**
     * Returns the fix where CSV cannot be written.
     *
     * @param mediaType a media type without a writer
     * @return null if Jackson's module is not the cause
     */
    public static @Nullable String remedy(final MediaType mediaType) {
        return ContentTypes.isCsv(mediaType) && !isPresent() ? REMEDY : null;
    }

    private static boolean isPresent() {
        try {
            Class.forName(MODULE, false, CsvEntities.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }
}
