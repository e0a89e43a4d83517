package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.util.Optional;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;

/** A part that the application has built. An object is written when the content is asked for, by the providers of the request. */
record BuiltEntityPart(
        String name,
        @Nullable String fileName,
        MediaType mediaType,
        MultivaluedMap<String, String> headers,
        Object content,
        GenericType<?> type)
        implements EntityPart {

    private static final Annotation[] NO_ANNOTATIONS = {};

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Optional<String> getFileName() {
        return Optional.ofNullable(fileName);
    }

    @Override
    public InputStream getContent() {
        if (content instanceof final InputStream stream) {
            return stream;
        }
        @SuppressWarnings("unchecked") // as writers are found
        final MessageBodyWriter<Object> writer = providers()
                .getMessageBodyWriter((Class<Object>) type.getRawType(), type.getType(), NO_ANNOTATIONS, mediaType);
        if (writer == null) {
            throw new IllegalStateException("No MessageBodyWriter can write the part '" + name + "', a "
                    + type.getType().getTypeName() + ", as " + mediaType
                    + ". Register one, or change the media type of the part.");
        }
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        try {
            writer.writeTo(
                    content,
                    type.getRawType(),
                    type.getType(),
                    NO_ANNOTATIONS,
                    mediaType,
                    new MultivaluedHashMap<>(headers),
                    written);
        } catch (final IOException e) {
            throw new UncheckedIOException("The content of the part '" + name + "' cannot be written.", e);
        }
        return new ByteArrayInputStream(written.toByteArray());
    }

    @Override
    public <T> T getContent(final Class<T> wanted) throws IOException {
        return getContent(new GenericType<>(wanted));
    }

    @Override
    @SuppressWarnings("unchecked") // as readers are found
    public <T> T getContent(final GenericType<T> wanted) throws IOException {
        try (InputStream stream = getContent()) {
            return ReceivedEntityPart.reader(wanted, this, providers())
                    .readFrom(
                            (Class<T>) wanted.getRawType(),
                            wanted.getType(),
                            NO_ANNOTATIONS,
                            mediaType,
                            headers,
                            stream);
        }
    }

    private static Providers providers() {
        return ResteasyContext.getRequiredContextData(Providers.class);
    }

    @Override
    public MultivaluedMap<String, String> getHeaders() {
        return headers;
    }

    @Override
    public MediaType getMediaType() {
        return mediaType;
    }

    @Override
    public String toString() {
        return "part " + ContentTypes.shown(name);
    }
}
