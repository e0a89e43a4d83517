package org.jzenith.websocket;

/** The connection of a WebSocket ended without a close: its messages fail with this. It has no stack trace. */
public final class WebSocketLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WebSocketLostException(final String message) {
        super(message, null, false, false);
    }
}
