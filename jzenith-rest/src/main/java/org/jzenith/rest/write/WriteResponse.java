package org.jzenith.rest.write;

import org.jzenith.rest.entity.Representation;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Objects;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;

/** The last step: answers with the result. */
public final class WriteResponse implements Step {

    /** Answers a request for which no method was found or chosen yet. */
    public static final Step WITHOUT_METHOD = invocation -> {
        invocation.write((Response) Objects.requireNonNull(invocation.result()));
        return false;
    };

    private static final int OK = 200;

    private final @Nullable Representations representations;
    private final boolean filters;

    /**
     * @param representations of the results; null if interceptors see every entity
     * @param filters whether filters see every response
     */
    public WriteResponse(final @Nullable Representations representations, final boolean filters) {
        this.representations = representations;
        this.filters = filters;
    }

    @Override
    public boolean run(final Invocation invocation) throws Exception {
        final Object result = invocation.result();
        if (result == null && !filters && invocation.sendNoContent()) {
            return false;
        }
        final BuiltResponse response = result instanceof BuiltResponse built ? built : null;
        final Object entity = response == null ? result : entity(response);
        final Representation representation =
                representations == null || entity == null ? null : representations.of(invocation, entity);
        if (representation == null || entity == null) {
            invocation.write(ResultResponse.of(invocation.request(), result), null);
        } else if (!filters && representation.encoder() != null && (response == null || isPlain(response))) {
            invocation.send(
                    representation.contentType(), representation.encoder().encode(entity));
        } else {
            invocation.write(
                    response == null
                            ? representation.response(entity)
                            : ResultResponse.of(invocation.request(), response),
                    representation);
        }
        return false;
    }

    private static boolean isPlain(final BuiltResponse response) {
        return response.getStatus() == OK && response.getHeaders().isEmpty();
    }

    /** What is written as if the method had returned it; null if the response says itself how it is written. */
    private static @Nullable Object entity(final BuiltResponse response) {
        if (response.isClosed()
                || response.getGenericType() != null
                || (response.getAnnotations() != null && response.getAnnotations().length > 0)
                || response.getHeaders().containsKey(HttpHeaders.CONTENT_TYPE)) {
            return null;
        }
        final Object entity = response.getEntity();
        return entity == null || entity.getClass() == response.getEntityClass() ? entity : null;
    }
}
