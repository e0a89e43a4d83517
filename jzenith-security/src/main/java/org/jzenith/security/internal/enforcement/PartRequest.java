package org.jzenith.security.internal.enforcement;

import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authorization.AccessRequest;

/** A request for a mount or a part of one, for policies. */
record PartRequest(ServerRequest head, @Nullable Identity client, Map<String, String> pathParameters)
        implements AccessRequest {

    @Override
    public Optional<Identity> identity() {
        return Optional.ofNullable(client);
    }

    @Override
    public String pathParameter(final String name) {
        final String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The path " + head.path() + " has no parameter '" + name + "'.");
        }
        return value;
    }

    @Override
    public Single<Buffer> body() {
        return Single.just(Buffer.buffer());
    }
}
