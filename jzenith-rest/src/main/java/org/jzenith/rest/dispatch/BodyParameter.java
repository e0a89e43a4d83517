package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.MediaType;
import java.util.Locale;
import org.jboss.resteasy.core.MessageBodyParameterInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.json.Json;

/**
 * The parameter of a resource method that takes the body. A large JSON document is read on a thread for such work, as
 * it would hold up all requests of the event loop; the request goes on when it is read.
 */
final class BodyParameter extends MessageBodyParameterInjector {

    private final boolean isParsed;

    BodyParameter(final Parameter parameter, final ResteasyProviderFactory factory) {
        super(
                parameter.getResourceClass().getClazz(),
                parameter.getAccessibleObject(),
                parameter.getType(),
                parameter.getGenericType(),
                parameter.getAnnotations(),
                factory);
        this.isParsed = Json.isParsed(parameter.getType());
    }

    @Override
    public @Nullable Object inject(final HttpRequest request, final HttpResponse response, final boolean unwrapAsync) {
        if (isParsed && request instanceof RestRequest own && isLargeDocument(own)) {
            return own.exchange().readElsewhere(() -> super.inject(request, response, unwrapAsync));
        }
        return super.inject(request, response, unwrapAsync);
    }

    private static boolean isLargeDocument(final RestRequest request) {
        if (request.bodyLength() <= request.exchange().limits().maxDocumentOnLoop()) {
            return false;
        }
        final MediaType type = request.getHttpHeaders().getMediaType();
        if (type == null || !request.exchange().isOnLoop()) {
            return false;
        }
        final String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("json") || subtype.endsWith("+json");
    }
}
