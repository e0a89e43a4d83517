package org.jzenith.restclient.internal.call;

import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.slf4j.Logger;

/** Logs the failed calls of a client. Safe for use by many threads. */
final class CallFailureLog {

    private final Logger logger;
    private final CountedWarning failures;
    private final CountedWarning errors;
    private final CountedWarning unreadable;

    CallFailureLog(final Logger logger, final String client) {
        final String text =
                "Calls of the client '" + client + "' fail. To see all reasons, set the log level to DEBUG.";
        this.logger = logger;
        this.failures = new CountedWarning(logger, text);
        this.errors = new CountedWarning(logger, text);
        this.unreadable = new CountedWarning(logger, text);
    }

    /**
     * Logs a failed call, without anything of its body but the title of a problem. A frequent kind of failure does not hide another one.
     * Applications expect statuses from 400 to 499, so those are no warning.
     *
     * @param failure of a call; others are ignored
     */
    void add(final Throwable failure) {
        if (!(failure instanceof RemoteCallException)) {
            return;
        }
        final String message = LogText.escape(String.valueOf(failure.getMessage()));
        logger.debug("{}", message);
        final String reason = message.endsWith(".") ? message : message + ".";
        if (failure instanceof UnreadableResponseException) {
            unreadable.add(reason);
        } else if (!(failure instanceof final RemoteProblemException problem)) {
            failures.add(reason);
        } else if (!problem.isClientError()) {
            errors.add(reason);
        }
    }
}
