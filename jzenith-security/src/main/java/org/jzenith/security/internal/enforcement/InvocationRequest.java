package org.jzenith.security.internal.enforcement;

import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.security.authorization.AccessRequest;

/** The call of a resource method, for policies. */
final class InvocationRequest implements AccessRequest {

    private final RestInvocation invocation;

    /** Null until it is asked for; the same for each call. */
    private @Nullable Single<Buffer> body;

    InvocationRequest(final RestInvocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Optional<Identity> identity() {
        return Optional.ofNullable(invocation.exchange().context().identity());
    }

    @Override
    public ServerRequest head() {
        return invocation.exchange().request();
    }

    @Override
    public String pathParameter(final String name) {
        final UriInfo uri = invocation.uri();
        final String value = uri.getPathParameters().getFirst(name);
        if (value == null) {
            throw new IllegalArgumentException("The path of " + invocation + " has no parameter '" + name + "'.");
        }
        return value;
    }

    @Override
    public Single<Buffer> body() {
        if (body == null) {
            body = Single.<Buffer>create(emitter -> invocation.exchange().execute(() -> {
                        final ExchangeBody incoming = invocation.exchange().body();
                        if (invocation.exchange().isBodyOutstanding()) {
                            incoming.receive(() -> {
                                invocation.data().bodyReceived();
                                emitter.onSuccess(bytes(incoming));
                            });
                        } else {
                            emitter.onSuccess(bytes(incoming));
                        }
                    }))
                    .cache();
        }
        return body;
    }

    private static Buffer bytes(final ExchangeBody body) {
        final Buffer all = Buffer.buffer();
        body.stream().pieces().forEach(all::appendBuffer);
        return all;
    }
}
