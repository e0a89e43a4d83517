package org.jzenith.security.jwt.provider;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** An identity provider does not answer, or answers with something else than was asked for. It has no stack trace. */
public final class ProviderUnavailableException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates it.
     *
     * @param message a sentence for the log
     * @param cause null if the message says all
     */
    public ProviderUnavailableException(final String message, final @Nullable Throwable cause) {
        super(message, cause, false, false);
    }
}
