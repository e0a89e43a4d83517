package org.jzenith.rest.internal.json;

import jakarta.ws.rs.ext.MessageBodyReader;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A body reader for lists that also reads their values one by one, each from its line. */
public interface LineReader {

    /**
     * Returns true if a value has columns.
     *
     * @param element the type of a value; null if unknown
     * @return false if no line can be such a value
     */
    boolean hasColumns(@Nullable Type element);

    /**
     * Starts a body.
     *
     * @param element a type with columns
     * @param maxLine the longest line, in bytes
     * @return its values
     */
    JsonEntities.Elements elements(Type element, int maxLine);

    /**
     * Reads the lines of bodies as values of one type.
     *
     * @param reader a body reader for a list of them; null if there is none
     * @param element the type of a value
     * @return null if the reader does not read them one by one
     */
    static JsonEntities.@Nullable ElementsFactory elements(
            final @Nullable MessageBodyReader<?> reader, final Type element) {
        return reader instanceof final LineReader lines && lines.hasColumns(element)
                ? (isLines, maxElement, headers) -> lines.elements(element, maxElement)
                : null;
    }
}
