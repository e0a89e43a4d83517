package org.jzenith.redis.error;

import org.jzenith.core.problem.TemporarilyUnavailable;

/**
 * Thrown when the server does not accept writes: its memory is full ({@code OOM}), it is a replica ({@code READONLY}), it cannot write to its
 * disk ({@code MISCONF}), or it has too few replicas ({@code NOREPLICAS}).
 */
public final class WritesRefusedException extends CommandRefusedException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param command the name of the command
     * @param code the first word of the reply
     * @param reason what the code means, without keys and values
     */
    public WritesRefusedException(final String command, final String code, final String reason) {
        super(command, code, reason, null);
    }
}
