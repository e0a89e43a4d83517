package org.jzenith.rest.internal.write;

import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Providers;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.jboss.resteasy.core.Headers;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.specimpl.BuiltResponseEntityNotBacked;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.rx.StreamingBody;

/**
 * The response that stands for the result of a resource method (Jakarta REST 3.1, sections 3.3.3 and 3.8): with the
 * method's annotations and its generic type, for the writers, and without a media type, which is negotiated later.
 */
public final class ResultResponse {

    private ResultResponse() {}

    /**
     * Returns the response for a method's result. Called in the context of the request.
     *
     * @param request holds the method and the accepted types
     * @param result the method's result: an entity, a {@code GenericEntity}, a response, or null for 204
     * @return a response that RESTEasy writes
     * @throws NotAcceptableException if writers can write the entity, but none as the client accepts it
     */
    public static BuiltResponse of(final HttpRequest request, final @Nullable Object result) {
        final ResourceMethodInvoker method = method(request);
        BuiltResponse response = result instanceof Response given
                ? built(request, given)
                : (BuiltResponse) (result == null ? Response.noContent() : Response.ok(result)).build();
        if (method != null) {
            annotate(response, method);
            if (response.getGenericType() == null && !response.isClosed() && response.getEntity() != null) {
                response.setGenericType(genericType(method, response.getEntity()));
            }
        }
        if (!(result instanceof Response)) {
            response = built(request, response);
        }
        return acceptable(request, response);
    }

    /** Checks that the client accepts a type that writers can write, if the method has no {@code @Produces}. */
    private static BuiltResponse acceptable(final HttpRequest request, final BuiltResponse built) {
        final ResourceMethodInvoker method = method(request);
        if (method == null || built.isClosed() || built.getEntity() == null || built.getMediaType() != null) {
            return built;
        }
        final List<MediaType> accepted = request.getHttpHeaders().getAcceptableMediaTypes();
        if (accepted.isEmpty()
                || accepted.stream().anyMatch(MediaType::isWildcardType)
                || ResponseType.saysWhatItProduces(method)) {
            return built;
        }
        if (accepted.stream().noneMatch(type -> isWritten(built, type)) && isWritten(built, MediaType.WILDCARD_TYPE)) {
            throw new NotAcceptableException(ContentTypes.notAcceptable(request.getHttpHeaders()));
        }
        return built;
    }

    /**
     * A response that RESTEasy can write. It casts every response to its own class. An entity that is a source is
     * written as if the resource method had returned the source, unless the application has a writer for it.
     *
     * @param request knows the writers of the application
     * @param response any response of Jakarta REST
     * @return the same, or a copy if it is none of RESTEasy's or its entity is a source
     * @throws IllegalStateException if the entity is a source of one value
     */
    public static BuiltResponse built(final HttpRequest request, final Response response) {
        final BuiltResponse built = response instanceof BuiltResponse known ? known : copy(response);
        final Object entity = built.isClosed() ? null : built.getEntity();
        if (entity == null) {
            return built;
        }
        final RestInvocation invocation = RestInvocation.of(request);
        final MediaType type = built.getMediaType();
        final Object source = invocation == null ? entity : invocation.results().awaited(entity);
        if (!StreamingBody.isMadeOf(source.getClass())
                || (invocation != null
                        && invocation
                                .results()
                                .isWritten(
                                        entity, type == null ? invocation.call().chosenType() : type))) {
            return built;
        }
        return streamed(built, StreamingBody.of(source));
    }

    private static BuiltResponse copy(final Response response) {
        final Headers<Object> headers = new Headers<>();
        headers.putAll(response.getMetadata());
        return new BuiltResponseEntityNotBacked(
                response.getStatus(),
                response.getStatusInfo().getReasonPhrase(),
                headers,
                response.getEntity(),
                new Annotation[0]);
    }

    /** A copy: a response may be kept and returned again, and then its source is subscribed to again. */
    private static BuiltResponse streamed(final BuiltResponse response, final Object stream) {
        final Headers<Object> headers = new Headers<>();
        headers.putAll(response.getMetadata());
        final BuiltResponse streamed = new BuiltResponse(
                response.getStatus(), response.getReasonPhrase(), headers, stream, response.getAnnotations());
        // Without a GenericEntity nobody says what the elements are: each is written as what it is.
        streamed.setGenericType(
                response.getGenericType() instanceof final ParameterizedType source
                                && source.getActualTypeArguments().length == 1
                        ? source.getActualTypeArguments()[0]
                        : Object.class);
        return streamed;
    }

    /** A response may be kept and returned again: then it has the annotations already. */
    private static void annotate(final BuiltResponse response, final ResourceMethodInvoker method) {
        final List<Annotation> added = List.of(method.getMethodAnnotations());
        final Annotation[] given = response.getAnnotations();
        if (given == null || !Arrays.asList(given).containsAll(added)) {
            response.addMethodAnnotations(method.getMethodAnnotations());
        }
    }

    private static @Nullable ResourceMethodInvoker method(final HttpRequest request) {
        return (ResourceMethodInvoker) request.getAttribute(ResourceMethodInvoker.class.getName());
    }

    private static boolean isWritten(final BuiltResponse response, final MediaType mediaType) {
        final Providers writers = ResteasyContext.getRequiredContextData(Providers.class);
        final Class<?> type = response.getEntityClass();
        final Type generic = response.getGenericType();
        return writers.getMessageBodyWriter(
                        type, generic == null ? type : generic, response.getAnnotations(), mediaType)
                != null;
    }

    /** The declared type of the result or of its asynchronous value; the class of the entity if neither is declared. */
    private static Type genericType(final ResourceMethodInvoker method, final Object entity) {
        final Type declared = method.getGenericReturnType();
        if (isOf(declared, entity)) {
            return declared;
        }
        if (declared instanceof ParameterizedType later && later.getActualTypeArguments().length == 1) {
            final Type element = later.getActualTypeArguments()[0];
            if (isOf(element, entity) || entity instanceof StreamingBody) {
                return element;
            }
        }
        return entity.getClass();
    }

    private static boolean isOf(final Type type, final Object entity) {
        final Class<?> raw = Types.getRawType(type);
        return raw.isInstance(entity) || (raw.isPrimitive() && raw != void.class);
    }
}
