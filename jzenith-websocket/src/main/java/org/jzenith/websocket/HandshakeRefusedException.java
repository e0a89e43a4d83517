package org.jzenith.websocket;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Refuses a handshake: the client gets a problem with this status and text. It has no stack trace. */
public final class HandshakeRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LEAST = 400;
    private static final int MOST = 599;

    private final int status;
    private final transient Map<String, String> headers;

    /**
     * Refuses with a status.
     *
     * @param status from 400 to 599
     * @param detail a sentence for the client
     */
    public HandshakeRefusedException(final int status, final String detail) {
        this(status, detail, Map.of());
    }

    private HandshakeRefusedException(final int status, final String detail, final Map<String, String> headers) {
        super(detail, null, false, false);
        if (status < LEAST || status > MOST) {
            throw new IllegalArgumentException(
                    "A handshake is refused with a status from 400 to 599, not " + status + ".");
        }
        this.status = status;
        this.headers = headers;
    }

    /**
     * Adds a header to the answer, such as {@code WWW-Authenticate} to a 401 (RFC 9110, 11.6.1).
     *
     * @param name is replaced if the answer has it
     * @param value one line
     * @return another exception with the header
     */
    public HandshakeRefusedException withHeader(final String name, final String value) {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new HandshakeRefusedException(status, detail(), Collections.unmodifiableMap(all));
    }

    String detail() {
        final String message = getMessage();
        return message == null ? "" : message;
    }

    Map<String, String> headers() {
        return headers;
    }

    int status() {
        return status;
    }
}
