package org.jzenith.restclient.internal.call;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import org.jzenith.restclient.internal.configuration.BreakerConfiguration;
import org.jzenith.restclient.internal.configuration.BulkheadConfiguration;
import org.jzenith.restclient.response.AccessTokenException;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.ResponseMemoryException;

/** Makes the circuit breaker and the bulkhead of a client; loaded only where one is configured. */
final class Breakers {

    private static final int FIRST_SERVER_ERROR = 500;

    private Breakers() {}

    static CircuitBreaker of(final String name, final BreakerConfiguration settings) {
        return CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .failureRateThreshold(settings.failureRate())
                        .slidingWindowSize(settings.window())
                        .minimumNumberOfCalls(settings.minimumCalls())
                        .waitDurationInOpenState(settings.openFor())
                        .permittedNumberOfCallsInHalfOpenState(settings.trialCalls())
                        .recordException(Breakers::isFailure)
                        .recordResult(Breakers::isError)
                        .ignoreException(Breakers::saysNothing)
                        .build());
    }

    static Bulkhead bulkhead(final String name, final BulkheadConfiguration settings) {
        return Bulkhead.of(
                name,
                BulkheadConfig.custom()
                        .maxConcurrentCalls(settings.maxCalls())
                        .maxWaitDuration(Duration.ZERO)
                        .build());
    }

    /** A call that was not sent, or failed for lack of memory, or whose own body or headers failed, shows nothing of the service. */
    private static boolean saysNothing(final Throwable error) {
        return error instanceof CallRejectedException
                || error instanceof AccessTokenException
                || error instanceof ResponseMemoryException
                || !(error instanceof RemoteCallException);
    }

    /** Returns true for an error that the caller receives as a response. */
    private static boolean isError(final Object result) {
        return result instanceof final ReceivedResponse response && response.status() >= FIRST_SERVER_ERROR;
    }

    /** A response below 500 shows a service that works. */
    private static boolean isFailure(final Throwable error) {
        return !(error instanceof final RemoteProblemException problem && problem.status() < FIRST_SERVER_ERROR);
    }
}
