package org.jzenith.core.blocking;

import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.problem.TemporarilyUnavailable;

/** Thrown when work was not started because the {@link RequestDeadline} of its request has passed. */
final class DeadlinePassedException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /** @param stage the stage in which the work was waiting */
    DeadlinePassedException(final String stage) {
        super("The deadline of the request passed in the stage '" + stage + "', before its work started.");
    }
}
