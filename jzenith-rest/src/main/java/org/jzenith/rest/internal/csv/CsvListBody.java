package org.jzenith.rest.internal.csv;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import jakarta.inject.Provider;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.Utf8Body;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.json.LineReader;
import org.jzenith.rest.internal.memory.CsvTokens;

/** Reads lines with a header as a list of records, beans or maps (RFC 4180). */
@Consumes("text/csv")
final class CsvListBody implements MessageBodyReader<Object>, LineReader {

    private final Provider<ObjectMapper> mapper;
    private final long maxTokens;
    private final CsvFactory factory = CsvFactory.builder()
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
            .disable(CsvParser.Feature.ALLOW_TRAILING_COMMA)
            .build();

    CsvListBody(final Provider<ObjectMapper> mapper, final long maxTokens) {
        this.mapper = mapper;
        this.maxTokens = maxTokens;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return ContentTypes.isCsv(mediaType)
                && (type == List.class || type == Collection.class || type == Iterable.class)
                && hasColumns(CsvBody.elementType(type, genericType));
    }

    @Override
    public boolean hasColumns(final @Nullable Type element) {
        final Class<?> raw = CsvBody.raw(element);
        return raw != null && JsonEntities.isParsed(raw) && !CsvBody.isScalar(raw) && raw != Object.class;
    }

    @Override
    public JsonEntities.Elements elements(final Type element, final int maxLine) {
        final ObjectMapper json = mapper.get();
        final JavaType type = json.constructType(element);
        return new CsvElements(new CsvLines(factory, json.readerFor(type), new CsvColumns(json, type)), maxLine);
    }

    @Override
    public Object readFrom(
            final Class<Object> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, String> headers,
            final InputStream body)
            throws IOException {
        final byte[] all = Utf8Body.stream(body, mediaType).readAllBytes();
        if (CsvTokens.of(all, all.length) > maxTokens) {
            throw JsonEntities.tooManyTokens(maxTokens);
        }
        final JsonEntities.Elements elements =
                elements(Objects.requireNonNull(CsvBody.elementType(type, genericType)), Math.max(1, all.length));
        final NumberedList values = new NumberedList();
        elements.offer(all);
        while (elements.next()) {
            values.add(elements.read(), elements.line());
        }
        elements.keep();
        if (elements.end()) {
            values.add(elements.read(), elements.line());
        }
        return values;
    }
}
