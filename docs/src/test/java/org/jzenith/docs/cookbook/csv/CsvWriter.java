package org.jzenith.docs.cookbook.csv;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes lists of books for clients that accept CSV. */
@Produces(BookCsv.MEDIA_TYPE)
public final class CsvWriter implements MessageBodyWriter<List<Book>> {

    private static final Type BOOKS = new GenericType<List<Book>>() {}.getType();

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return genericType.equals(BOOKS);
    }

    @Override
    public void writeTo(
            final List<Book> books,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream output)
            throws IOException, WebApplicationException {
        final StringBuilder text = new StringBuilder(BookCsv.HEADER);
        for (final Book book : books) {
            text.append(BookCsv.line(book));
        }
        output.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
