package org.jzenith.rest.internal.csv;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvReadException;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.WebApplicationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.json.JsonEntities;

/** Reads the lines of one body by the names in its header. */
final class CsvLines {

    private static final int MALFORMED = 400;
    private static final int BYTE_ORDER_MARK = 3;

    /** In memory, a header of short names takes 40 times its bytes. */
    private static final int MOST_COLUMNS = 1_000;

    private final CsvFactory factory;
    private final ObjectReader reader;
    private final CsvColumns known;
    private @Nullable CsvSchema columns;

    CsvLines(final CsvFactory factory, final ObjectReader reader, final CsvColumns known) {
        this.factory = factory;
        this.reader = reader;
        this.known = known;
    }

    /** Takes the names of the columns. Returns whether there are any. */
    boolean header(final byte[] line, final long number) {
        final int start = hasByteOrderMark(line) ? BYTE_ORDER_MARK : 0;
        if (line.length == start) {
            return false;
        }
        final CsvSchema.Builder named = CsvSchema.builder();
        final Set<String> names = new LinkedHashSet<>();
        try (CsvParser parser = factory.createParser(text(line, start, number))) {
            parser.nextToken(); // without a schema, a line is an array
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (names.size() == MOST_COLUMNS) {
                    throw header(number, "more than 1,000 columns.");
                }
                final String name = parser.getText();
                if (name.isEmpty()) {
                    throw header(number, "a column without a name.");
                }
                if (!names.add(name)) {
                    throw header(number, "the column '" + ContentTypes.shown(name) + "' twice.");
                }
                named.addColumn(name);
            }
        } catch (final IOException e) {
            throw failure(e, number);
        }
        final String unknown = known.firstUnknown(names);
        if (unknown != null) {
            throw header(number, "the unknown column '" + ContentTypes.shown(unknown) + "'.");
        }
        columns = named.build();
        return true;
    }

    private static WebApplicationException header(final long number, final String what) {
        return Errors.exception(MALFORMED, "The header in line " + number + " has " + what);
    }

    /** Jackson would guess the encoding of each line by its first bytes. */
    private static String text(final byte[] line, final int start, final long number) {
        final String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, start, line.length - start))
                    .toString();
        } catch (final CharacterCodingException e) {
            throw noText(number, "is not UTF-8.");
        }
        if (text.indexOf('\0') >= 0) {
            throw noText(number, "contains a NUL character, which CSV does not allow.");
        }
        return text;
    }

    private static WebApplicationException noText(final long number, final String what) {
        return Errors.exception(
                MALFORMED,
                "Line " + number + " of the body " + what
                        + " Send CSV in UTF-8, or name its charset in the Content-Type.");
    }

    private static boolean hasByteOrderMark(final byte[] line) {
        return line.length >= BYTE_ORDER_MARK
                && line[0] == (byte) 0xef
                && line[1] == (byte) 0xbb
                && line[2] == (byte) 0xbf;
    }

    @Nullable
    Object read(final byte[] line, final long number) {
        try (CsvParser parser = factory.createParser(text(line, 0, number))) {
            parser.setSchema(columns);
            return reader.readValue(parser);
        } catch (final IOException e) {
            throw failure(e, number);
        } catch (final WebApplicationException e) {
            throw e;
        } catch (final RuntimeException e) {
            throw new InternalServerErrorException("Reading CSV failed, but not because of the body.", e);
        }
    }

    /** @param number the number of the first line of the text that was read */
    private static WebApplicationException failure(final IOException error, final long number) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CsvReadException) {
                return Errors.exception(
                        MALFORMED, "Line " + number + " of the body does not have as many values as its header.");
            }
            if (cause instanceof final JsonParseException malformed) {
                return malformed(malformed.getLocation(), number);
            }
        }
        final String place = "Line " + number + " of the body: ";
        return error instanceof final JsonProcessingException document
                ? JsonEntities.failure(document, place)
                : Errors.unreadable(error, place);
    }

    /** @param location behind what is wrong; it may be null */
    private static WebApplicationException malformed(final @Nullable JsonLocation location, final long number) {
        return Errors.exception(
                MALFORMED,
                location == null
                        ? "The CSV is malformed at line " + number + "."
                        : "The CSV is malformed at line " + (number + Math.max(0, location.getLineNr() - 1))
                                + ", column " + Math.max(1, location.getColumnNr() - 1) + ".");
    }
}
