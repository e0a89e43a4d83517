package org.jzenith.rest.internal.write;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Objects;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.internal.resteasy.RestResponse;

/** Writes the response, as the last step. */
final class WriteResponse implements RestStep {

    /** Responds to a request for which no method was found or chosen yet. */
    static final RestStep WITHOUT_METHOD = invocation -> {
        EntityWriting.write(
                invocation,
                ResultResponse.built(invocation.request(), (Response) Objects.requireNonNull(invocation.result())),
                null);
        return false;
    };

    private static final int OK = 200;

    private final @Nullable Representations representations;
    private final boolean filters;
    private final @Nullable DeclaredResponse declared;

    /**
     * @param representations the representations of the results; null if interceptors see every entity
     * @param filters true if filters see every response
     * @param declared makes the response of a result; null if the result is written as it is
     */
    WriteResponse(
            final @Nullable Representations representations,
            final boolean filters,
            final @Nullable DeclaredResponse declared) {
        this.representations = representations;
        this.filters = filters;
        this.declared = declared;
    }

    @Override
    public boolean run(final RestInvocation invocation) throws Exception {
        final Object result = declared == null ? invocation.result() : declared.of(invocation.result());
        if (result == null && !filters && sendNoContent(invocation)) {
            return false;
        }
        final BuiltResponse response = result instanceof BuiltResponse built ? built : null;
        final Object entity = response == null ? result : entity(response);
        final Representation representation =
                representations == null || entity == null ? null : representations.of(invocation, entity);
        if (representation == null || entity == null) {
            EntityWriting.write(invocation, ResultResponse.of(invocation.request(), result), null);
        } else if (!filters && representation.encoder() != null && (response == null || isPlain(response))) {
            send(
                    invocation,
                    representation.contentType(),
                    representation.encoder().encode(entity));
        } else {
            EntityWriting.write(
                    invocation,
                    response == null
                            ? representation.response(entity)
                            : ResultResponse.of(invocation.request(), response),
                    representation);
        }
        return false;
    }

    /** Sends 200 with content, and with the headers that the method has set in RESTEasy's response. */
    private static void send(final RestInvocation invocation, final CharSequence contentType, final Buffer content) {
        final RestResponse made = invocation.data().responseIfMade();
        if (made == null || !made.hasHeaders()) {
            invocation.exchange().response().send(contentType, content);
        } else {
            made.getOutputHeaders().putSingle("Content-Type", contentType.toString());
            made.setContent(content);
            made.send();
        }
        invocation.sent();
    }

    /** Sends 204; false if RESTEasy's response has been created, which may have headers. */
    private static boolean sendNoContent(final RestInvocation invocation) {
        if (invocation.data().responseIfMade() != null) {
            return false;
        }
        invocation.exchange().response().sendNoContent();
        invocation.sent();
        return true;
    }

    private static boolean isPlain(final BuiltResponse response) {
        return response.getStatus() == OK && response.getHeaders().isEmpty();
    }

    /**
     * Returns the entity, written as if the method had returned it; null if the response has a type or annotations of
     * its own.
     */
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
