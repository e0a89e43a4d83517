package org.jzenith.rest.internal.elements;

import io.reactivex.Flowable;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.entity.ContentTypes;
import org.jzenith.rest.internal.entity.Utf8Body;
import org.jzenith.rest.internal.json.JsonBodyConfiguration;
import org.jzenith.rest.internal.json.JsonEntities;
import org.jzenith.rest.internal.json.LineReader;
import org.jzenith.rest.internal.memory.ValueEstimate;
import org.jzenith.rest.internal.pipeline.RestArgumentReader;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.resteasy.RequestHeaders;
import org.jzenith.rest.internal.step.BodyFlowables;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.ParameterModel;

/**
 * A body that a method takes as a {@code Flowable} of values: the elements of a JSON array, or the lines of NDJSON or CSV,
 * read while they arrive.
 */
final class BodyElements implements RestArgumentReader {

    private static final String NDJSON = "x-ndjson";
    private static final MediaType CSV = new MediaType("text", "csv");

    private final JsonEntities.ElementsFactory factory;

    /** Null where no line is one of them. */
    private final JsonEntities.@Nullable ElementsFactory csv;

    private final ElementLimit limit;
    private final int maxElement;
    private final long maxOnEventLoop;

    private BodyElements(
            final JsonEntities.ElementsFactory factory,
            final JsonEntities.@Nullable ElementsFactory csv,
            final ElementLimit limit,
            final int maxElement,
            final long maxOnEventLoop) {
        this.limit = limit;
        this.maxElement = maxElement;
        this.maxOnEventLoop = maxOnEventLoop;
        this.factory = factory;
        this.csv = csv;
    }

    static BodyElements of(
            final MethodModel method,
            final ParameterModel parameter,
            final ResteasyProviderFactory providers,
            final long maxTokens,
            final JsonBodyConfiguration settings) {
        final Type declared = parameter.type();
        final Annotation[] annotations = parameter.annotations().toArray(Annotation[]::new);
        final Type type =
                declared instanceof ParameterizedType flowable ? flowable.getActualTypeArguments()[0] : declared;
        final Class<?> raw = Types.getRawType(type);
        final MessageBodyReader<?> reader = type == declared || !JsonEntities.isParsed(raw)
                ? null
                : providers.getMessageBodyReader(raw, type, annotations, MediaType.APPLICATION_JSON_TYPE);
        if (reader == null) {
            throw new StartException(
                    StartProblem.of("A parameter has the type " + declared + ", but jZenith cannot read its elements.")
                            .from(String.valueOf(method.getResourceMethod()))
                            .remedy("Take the body as Flowable<Buffer>, or as a Flowable of a class that is read "
                                    + "from JSON."));
        }
        if (reader.getClass().isAnnotationPresent(Blocking.class)) {
            throw new StartException(StartProblem.of("A parameter has the type " + declared
                            + ", and the reader of its elements, "
                            + reader.getClass().getName()
                            + ", has @Blocking, but elements are read on the event loop.")
                    .from(String.valueOf(method.getResourceMethod()))
                    .remedy("Take the body as a List, which is read on a worker thread. Or remove @Blocking from the "
                            + "reader if it does not block."));
        }
        final Type list = com.google.inject.util.Types.listOf(type);
        return new BodyElements(
                JsonEntities.elements(reader, type, annotations),
                LineReader.elements(providers.getMessageBodyReader(List.class, list, annotations, CSV), type),
                ElementLimit.of(method, maxTokens, ValueEstimate.ofElements(type)),
                settings.maxElementSize().toInt(),
                settings.maxSizeOnEventLoop().bytes());
    }

    /** Refuses other types than those that are read, before the body is read. */
    static void check(final RequestHeaders headers) {
        if (!isLines(headers.getMediaType())
                && !isArray(headers.getMediaType())
                && !ContentTypes.isCsv(headers.getMediaType())) {
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
    public Flowable<Object> read(final RestInvocation invocation) throws IOException {
        final JsonEntities.ElementsFactory made =
                ContentTypes.isCsv(invocation.headers().getMediaType()) ? csv : factory;
        if (made == null) {
            throw new NotSupportedException(
                    ContentTypes.notSupported(invocation.headers(), "application/json or application/x-ndjson"));
        }
        return new ElementsBody(
                Utf8Body.pieces(
                        BodyFlowables.of(invocation), invocation.headers().getMediaType()),
                invocation.exchange(),
                made.of(
                        isLines(invocation.headers().getMediaType()),
                        maxElement,
                        invocation.headers().getRequestHeaders()),
                limit,
                maxOnEventLoop);
    }
}
