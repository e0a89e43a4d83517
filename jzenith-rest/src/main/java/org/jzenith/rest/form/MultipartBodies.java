package org.jzenith.rest.form;

import org.jzenith.rest.entity.ContentTypes;
import org.jzenith.rest.pipeline.Invocation;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.providers.multipart.MultipartEntityPartReader;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataInput;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataReader;
import org.jboss.resteasy.plugins.providers.multipart.MultipartInput;
import org.jboss.resteasy.plugins.providers.multipart.MultipartReader;
import org.jboss.resteasy.spi.HttpRequest;
import org.jzenith.rest.multipart.MultipartForms;

/** RESTEasy's readers of bodies in parts; without a usable boundary the request is malformed, not the server. */
public final class MultipartBodies {

    private MultipartBodies() {}

    public static List<Object> providers(final MultipartForms forms) {
        return List.of(new FormData(), new Parts(), new EntityParts(forms));
    }

    private static final class FormData extends MultipartFormDataReader {

        @Override
        public MultipartFormDataInput readFrom(
                final Class<MultipartFormDataInput> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            ContentTypes.boundary(mediaType);
            return super.readFrom(type, genericType, annotations, mediaType, headers, body);
        }
    }

    private static final class Parts extends MultipartReader {

        @Override
        public MultipartInput readFrom(
                final Class<MultipartInput> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            ContentTypes.boundary(mediaType);
            return super.readFrom(type, genericType, annotations, mediaType, headers, body);
        }
    }

    /** Parts that have been received, or those of a body that an interceptor has decoded. */
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    private record EntityParts(MultipartForms forms) implements MessageBodyReader<List<EntityPart>> {

        @Override
        public boolean isReadable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return isListOf(EntityPart.class, type, genericType);
        }

        @Override
        public List<EntityPart> readFrom(
                final Class<List<EntityPart>> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            final Invocation invocation =
                    Invocation.of(ResteasyContext.getRequiredContextData(HttpRequest.class));
            if (invocation == null) {
                return new MultipartEntityPartReader()
                        .readFrom(type, genericType, annotations, mediaType, headers, body);
            }
            final MultipartForms.FormParts received = ReceiveForm.formOf(invocation);
            if (received != null) {
                return received.entityParts(null);
            }
            return forms.read(
                            body.readAllBytes(),
                            invocation.exchange(),
                            ContentTypes.boundary(mediaType),
                            invocation.container().providers())
                    .entityParts(null);
        }
    }

    /** Whether a type is a list of something, such as parts. */
    static boolean isListOf(final Class<?> element, final Class<?> type, final Type genericType) {
        return type == List.class
                && genericType instanceof final ParameterizedType list
                && list.getActualTypeArguments()[0] == element;
    }
}
