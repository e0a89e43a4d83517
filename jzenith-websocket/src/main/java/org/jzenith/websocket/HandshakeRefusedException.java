package org.jzenith.websocket;

/** A check of handshakes refuses a client, which gets a problem with this status and text. It has no stack trace. */
public final class HandshakeRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LEAST = 400;
    private static final int MOST = 599;

    private final int status;

    /**
     * Refuses with a status.
     *
     * @param status from 400 to 599
     * @param detail a sentence for the client
     */
    public HandshakeRefusedException(final int status, final String detail) {
        super(detail, null, false, false);
        if (status < LEAST || status > MOST) {
            throw new IllegalArgumentException(
                    "A handshake is refused with a status from 400 to 599, not " + status + ".");
        }
        this.status = status;
    }

    int status() {
        return status;
    }
}
