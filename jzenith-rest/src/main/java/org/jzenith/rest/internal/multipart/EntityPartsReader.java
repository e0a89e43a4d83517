package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestInvocation;

/** Returns the parts that have been received, or those of a body that an interceptor has decoded. */
@Consumes(MediaType.MULTIPART_FORM_DATA)
final class EntityPartsReader implements MessageBodyReader<List<EntityPart>> {

    private final MultipartForms forms;

    /**
     * Creates it.
     *
     * @param forms reads the parts of a decoded body
     */
    EntityPartsReader(final MultipartForms forms) {
        this.forms = forms;
    }

    @Override
    public boolean isReadable(
            final Class<?> type, final Type genericType, final Annotation[] annotations, final MediaType mediaType) {
        return FormFields.isListOfEntityParts(type, genericType);
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
        final RestInvocation invocation =
                Objects.requireNonNull(RestInvocation.of(ResteasyContext.getRequiredContextData(HttpRequest.class)));
        final MultipartForms.FormParts received = MultipartForms.FormParts.receivedBy(invocation);
        if (received != null) {
            return received.entityParts();
        }
        final MultipartForms.FormParts read = forms.read(
                body.readAllBytes(),
                invocation.exchange(),
                ContentTypes.boundary(mediaType),
                invocation.container().providers());
        invocation.data().addCleanup(read::release);
        return read.entityParts();
    }
}
