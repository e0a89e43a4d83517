package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Builds the parts that {@link EntityPart#withName} names. */
final class EntityPartBuilder implements EntityPart.Builder {

    private final String name;
    private final MultivaluedMap<String, String> headers = new MultivaluedHashMap<>();
    private @Nullable MediaType mediaType;
    private @Nullable String fileName;
    private @Nullable Object content;
    private @Nullable GenericType<?> type;

    EntityPartBuilder(final String name) {
        this.name = given(name, "name");
    }

    private static <T> T given(final @Nullable T value, final String argument) {
        if (value == null) {
            throw new IllegalArgumentException("The " + argument + " of a part is null.");
        }
        return value;
    }

    @Override
    public EntityPart.Builder mediaType(final @Nullable MediaType changed) {
        mediaType = changed;
        return this;
    }

    @Override
    public EntityPart.Builder mediaType(final @Nullable String changed) {
        return mediaType(changed == null ? null : MediaType.valueOf(changed));
    }

    @Override
    public EntityPart.Builder header(final String header, final String... values) {
        check(given(header, "header name"), header);
        for (final String value : values) {
            check(given(value, "header value"), header);
            headers.add(header, value);
        }
        return this;
    }

    private void check(final String text, final String header) {
        if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(
                    "The header '" + header + "' of the part '" + name + "' has a line break; remove it.");
        }
    }

    @Override
    public EntityPart.Builder headers(final MultivaluedMap<String, String> added) {
        given(added, "headers").forEach((header, values) -> {
            headers.remove(header);
            header(header, values.toArray(String[]::new));
        });
        return this;
    }

    @Override
    public EntityPart.Builder fileName(final @Nullable String changed) {
        fileName = changed;
        return this;
    }

    @Override
    public EntityPart.Builder content(final InputStream changed) {
        return content(changed, InputStream.class);
    }

    @Override
    public <T> EntityPart.Builder content(final T changed, final GenericType<T> changedType) {
        content = given(changed, "content");
        type = given(changedType, "type");
        return this;
    }

    @Override
    public <T> EntityPart.Builder content(final T changed, final Class<? extends T> changedType) {
        content = given(changed, "content");
        type = new GenericType<>(given(changedType, "type"));
        return this;
    }

    @Override
    public EntityPart build() {
        final Object given = content;
        final GenericType<?> givenType = type;
        if (given == null || givenType == null) {
            throw new IllegalStateException("The part '" + name + "' has no content. Call content(..) before build().");
        }
        final MediaType usual = fileName == null ? MediaType.TEXT_PLAIN_TYPE : MediaType.APPLICATION_OCTET_STREAM_TYPE;
        return new BuiltEntityPart(
                name,
                fileName,
                mediaType == null ? usual : mediaType,
                new MultivaluedHashMap<>(headers),
                given,
                givenType);
    }
}
