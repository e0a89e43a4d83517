package org.jzenith.restclient.response;

import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.problem.Problem;

/**
 * A call was ended while its response arrived, because the buffered responses of all clients reached their memory limit. Unhandled, this
 * exception becomes a 503 with {@code Retry-After}.
 */
public final class ResponseMemoryException extends RemoteCallException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param limit the maximum number of bytes for the responses of all clients
     */
    public ResponseMemoryException(final String call, final long limit) {
        super(
                call,
                "was aborted during its response, because the collected responses of all clients use up "
                        + "rest-client.max-buffered-responses, which is " + limit
                        + " bytes. Raise this setting, lower max-response-size, or return a stream",
                false,
                null);
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.of(Duration.ofSeconds(1));
    }

    @Override
    public Problem problem() {
        return Problem.of(503).withDetail("The service is temporarily unavailable.");
    }
}
