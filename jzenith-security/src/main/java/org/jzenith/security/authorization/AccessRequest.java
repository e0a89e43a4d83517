package org.jzenith.security.authorization;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;

/** A request about which an {@link AccessPolicy} decides. */
@CheckReturnValue
public interface AccessRequest {

    /**
     * Returns the client.
     *
     * @return empty if it is anonymous
     */
    Optional<Identity> identity();

    /**
     * Returns the head of the request. Use it only on the event loop that calls the policy.
     *
     * @return method, path and headers
     */
    ServerRequest head();

    /**
     * Returns a path parameter of the method or of its locators.
     *
     * @param name the name in {@code @Path}, or in the path of a WebSocket
     * @return the decoded value
     * @throws IllegalArgumentException if the path has no parameter of the name
     */
    String pathParameter(String name);

    /**
     * Receives the body; the resource method can still read it afterwards. Check everything else first, so that a refused client does not
     * have to send its body.
     *
     * @return the whole body; empty for a WebSocket
     */
    Single<Buffer> body();
}
