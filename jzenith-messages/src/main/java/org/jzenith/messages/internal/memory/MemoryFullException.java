package org.jzenith.messages.internal.memory;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** The messages in memory have reached their limit, and nothing can be dropped. Nothing was stored. */
final class MemoryFullException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    MemoryFullException(final String message) {
        super(message);
    }
}
