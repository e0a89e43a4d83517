package org.jzenith.restclient.response;

import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.problem.Problem;

/**
 * A call was not sent: all connections are in use and the queue is full, or the circuit breaker is open. Unhandled, this exception becomes
 * a 503 with {@code Retry-After}.
 */
public final class CallRejectedException extends RemoteCallException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final Duration delay;

    /**
     * Creates an exception.
     *
     * @param call the client and the method
     * @param reason the reason in a few words, such as {@code the circuit breaker is open}
     * @param delay the time after which a retry makes sense
     */
    public CallRejectedException(final String call, final String reason, final Duration delay) {
        super(call, "was not sent, because " + reason, true, null);
        this.reason = reason;
        this.delay = delay;
    }

    /**
     * Returns why the call was not sent.
     *
     * @return a few words, such as {@code the circuit breaker is open}
     */
    public String reason() {
        return reason;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.of(delay);
    }

    @Override
    public Problem problem() {
        return Problem.of(503).withDetail("The service is temporarily unavailable.");
    }
}
