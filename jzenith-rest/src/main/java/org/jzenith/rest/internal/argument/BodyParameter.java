package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NoContentException;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.core.MessageBodyParameterInjector;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.MarshalledEntity;
import org.jboss.resteasy.spi.ReaderException;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.rest.internal.entity.ContentCodings;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.Utf8Body;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.OwnProviders;
import org.jzenith.rest.internal.resteasy.RequestHeaders;
import org.jzenith.rest.internal.resteasy.RestRequest;
import org.jzenith.rest.pipeline.ArgumentReader;

/**
 * The parameter of a resource method that takes the body. A large JSON document is read on a thread for such work, as
 * it would delay all requests of the event loop; the request continues when the document is read. It is RESTEasy's injector, too,
 * because RESTEasy tells by the class of injectors that a method expects a body.
 */
final class BodyParameter extends MessageBodyParameterInjector implements RestArgumentReader {

    /** RESTEasy wraps these around a number that it reads. */
    private static final Set<Class<?>> NUMBERS = Set.of(OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private final boolean isDocument;

    /** Reads JSON without RESTEasy, whose map of all headers costs as much as a short document; null if it must not. */
    private final JsonEntities.@Nullable Decoder json;

    private final long maxOnEventLoop;

    private BodyParameter(
            final Parameter parameter,
            final Type genericType,
            final ResteasyProviderFactory factory,
            final long maxOnEventLoop) {
        super(
                parameter.getResourceClass().getClazz(),
                parameter.getAccessibleObject(),
                Types.getRawType(genericType),
                genericType,
                parameter.getAnnotations(),
                factory);
        this.maxOnEventLoop = maxOnEventLoop;
        final Class<?> type = Types.getRawType(genericType);
        this.isDocument = JsonEntities.isDocument(type);
        this.json = json(type, genericType, parameter.getAnnotations(), factory);
    }

    /** Returns null for other parameters, and for an optional number, which RESTEasy reads. */
    static @Nullable ArgumentReader of(
            final Parameter parameter, final ResteasyProviderFactory factory, final long maxOnEventLoop) {
        if (parameter.getParamType() != Parameter.ParamType.MESSAGE_BODY || NUMBERS.contains(parameter.getType())) {
            return null;
        }
        return parameter.getType() == Optional.class && parameter.getGenericType() instanceof ParameterizedType optional
                ? new OptionalBody(
                        new BodyParameter(parameter, optional.getActualTypeArguments()[0], factory, maxOnEventLoop))
                : new BodyParameter(parameter, parameter.getGenericType(), factory, maxOnEventLoop);
    }

    private static JsonEntities.@Nullable Decoder json(
            final Class<?> type,
            final Type genericType,
            final Annotation[] annotations,
            final ResteasyProviderFactory factory) {
        final MediaType mediaType = MediaType.APPLICATION_JSON_TYPE;
        if (type == MarshalledEntity.class || OwnProviders.readers(factory).mayTake(type, mediaType)) {
            return null;
        }
        return JsonEntities.decoder(
                factory.getMessageBodyReader(type, genericType, annotations, mediaType), genericType, annotations);
    }

    @Override
    public @Nullable Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        final RestInvocation invocation = RestInvocation.of(request);
        return invocation == null ? super.inject(request, response, unwrapAsync) : read(invocation);
    }

    @Override
    public @Nullable Object read(final RestInvocation invocation) {
        return isDocument && isLargeDocument(invocation)
                ? invocation.data().readOnWorker(() -> readNow(invocation))
                : readNow(invocation);
    }

    private @Nullable Object readNow(final RestInvocation invocation) {
        final MediaType mediaType = invocation.headers().getMediaType();
        if (json == null
                || !isJson(mediaType)
                || Utf8Body.declared(mediaType) != null
                || isIntercepted(invocation.headers())) {
            return readByReader(invocation);
        }
        try {
            return json.decode(invocation.data().body());
        } catch (final NoContentException e) {
            throw new ReaderException(new BadRequestException(e));
        } catch (final Exception e) {
            throw new ReaderException(e);
        }
    }

    private @Nullable Object readByReader(final RestInvocation invocation) {
        try {
            invocation.request().beginEntity();
            return super.inject(invocation.request(), invocation.response(), true);
        } catch (final ReaderException e) {
            if (e.getCause() instanceof final NotSupportedException missing
                    && String.valueOf(missing.getMessage()).startsWith("RESTEASY")) {
                throw new NotSupportedException(ContentTypes.notSupported(invocation.headers(), json != null), e);
            }
            throw e;
        }
    }

    /** The check of codings has nothing to do where there is none. */
    private boolean isIntercepted(final RequestHeaders headers) {
        final ReaderInterceptor[] interceptors = super.getReaderInterceptors();
        return interceptors.length > 0
                && (interceptors.length > 1
                        || !(interceptors[0] instanceof ContentCodings.Check)
                        || headers.getHeaderString(HttpHeaders.CONTENT_ENCODING) != null);
    }

    /** Adds one that sees the stream which the others have set. */
    @Override
    protected ReaderInterceptor[] getReaderInterceptors() {
        final ReaderInterceptor[] known = super.getReaderInterceptors();
        if (known.length == 0) {
            return known;
        }
        final ReaderInterceptor[] all = Arrays.copyOf(known, known.length + 1);
        all[known.length] = BodyParameter::closeAtEnd;
        return all;
    }

    private static Object closeAtEnd(final ReaderInterceptorContext context) throws IOException {
        final HttpRequest request = ResteasyContext.getContextData(HttpRequest.class);
        if (request instanceof final RestRequest own && own.getInputStream() != context.getInputStream()) {
            own.closeAtEnd(context.getInputStream());
        }
        return context.proceed();
    }

    private boolean isLargeDocument(final RestInvocation invocation) {
        final Exchange exchange = invocation.exchange();
        final int length = exchange.body().stream().length();
        if (length == 0 || (length <= maxOnEventLoop && !invocation.headers().isBodyEncoded())) {
            return false;
        }
        final MediaType type = invocation.headers().getMediaType();
        if (type == null || !exchange.isOnEventLoop()) {
            return false;
        }
        return ContentTypes.isDocument(type);
    }

    private static boolean isJson(final @Nullable MediaType type) {
        return type != null
                && type.getType().equalsIgnoreCase("application")
                && type.getSubtype().equalsIgnoreCase("json");
    }

    /** An {@code Optional} around the body. */
    private record OptionalBody(BodyParameter body) implements RestArgumentReader {

        @Override
        public Object read(final RestInvocation invocation) {
            final Object value = body.read(invocation);
            return value instanceof CompletionStage<?> later
                    ? later.thenApply(Optional::ofNullable)
                    : Optional.ofNullable(CompletionStageHolder.resolve(value));
        }
    }
}
