package org.jzenith.rest.internal.csv;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import jakarta.inject.Provider;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.RowWriter;
import org.jzenith.rest.internal.entity.Rows;
import org.jzenith.rest.internal.json.JsonEntities;

/**
 * Records, beans and maps as lines with a header, as the application's mapper names their properties (RFC 4180). Chosen
 * only where the client or the method says {@code text/csv}.
 */
@Produces("text/csv")
final class CsvBody implements MessageBodyWriter<Object>, RowWriter {

    private final Provider<ObjectMapper> mapper;
    private final CsvFactory factory = CsvFactory.builder()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    CsvBody(final Provider<ObjectMapper> mapper) {
        this.mapper = mapper;
    }

    @Override
    public boolean isWriteable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        final boolean isSeveral = type.isArray() || Iterable.class.isAssignableFrom(type);
        return ContentTypes.isCsv(mediaType)
                && JsonEntities.isParsed(type)
                && !isScalar(isSeveral ? raw(elementType(type, genericType)) : type);
    }

    /** Returns true for types without properties, and so without columns. */
    static boolean isScalar(final @Nullable Class<?> type) {
        return type != null
                && (type.isPrimitive()
                        || type.isEnum()
                        || (type.getName().startsWith("java.")
                                && type != Object.class
                                && !Map.class.isAssignableFrom(type)));
    }

    @Override
    public void writeTo(
            final Object value,
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final MediaType mediaType,
            final MultivaluedMap<String, Object> headers,
            final OutputStream target)
            throws IOException {
        final Type elementType = elementType(type, genericType);
        final Rows rows = rows(elementType == null ? genericType : elementType, target);
        if (value instanceof final Iterable<?> all) {
            for (final Object each : all) {
                rows.write(each);
            }
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                rows.write(Array.get(value, i));
            }
        } else {
            rows.write(value);
        }
        rows.end();
    }

    static @Nullable Type elementType(final Class<?> type, final Type generic) {
        if (type.isArray()) {
            return generic instanceof final GenericArrayType array
                    ? array.getGenericComponentType()
                    : type.getComponentType();
        }
        return Iterable.class.isAssignableFrom(type)
                        && generic instanceof final ParameterizedType container
                        && container.getActualTypeArguments().length == 1
                ? container.getActualTypeArguments()[0]
                : null;
    }

    static @Nullable Class<?> raw(final @Nullable Type type) {
        return type instanceof final Class<?> plain
                ? plain
                : type instanceof final ParameterizedType container ? (Class<?>) container.getRawType() : null;
    }

    @Override
    public Rows rows(final Type declared, final OutputStream target) {
        return new Lines(raw(declared), target);
    }

    /** The header is that of the declared type, or else of the first value. */
    private final class Lines implements Rows {

        private final ObjectMapper json = mapper.get();
        private final @Nullable Class<?> declared;
        private final OutputStream target;
        private @Nullable CsvGenerator generator;
        private @Nullable Class<?> current;
        private @Nullable ObjectWriter writer;

        Lines(final @Nullable Class<?> declared, final OutputStream target) {
            this.declared = declared;
            this.target = target;
        }

        @Override
        public void write(final Object value) throws IOException {
            if (generator == null) {
                generator =
                        begin(value instanceof final Map<?, ?> map ? keys(map) : names(type(value)), value.getClass());
            }
            if (writer == null || current != value.getClass()) {
                current = value.getClass();
                writer = json.writerFor(current);
            }
            writer.writeValue(generator, value); // flushes
        }

        /** An interface may have no properties, and a subclass more of them. */
        private Class<?> type(final Object value) {
            return declared == null || names(declared).isEmpty() ? value.getClass() : declared;
        }

        @Override
        public void end() throws IOException {
            if (generator == null && declared != null && !Map.class.isAssignableFrom(declared)) {
                final List<String> names = names(declared);
                if (!names.isEmpty()) {
                    generator = begin(names, declared);
                }
            }
            if (generator != null) {
                generator.close();
            }
        }

        private CsvGenerator begin(final List<String> names, final Class<?> type) throws IOException {
            if (names.isEmpty()) {
                throw new IllegalStateException(
                        type.getName() + " has no properties, so it cannot be written as a line of text/csv. Return "
                                + "a record or a bean, or pass a MessageBodyWriter to withProviders(..).");
            }
            final CsvSchema.Builder columns = CsvSchema.builder().setLineSeparator("\r\n");
            names.forEach(columns::addColumn);
            final CsvGenerator made = factory.createGenerator(target);
            made.setSchema(columns.build());
            made.writeStartArray();
            for (final String name : names) {
                made.writeString(name);
            }
            made.writeEndArray();
            return made;
        }

        private static List<String> keys(final Map<?, ?> map) {
            return map.keySet().stream().map(String::valueOf).toList();
        }

        private List<String> names(final Class<?> type) {
            try {
                final Iterator<PropertyWriter> all = json.getSerializerProviderInstance()
                        .findValueSerializer(type)
                        .properties();
                final List<String> names = new ArrayList<>();
                all.forEachRemaining(property -> names.add(property.getName()));
                return Collections.unmodifiableList(names);
            } catch (final JsonMappingException e) {
                throw new IllegalStateException(
                        "The CSV columns of " + type.getName() + " cannot be determined: " + e.getMessage(), e);
            }
        }
    }
}
