package org.jzenith.rest.csv;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Provider;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.json.JsonEntities;

/** What reads and writes bodies of CSV. */
public final class CsvEntities {

    private static final String MODULE = "com.fasterxml.jackson.dataformat.csv.CsvFactory";

    /** What an application adds that produces CSV. */
    private static final String REMEDY =
            "Add com.fasterxml.jackson.dataformat:jackson-dataformat-csv to the dependencies, without a version: jzenith-bom"
                    + " has it.";

    private CsvEntities() {}

    /**
     * What reads and writes {@code text/csv}; the module for it is an optional dependency.
     *
     * @param mapper the application's mapper, whose settings and types count in CSV too
     * @return empty if the application does not have Jackson's module for CSV
     */
    public static List<Object> providers(final Provider<ObjectMapper> mapper) {
        return isPresent() ? List.of(new CsvBody(mapper), new CsvListBody(mapper)) : List.of();
    }

    /**
     * Whether bodies are lines of CSV.
     *
     * @param mediaType of a body
     * @return true for {@code text/csv}
     */
    public static boolean isCsv(final MediaType mediaType) {
        return mediaType.getType().equalsIgnoreCase("text")
                && mediaType.getSubtype().equalsIgnoreCase("csv");
    }

    /**
     * What to do where CSV cannot be written.
     *
     * @param mediaType that has no writer
     * @return null if it is not for the want of Jackson's module
     */
    public static @Nullable String remedy(final MediaType mediaType) {
        return isCsv(mediaType) && !isPresent() ? REMEDY : null;
    }

    private static boolean isPresent() {
        try {
            Class.forName(MODULE, false, CsvEntities.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    /** Writes values as lines. */
    public interface Rows {

        /**
         * Writes a value, and before the first one the names of the columns.
         *
         * @param value with the same properties as the ones before
         * @throws IOException if Jackson cannot write it
         */
        void write(Object value) throws IOException;

        /**
         * Writes the names of the columns if there was no value and the declared type says what they are.
         *
         * @throws IOException never, as the target takes everything
         */
        void end() throws IOException;
    }

    /** Reads lines. */
    interface LineReader {

        boolean hasColumns(@Nullable Type element);

        JsonEntities.Elements elements(Type element, int maxLine);
    }

    /**
     * Reads the lines of bodies as values of one type.
     *
     * @param reader a body reader for a list of them
     * @param element the type of a value
     * @return null if the reader is another, or none, or if the type has no columns
     */
    public static JsonEntities.@Nullable ElementsFactory elements(
            final @Nullable MessageBodyReader<?> reader, final Type element) {
        return reader instanceof final LineReader lines && lines.hasColumns(element)
                ? (isLines, maxElement, headers) -> lines.elements(element, maxElement)
                : null;
    }

    /** Makes rows. */
    interface RowWriter {

        Rows rows(Type declared, OutputStream target);
    }

    /**
     * What a body writer made by {@link #providers} does for many values.
     *
     * @param writer a body writer
     * @param declared the type of values that the resource method declares
     * @param target gets UTF-8
     * @return null if the writer is another
     */
    public static @Nullable Rows rows(
            final @Nullable MessageBodyWriter<?> writer, final Type declared, final OutputStream target) {
        return writer instanceof final RowWriter rows ? rows.rows(declared, target) : null;
    }
}
