package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.util.Optional;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.memory.AdmitPartValues;

/** A part that has arrived, as Jakarta REST has it. */
record ReceivedEntityPart(ReceivedPart part, Providers providers, AdmitPartValues values) implements EntityPart {

    private static final Annotation[] NO_ANNOTATIONS = {};

    @Override
    public String getName() {
        return part.name();
    }

    @Override
    public Optional<String> getFileName() {
        return part.fileName();
    }

    @Override
    public InputStream getContent() {
        part.take();
        return part.stream();
    }

    @Override
    public <T> T getContent(final Class<T> type) throws IOException {
        return getContent(new GenericType<>(type));
    }

    @Override
    @SuppressWarnings("unchecked") // as readers are found
    public <T> T getContent(final GenericType<T> type) throws IOException {
        final Class<T> raw = (Class<T>) type.getRawType();
        final MessageBodyReader<T> reader = reader(type, this, providers);
        part.take();
        try (InputStream content = part.stream()) {
            values.reserve(type.getType(), getMediaType(), part.length(), content);
        }
        try (InputStream content = part.stream()) {
            return reader.readFrom(raw, type.getType(), NO_ANNOTATIONS, part.readableType(), getHeaders(), content);
        }
    }

    /** Finds what reads the content of a part into a value. */
    @SuppressWarnings("unchecked") // as readers are found
    static <T> MessageBodyReader<T> reader(
            final GenericType<T> type, final EntityPart part, final Providers providers) {
        final MessageBodyReader<T> reader = providers.getMessageBodyReader(
                (Class<T>) type.getRawType(), type.getType(), NO_ANNOTATIONS, part.getMediaType());
        if (reader == null) {
            throw new IllegalArgumentException(
                    "No MessageBodyReader reads the type " + part.getMediaType() + " of the part '"
                            + ContentTypes.shown(part.getName()) + "' into "
                            + type.getType().getTypeName()
                            + ". Register one, or read the part with getContent().");
        }
        return reader;
    }

    @Override
    public MultivaluedMap<String, String> getHeaders() {
        return part.headers();
    }

    @Override
    public MediaType getMediaType() {
        return part.mediaType();
    }

    @Override
    public String toString() {
        return part.toString();
    }
}
