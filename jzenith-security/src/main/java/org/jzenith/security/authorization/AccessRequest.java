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
     * Returns the head of the request, to be used on the event loop on which the policy is called.
     *
     * @return method, path and headers
     */
    ServerRequest head();

    /**
     * Returns a parameter of the path of the method or of its locators.
     *
     * @param name the name in {@code @Path}, or in the path of a WebSocket
     * @return decoded
     * @throws IllegalArgumentException if the path has no parameter of the name
     */
    String pathParameter(String name);

    /**
     * Receives the body; the method can read it, too. Ask for it last, so that clients that are refused anyway do not send it in vain.
     *
     * @return the whole body; empty for a WebSocket
     */
    Single<Buffer> body();
}
