package org.jzenith.security.jwt;

import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** The keys of the issuer, or the threads that verify signatures, are not available now. It has no stack trace. */
final class KeysUnavailableException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    KeysUnavailableException(final String message) {
        super(message, null, false, false);
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.of(Duration.ofSeconds(JwksKeys.PAUSE_SECONDS));
    }
}
