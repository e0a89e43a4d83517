package org.jzenith.rest.internal.write;

import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.util.MediaTypeHelper;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.route.ResponseTypes;

/**
 * The media type of a response (Jakarta REST 3.1, 3.8). RESTEasy takes any type that the client accepts where the method's own has a
 * wildcard, and types that the client refuses.
 *
 * @param response the response, with an entity
 * @param method null if no method was found
 */
record ResponseType(
        BuiltResponse response,
        HttpRequest request,
        ResteasyProviderFactory providers,
        @Nullable ResourceMethodInvoker method) {

    /** A writer without {@code @Produces} (Jakarta REST 3.1, 4.2.3). */
    private static final List<String> ANYTHING = List.of(MediaType.WILDCARD);

    private static final List<MediaType> ANY_TYPE = List.of(MediaType.WILDCARD_TYPE);

    /**
     * Sets the media type of the response, unless it has no entity.
     *
     * @throws NotAcceptableException if the client accepts none
     */
    void set() {
        if (!response.isClosed() && response.getEntity() != null) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, get());
        }
    }

    /**
     * Returns the media type of the response.
     *
     * @throws NotAcceptableException if the client accepts none
     */
    MediaType get() {
        final MediaType named = response.getMediaType();
        final MediaType type = named == null ? negotiated() : named;
        return type.getParameters().containsKey(MediaType.CHARSET_PARAMETER) || !MediaTypeHelper.isTextLike(type)
                ? type
                : type.withCharset(StandardCharsets.UTF_8.toString());
    }

    private MediaType negotiated() {
        final MediaType selected = (MediaType) request.getAttribute(SegmentNode.RESTEASY_CHOSEN_ACCEPT);
        final boolean isDeclared = method != null && saysWhatItProduces(method);
        if (isDeclared && selected != null && MediaRange.isConcrete(selected)) {
            return withoutMark(selected);
        }
        final List<MediaType> accepted = accepted();
        final ResponseTypes types = new ResponseTypes(accepted);
        if (method != null && isDeclared) {
            produced(method).forEach(type -> accepted.forEach(each -> types.add(each, type, Object.class)));
        } else {
            addWritten(types, accepted);
        }
        final MediaType chosen = types.chosen();
        if (chosen == null && response.getStatus() >= 400) {
            return new ResponseType(response, request, providers, null).ofError();
        }
        if (chosen == null) {
            throw new NotAcceptableException(ContentTypes.notAcceptable(request.getHttpHeaders()));
        }
        return chosen;
    }

    /** A filter may respond before the header is checked; a malformed one says as much as none. */
    private List<MediaType> accepted() {
        try {
            return request.getHttpHeaders().getAcceptableMediaTypes();
        } catch (final MalformedRequestException e) {
            return ANY_TYPE;
        }
    }

    /** Returns a type of an error that the client accepts in none: it says more than a 406 (RFC 9110, 15.5.7). */
    private MediaType ofError() {
        final ResponseTypes types = new ResponseTypes(ANY_TYPE);
        addWritten(types, ANY_TYPE);
        final MediaType chosen = types.chosen();
        return chosen == null ? MediaType.APPLICATION_OCTET_STREAM_TYPE : chosen;
    }

    /** Adds the types of the writers that support the entity; without any, it is not known yet what is written. */
    private void addWritten(final ResponseTypes types, final List<MediaType> accepted) {
        final Class<?> type = response.getEntityClass();
        final Type generic = response.getGenericType() == null ? genericType(type) : response.getGenericType();
        final Annotation[] annotations = response.getAnnotations() == null && method != null
                ? method.getMethodAnnotations()
                : response.getAnnotations();
        boolean isWritten = false;
        for (final MediaType each : accepted) {
            for (final Map.Entry<MessageBodyWriter<?>, Class<?>> writer : providers
                    .getPossibleMessageBodyWritersMap(type, generic, annotations, each)
                    .entrySet()) {
                isWritten = true;
                final Produces produces = writer.getKey().getClass().getAnnotation(Produces.class);
                for (final String written : produces == null ? ANYTHING : List.of(produces.value())) {
                    types.add(each, MediaType.valueOf(written), writer.getValue());
                }
            }
        }
        if (!isWritten) {
            accepted.forEach(each -> types.add(each, MediaType.WILDCARD_TYPE, Object.class));
        }
    }

    /** The declared type of the method, which the entity of an exception mapper has, too. */
    private Type genericType(final Class<?> type) {
        return method == null
                        || Response.class.isAssignableFrom(method.getMethod().getReturnType())
                ? type
                : method.getGenericReturnType();
    }

    static boolean saysWhatItProduces(final ResourceMethodInvoker method) {
        return method.getProduces().length > 0 || classProduces(method) != null;
    }

    private static List<MediaType> produced(final ResourceMethodInvoker method) {
        final Produces ofClass = classProduces(method);
        return method.getProduces().length > 0 || ofClass == null
                ? List.of(method.getProduces())
                : Arrays.stream(ofClass.value()).map(MediaType::valueOf).toList();
    }

    private static @Nullable Produces classProduces(final ResourceMethodInvoker method) {
        return method.getMethod().getDeclaringClass().getAnnotation(Produces.class);
    }

    private static MediaType withoutMark(final MediaType selected) {
        final Map<String, String> parameters = new HashMap<>(selected.getParameters());
        parameters.remove(SegmentNode.RESTEASY_SERVER_HAS_PRODUCES_LC);
        return new MediaType(selected.getType(), selected.getSubtype(), parameters);
    }
}
