package org.jzenith.rest.internal.write;

import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.util.Arrays;
import java.util.Objects;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.MediaRange;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.rx.StreamingBody;

/**
 * The representations of a method's results. Caches the decision for each class of results and each {@code Accept}. Safe for use by many threads: two threads may both ask for the same representation.
 */
public final class Representations {

    /** Clients name what they accept in a few ways. Those that are forgotten are decided again. */
    private static final int MAX_KNOWN = 16;

    private final ResourceMethodInvoker method;
    private final ResteasyProviderFactory providers;
    private final boolean isOneType;
    private volatile Known[] known = {};

    /** The representation is null if only RESTEasy can write the value. */
    private record Known(
            String accept,
            MediaType chosen,
            Class<?> type,
            @Nullable Representation representation) {

        /** A filter may have changed what is accepted after the method, and with it a type, was chosen. */
        @SuppressWarnings("ReferenceEquality") // it is mostly the same object
        boolean fits(final String accepted, final MediaType selected, final Class<?> written) {
            return type == written && accept.equals(accepted) && (chosen == selected || chosen.equals(selected));
        }
    }

    public Representations(final ResourceMethodInvoker method, final ResteasyProviderFactory providers) {
        this.method = method;
        this.providers = providers;
        final MediaType[] produces = method.getProduces();
        this.isOneType = produces.length == 1 && MediaRange.isConcrete(produces[0]);
    }

    /** Returns the representation of a result; null if only RESTEasy can write it. */
    @Nullable
    Representation of(final RestInvocation invocation, final Object value) {
        if (value instanceof Response || value instanceof GenericEntity) {
            return null;
        }
        final String accept = isOneType ? "" : invocation.headers().shortAccept();
        if (accept == null) {
            return null;
        }
        final MediaType chosen = Objects.requireNonNull(invocation.call().pathMatch())
                .selection()
                .chosen();
        for (final Known each : known) {
            if (each.fits(accept, chosen, value.getClass())) {
                return each.representation();
            }
        }
        return ask(invocation, accept, chosen, value);
    }

    private @Nullable Representation ask(
            final RestInvocation invocation, final String accept, final MediaType chosen, final Object value) {
        final Representation asked;
        try {
            asked = StreamingBody.isMadeOf(invocation.results().awaited(value.getClass()))
                    ? null
                    : ask(invocation, value);
        } catch (final NotAcceptableException e) {
            return null; // it is said again when the value is written
        }
        final Known[] before = known;
        final Known[] after = Arrays.copyOf(before, Math.min(before.length + 1, MAX_KNOWN));
        System.arraycopy(before, 0, after, 1, after.length - 1); // the newest first: the oldest is forgotten
        after[0] = new Known(accept, chosen, value.getClass(), asked);
        known = after;
        return asked;
    }

    private @Nullable Representation ask(final RestInvocation invocation, final Object value) {
        final BuiltResponse response = ResultResponse.of(invocation.request(), value);
        final MediaType type = new ResponseType(response, invocation.request(), providers, method).get();
        if (!MediaRange.isConcrete(type)
                || invocation.container().ownWriters().mayTake(value.getClass(), written(type))) {
            return null;
        }
        final MessageBodyWriter<?> writer = providers.getMessageBodyWriter(
                value.getClass(), response.getGenericType(), response.getAnnotations(), type);
        final Representation.Encoder encoder = writer == null
                ? null
                : Encoders.of(writer, value.getClass(), response.getGenericType(), response.getAnnotations(), type);
        return encoder == null && !(value instanceof StreamingBody)
                ? null
                : new Representation(
                        type,
                        HttpHeaders.createOptimized(providers.toHeaderString(type)),
                        response.getGenericType(),
                        response.getAnnotations(),
                        encoder);
    }

    /**
     * Returns the type for which writers are looked up: any type if the method has no {@code @Produces}, as in
     * RESTEasy.
     */
    private MediaType written(final MediaType type) {
        return method.getProduces().length == 0 ? MediaType.WILDCARD_TYPE : type;
    }
}
