package org.jzenith.rest.internal.json;

import com.fasterxml.jackson.core.JsonParseException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.json.internal.stream.ElementScanner;
import org.jzenith.json.internal.stream.TooLargeException;
import org.jzenith.rest.internal.error.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The elements of one body, found by the scanner and read by Jackson or by a reader of the application. */
final class JsonElements implements JsonEntities.Elements {

    private static final Logger LOGGER = LoggerFactory.getLogger(JsonElements.class);

    private static final int MALFORMED = 400;
    private static final int TOO_LARGE = 413;

    /** Reads the element that the scanner has found. */
    @FunctionalInterface
    interface ElementReader {

        @Nullable
        Object read(ElementScanner scanner, long index) throws IOException;
    }

    private final ElementScanner scanner;
    private final ElementReader reader;
    private long count;

    JsonElements(final ElementScanner scanner, final ElementReader reader) {
        this.scanner = scanner;
        this.reader = reader;
    }

    static ElementReader byJackson(final JsonBody body, final Type type, final Annotation[] annotations) {
        return (scanner, index) -> body.element(body.elementReader(type, annotations), scanner, index);
    }

    @SuppressWarnings("unchecked")
    static ElementReader byReader(
            final MessageBodyReader<?> reader,
            final Type type,
            final Annotation[] annotations,
            final MultivaluedMap<String, String> headers) {
        return (scanner, index) -> {
            try {
                return ((MessageBodyReader<Object>) reader)
                        .readFrom(
                                (Class<Object>) Types.getRawType(type),
                                type,
                                annotations,
                                MediaType.APPLICATION_JSON_TYPE,
                                headers,
                                scanner.element());
            } catch (final IOException e) {
                throw Errors.unreadable(e);
            }
        };
    }

    /** Returns the subject of a sentence about the element found last: its line, or the element's own name. */
    static String place(final ElementScanner scanner, final String element) {
        return scanner.line() > 0 ? "Line " + scanner.line() + " of the body" : element;
    }

    @Override
    public void offer(final byte[] piece) {
        scanner.offer(piece);
    }

    @Override
    public boolean next() {
        try {
            return scanner.next();
        } catch (final JsonParseException e) {
            throw Errors.atLine(Errors.unreadable(e), scanner.lineOf(e));
        } catch (final ElementScanner.NoArrayException e) {
            throw Errors.exception(MALFORMED, e.detail());
        } catch (final TooLargeException e) {
            LOGGER.debug("An element of a body was refused. The limit comes from rest.json.max-element-size.");
            throw Errors.atLine(
                    Errors.exception(
                            TOO_LARGE,
                            place(scanner, "The element [" + count + "] of the body") + " is larger than "
                                    + scanner.maxElement() + " bytes."),
                    scanner.line());
        }
    }

    @Override
    public boolean end() {
        try {
            return scanner.end();
        } catch (final JsonParseException e) {
            throw Errors.unreadable(e);
        } catch (final ElementScanner.NoArrayException e) {
            throw Errors.exception(MALFORMED, e.detail());
        }
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
    public long line() {
        return scanner.line();
    }

    @Override
    public long tokens() {
        return scanner.tokens();
    }

    @Override
    public int length() {
        return scanner.length();
    }

    @Override
    public Object read() throws IOException {
        final long index = count++;
        try {
            final Object value = reader.read(scanner, index);
            if (value == null) {
                throw Errors.exception(MALFORMED, place(scanner, "'[" + index + "]'") + " must not be null.");
            }
            return value;
        } catch (final WebApplicationException e) {
            throw Errors.atLine(e, scanner.line());
        }
    }
}
