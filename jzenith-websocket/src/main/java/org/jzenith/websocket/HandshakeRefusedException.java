package org.jzenith.websocket;

import org.jzenith.http.handler.GuardDecision;

/** Refuses a handshake: the client gets a problem with this status and text. It has no stack trace. */
public final class HandshakeRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LEAST = 400;
    private static final int MOST = 599;

    private final transient GuardDecision decision;

    /**
     * Refuses with a status.
     *
     * @param status the status, from 400 to 599
     * @param detail a sentence for the client
     */
    public HandshakeRefusedException(final int status, final String detail) {
        this(GuardDecision.refuse(checked(status), detail));
    }

    /** Takes the decision of a guard. */
    HandshakeRefusedException(final GuardDecision decision) {
        super(decision.detail(), null, false, false);
        this.decision = decision;
    }

    private static int checked(final int status) {
        if (status < LEAST || status > MOST) {
            throw new IllegalArgumentException(
                    "A handshake is refused with a status from 400 to 599, not " + status + ".");
        }
        return status;
    }

    /**
     * Adds a header to the answer, such as {@code WWW-Authenticate} to a 401 (RFC 9110, 11.6.1).
     *
     * @param name is replaced if the answer has it
     * @param value one line
     * @return another exception with the header
     */
    public HandshakeRefusedException withHeader(final String name, final String value) {
        return new HandshakeRefusedException(decision.withHeader(name, value));
    }

    /** The refusal as a guard has it. */
    GuardDecision decision() {
        return decision;
    }
}
