package org.jzenith.security.jwt.internal.provider;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** An identity provider does not answer, or answers with something else than was asked for. It has no stack trace. */
public final class ProviderUnavailableException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    /**
     * Creates an exception for a failure of unknown duration.
     *
     * @param message a sentence for the log
     * @param cause null if the message says all
     */
    public ProviderUnavailableException(final String message, final @Nullable Throwable cause) {
        this(message, cause, null);
    }

    /**
     * Creates an exception for a failure that may end at a known time.
     *
     * @param message a sentence for the log
     * @param cause null if the message says all
     * @param retryAfter the time from now on, or null
     */
    public ProviderUnavailableException(
            final String message, final @Nullable Throwable cause, final @Nullable Duration retryAfter) {
        super(message, cause, false, false);
        this.retryAfter = retryAfter;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
