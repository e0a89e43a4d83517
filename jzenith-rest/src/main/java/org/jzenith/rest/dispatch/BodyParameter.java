package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.CompletionStageHolder;
import org.jboss.resteasy.core.MessageBodyParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.json.Json;

/**
 * The parameter of a resource method that takes the body. A large JSON document is read on a thread for such work, as
 * it would delay all requests of the event loop; the request continues when the document is read.
 */
final class BodyParameter extends MessageBodyParameterInjector {

    private final boolean isParsed;

    private BodyParameter(final Parameter parameter, final Type type, final ResteasyProviderFactory factory) {
        super(
                parameter.getResourceClass().getClazz(),
                parameter.getAccessibleObject(),
                Types.getRawType(type),
                type,
                parameter.getAnnotations(),
                factory);
        this.isParsed = Json.isParsed(Types.getRawType(type));
    }

    static ValueInjector of(final Parameter parameter, final ResteasyProviderFactory factory) {
        return parameter.getType() == Optional.class && parameter.getGenericType() instanceof ParameterizedType optional
                ? new OptionalBody(new BodyParameter(parameter, optional.getActualTypeArguments()[0], factory))
                : new BodyParameter(parameter, parameter.getGenericType(), factory);
    }

    @Override
    public @Nullable Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        if (isParsed && request instanceof RestRequest own && isLargeDocument(own)) {
            return own.exchange().readOnWorker(() -> super.inject(request, response, unwrapAsync));
        }
        return super.inject(request, response, unwrapAsync);
    }

    private static boolean isLargeDocument(final RestRequest request) {
        if (request.bodyLength() <= request.exchange().limits().maxDocumentOnLoop() && !request.isBodyEncoded()) {
            return false;
        }
        final MediaType type = request.getHttpHeaders().getMediaType();
        if (type == null || !request.exchange().isOnEventLoop()) {
            return false;
        }
        final String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("json") || subtype.endsWith("+json");
    }

    /** As RESTEasy does it, which is not open for a reader of ours. */
    private record OptionalBody(BodyParameter body) implements ValueInjector {

        @Override
        public Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
            return wrapped(body.inject(request, response, unwrapAsync));
        }

        @Override
        public Object inject(final boolean unwrapAsync) {
            return wrapped(body.inject(unwrapAsync));
        }

        private static Object wrapped(final @Nullable Object value) {
            return value instanceof CompletionStage<?> later
                    ? later.thenApply(Optional::ofNullable)
                    : Optional.ofNullable(CompletionStageHolder.resolve(value));
        }
    }
}
