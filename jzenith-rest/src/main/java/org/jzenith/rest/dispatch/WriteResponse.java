package org.jzenith.rest.dispatch;

import jakarta.ws.rs.core.Response;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.represent.ResultResponse;

/** The last step: answers with the result. */
final class WriteResponse implements Step {

    /** Answers a request for which no method was found or chosen yet. */
    static final Step WITHOUT_METHOD = invocation -> {
        invocation.write((Response) Objects.requireNonNull(invocation.result()));
        return false;
    };

    private final @Nullable Representations representations;
    private final boolean filters;

    /**
     * @param representations of the results; null if interceptors see every entity
     * @param filters whether filters see every response
     */
    WriteResponse(final @Nullable Representations representations, final boolean filters) {
        this.representations = representations;
        this.filters = filters;
    }

    @Override
    public boolean run(final Invocation invocation) throws Exception {
        final Exchange exchange = invocation.exchange();
        final Object result = invocation.result();
        if (representations != null && result != null) {
            final Representation representation = representations.of(invocation, result);
            if (representation != null && filters) {
                invocation.write(representation.response(result), representation);
                return false;
            }
            if (representation != null) {
                exchange.send(
                        representation.contentType(), representation.encoder().encode(result));
                exchange.completed(null);
                return false;
            }
        }
        invocation.write(ResultResponse.of(exchange.request(), result));
        return false;
    }
}
