package org.jzenith.rest.internal.write;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.resteasy.RestResponse;

/**
 * The representation of a value (RFC 9110, 3.2), written without interceptors.
 *
 * @param mediaType the media type of the response
 * @param contentType the same, as the header's text
 * @param type the type of the value, as the resource method declares it
 * @param annotations the annotations of the resource method
 * @param encoder makes the bytes; null if the value is a stream
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Representation(
        MediaType mediaType,
        CharSequence contentType,
        Type type,
        Annotation[] annotations,
        @Nullable Encoder encoder) {

    /** Does in one step what a body writer does. */
    @FunctionalInterface
    public interface Encoder {

        /**
         * Encodes a value.
         *
         * @param value a value of the class for which the encoder was made
         * @return its bytes
         * @throws IOException if it cannot be written
         */
        Buffer encode(Object value) throws IOException;
    }

    /** A response with a value, for filters to see. Nobody keeps it, so that its headers need not be copied. */
    public BuiltResponse response(final Object value) {
        final BuiltResponse response = new BuiltResponse(200, new RestResponse.OutputHeaders(), value, annotations);
        response.setGenericType(type);
        return response;
    }
}
