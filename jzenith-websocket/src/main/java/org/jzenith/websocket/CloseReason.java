package org.jzenith.websocket;

/**
 * The reason why a WebSocket was closed (RFC 6455, 7.4). Immutable.
 *
 * @param code the code, 1000 or more; 1005 if the client gave none, 1006 if the connection was lost
 * @param text a human-readable reason; can be empty
 * @param byClient true if the client closed the WebSocket or the connection was lost; false if this server closed it
 */
public record CloseReason(int code, String text, boolean byClient) {

    /** All is done. */
    public static final int NORMAL = 1000;

    /** The server stops, or the user leaves the page. */
    public static final int GOING_AWAY = 1001;

    /** The protocol was violated. */
    public static final int PROTOCOL_ERROR = 1002;

    /** The kind of a message is not accepted, for example binary where text is expected. */
    public static final int UNSUPPORTED = 1003;

    /** The client gave no code. Not sent. */
    public static final int NONE = 1005;

    /** The connection ended without a close frame. Not sent. */
    public static final int LOST = 1006;

    /** The content of a message does not match its kind, for example text that is not UTF-8. */
    public static final int INVALID_CONTENT = 1007;

    /** A message violates a rule of the application. */
    public static final int POLICY_VIOLATION = 1008;

    /** A message is too large. */
    public static final int TOO_LARGE = 1009;

    /** The server failed. */
    public static final int SERVER_ERROR = 1011;

    /** The server restarts: the client can connect again. */
    public static final int SERVICE_RESTART = 1012;

    /** The server is overloaded now. */
    public static final int TRY_AGAIN_LATER = 1013;

    /** Returns true if an application may send the code (RFC 6455, 7.4.1 and 7.4.2). */
    static boolean maySend(final int code) {
        return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
    }

    static int checked(final int code) {
        if (!maySend(code)) {
            throw new IllegalArgumentException("A WebSocket cannot be closed with the code " + code
                    + ". Use 1000 to 1003, 1007 to 1014, or 3000 to 4999 for your own codes.");
        }
        return code;
    }
}
