package org.jzenith.rest.invoke;

import io.reactivex.Flowable;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Locale;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.json.JsonEntities;

/**
 * A body that a method takes as a {@code Flowable} of values: the elements of a JSON array, or the lines of NDJSON, read
 * while they arrive.
 */
final class BodyElements implements ArgumentReader {

    private static final String NDJSON = "x-ndjson";

    private final JsonEntities.ElementsFactory factory;

    private BodyElements(final JsonEntities.ElementsFactory factory) {
        this.factory = factory;
    }

    static BodyElements of(final Parameter parameter, final ResteasyProviderFactory providers) {
        final Type declared = parameter.getGenericType();
        final Type type =
                declared instanceof ParameterizedType flowable ? flowable.getActualTypeArguments()[0] : declared;
        final Class<?> raw = Types.getRawType(type);
        final MessageBodyReader<?> reader = type == declared || !JsonEntities.isParsed(raw)
                ? null
                : providers.getMessageBodyReader(
                        raw, type, parameter.getAnnotations(), MediaType.APPLICATION_JSON_TYPE);
        if (reader == null) {
            throw new StartException(
                    StartProblem.of("A parameter has the type " + declared + ", whose elements nothing reads.")
                            .from(String.valueOf(parameter.getAccessibleObject()))
                            .remedy("Take the body as Flowable<Buffer>, or as a Flowable of a type that JSON is read"
                                    + " into."));
        }
        return new BodyElements(JsonEntities.elements(reader, type, parameter.getAnnotations()));
    }

    /** Refuses other types than those that are read, before the body is read. */
    static void check(final RequestHeaders headers) {
        if (!isLines(headers.getMediaType()) && !isArray(headers.getMediaType())) {
            throw new NotSupportedException(
                    ContentTypes.notSupported(headers, "application/json or application/x-ndjson"));
        }
    }

    private static boolean isLines(final @Nullable MediaType type) {
        return type != null && isApplication(type) && type.getSubtype().equalsIgnoreCase(NDJSON);
    }

    private static boolean isArray(final @Nullable MediaType type) {
        return type != null
                && isApplication(type)
                && (type.getSubtype().equalsIgnoreCase("json")
                        || type.getSubtype().toLowerCase(Locale.ROOT).endsWith("+json"));
    }

    private static boolean isApplication(final MediaType type) {
        return type.getType().equalsIgnoreCase("application");
    }

    @Override
    public Flowable<Object> read(final Invocation invocation) throws IOException {
        final RequestPipeline pipeline = invocation.pipeline();
        return new ElementsBody(
                BodyPieces.of(invocation),
                invocation.exchange(),
                factory.of(
                        isLines(invocation.headers().getMediaType()),
                        pipeline.bodies().maxElement(),
                        invocation.headers().getRequestHeaders()),
                pipeline.bodies().maxDocumentOnLoop());
    }
}
