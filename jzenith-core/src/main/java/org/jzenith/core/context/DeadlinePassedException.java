package org.jzenith.core.context;

import org.jzenith.core.problem.TemporarilyUnavailable;

/** Work was not begun, because the {@link RequestDeadline} of its request has passed. */
public final class DeadlinePassedException extends RuntimeException implements TemporarilyUnavailable {

    private static final long serialVersionUID = 1L;

    /**
     * Made by what does not begin the work.
     *
     * @param stage what the work has waited for
     */
    public DeadlinePassedException(final String stage) {
        super("The deadline of the request has passed in the stage '" + stage + "', so its work is not begun.");
    }
}
