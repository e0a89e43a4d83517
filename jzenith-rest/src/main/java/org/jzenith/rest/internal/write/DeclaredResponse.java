package org.jzenith.rest.internal.write;

import io.reactivex.Completable;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.check.DeclaredStatus;
import org.jzenith.rest.internal.entity.TypedResults;
import org.jzenith.rest.internal.pipeline.ResultConversions;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

/**
 * The response of a method that has a {@link ResponseStatus} or may return a {@link TypedResponse}.
 *
 * @param status the declared status; 0 without one
 * @param isNothing true if the method returns no entity
 */
record DeclaredResponse(int status, boolean isNothing) {

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    /** Returns the response of a method with a status or a typed response; otherwise null. */
    static @Nullable DeclaredResponse of(final MethodModel method, final ResultConversions results) {
        final ResponseStatus declared = DeclaredStatus.of(method);
        final int status = declared == null ? 0 : declared.value();
        final Class<?> entity = value(TypedResults.entityOf(method.resultType()), results);
        if (declared != null) {
            DeclaredStatus.check(method, status, entity);
        }
        return status == 0
                        && !value(method.resultType(), results).isAssignableFrom(TypedResponse.class)
                        && !DeclaredStatus.takes(method, AsyncResponse.class)
                ? null
                : new DeclaredResponse(status, entity == void.class);
    }

    /** Returns the class of a result when it has arrived; {@code void} for none. */
    private static Class<?> value(final Type declared, final ResultConversions results) {
        final Class<?> raw = Types.getRawType(declared);
        final boolean isLater = results.resultType(raw) != null;
        final Class<?> value = isLater
                        && declared instanceof final ParameterizedType later
                        && later.getActualTypeArguments().length == 1
                ? Types.getRawType(later.getActualTypeArguments()[0])
                : raw;
        return value == Void.class || Completable.class.isAssignableFrom(results.awaited(value)) ? void.class : value;
    }

    /** Returns a result as a response with the status. A null entity stays null, which is a 204. */
    @Nullable
    Object of(final @Nullable Object result) {
        if (result instanceof final TypedResponse<?> typed) {
            return response(typed);
        }
        return status == 0 || result instanceof Response || (result == null && !isNothing)
                ? result
                : Response.status(status).entity(result).build();
    }

    private Response response(final TypedResponse<?> typed) {
        final Object entity = typed.entity();
        final int withoutStatus = entity == null ? NO_CONTENT : OK;
        final Response.ResponseBuilder response =
                Response.status(status == 0 ? withoutStatus : status).entity(entity);
        typed.headers().forEach((name, values) -> {
            for (final Object value : values) {
                if (value instanceof final URI location && name.equalsIgnoreCase(HttpHeaders.LOCATION)) {
                    response.location(location); // resolves a relative one
                } else {
                    response.header(name, value);
                }
            }
        });
        return response.build();
    }
}
