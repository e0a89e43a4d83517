package org.jzenith.rest.invoke;

import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.providers.multipart.EntityPartFilter;
import org.jboss.resteasy.plugins.providers.multipart.MultipartEntityPartReader;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataInput;
import org.jboss.resteasy.plugins.providers.multipart.MultipartFormDataReader;
import org.jboss.resteasy.plugins.providers.multipart.MultipartInput;
import org.jboss.resteasy.plugins.providers.multipart.MultipartReader;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;

/** RESTEasy's readers of bodies in parts; without a usable boundary the request is malformed, not the server. */
final class MultipartBodies {

    private MultipartBodies() {}

    static List<Object> providers() {
        return List.of(new FormData(), new Parts(), new EntityParts(), new Parameters());
    }

    /** Whether a filter may do something for a method: RESTEasy's for parts is registered for all methods. */
    static boolean mayFilter(final ContainerRequestFilter filter, final ResourceMethod method) {
        return !(filter instanceof Parameters)
                || Arrays.stream(method.getParams())
                        .anyMatch(parameter -> parameter.getParamType() == ParamType.FORM_PARAM);
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
            ContentTypes.requireBoundary(mediaType);
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
            ContentTypes.requireBoundary(mediaType);
            return super.readFrom(type, genericType, annotations, mediaType, headers, body);
        }
    }

    private static final class EntityParts extends MultipartEntityPartReader {

        @Override
        public List<EntityPart> readFrom(
                final Class<List<EntityPart>> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            ContentTypes.requireBoundary(mediaType);
            return super.readFrom(type, genericType, annotations, mediaType, headers, body);
        }
    }

    /** Reads the parts for parameters with {@code @FormParam}. */
    private static final class Parameters extends EntityPartFilter {

        @Override
        public void filter(final ContainerRequestContext context) throws IOException {
            final MediaType type = context.getMediaType();
            final ResourceInfo resource = ResteasyContext.getContextData(ResourceInfo.class);
            if (type != null
                    && resource != null
                    && MediaType.MULTIPART_FORM_DATA_TYPE.isCompatible(type)
                    && takesParts(resource)) {
                ContentTypes.requireBoundary(type);
            }
            super.filter(context);
        }

        private static boolean takesParts(final ResourceInfo resource) {
            for (final Parameter parameter : resource.getResourceMethod().getParameters()) {
                if (parameter.isAnnotationPresent(FormParam.class)
                        && parameter.getParameterizedType().getTypeName().contains(EntityPart.class.getName())) {
                    return true;
                }
            }
            return false;
        }
    }
}
