package org.jzenith.websocket;

import org.jspecify.annotations.Nullable;

/**
 * Closes the WebSocket whose outgoing {@code Flowable} fails with it. Nothing is logged. The messages of a {@link WebSocket} fail with it
 * when a message is not as expected, for example binary instead of text, and with {@link CloseReason#LOST} when the connection ended
 * without a close frame. It has no stack trace.
 */
public sealed class WebSocketCloseException extends RuntimeException permits InvalidMessageException {

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Closes with a code.
     *
     * @param code 1000 to 1003, 1007 to 1014, or 3000 to 4999
     * @param reason a text for the client; cut off after 123 bytes of UTF-8
     * @throws IllegalArgumentException if the code cannot be sent
     */
    public WebSocketCloseException(final int code, final String reason) {
        this(CloseReason.checked(code), reason, null);
    }

    WebSocketCloseException(final int code, final String reason, final @Nullable Throwable cause) {
        super(reason, cause, false, false);
        this.code = code;
    }

    static WebSocketCloseException lost() {
        return new WebSocketCloseException(
                CloseReason.LOST, "The connection of the WebSocket ended without a close frame.", null);
    }

    /**
     * Returns the code that the client sees.
     *
     * @return the given code; 1006 if the connection was lost
     */
    public int code() {
        return code;
    }

    /** Returns the reason that is sent to the client. */
    String reason() {
        final String message = getMessage();
        return message == null ? "" : message;
    }
}
