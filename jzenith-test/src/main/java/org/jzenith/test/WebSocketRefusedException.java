package org.jzenith.test;

/** Thrown when the application refuses a WebSocket. {@link #response} is its response. */
public final class WebSocketRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient TestResponse response;

    WebSocketRefusedException(final TestResponse response, final Throwable cause) {
        super("The handshake was refused: " + response, cause);
        this.response = response;
    }

    /**
     * Returns the response.
     *
     * @return the response, for example with the status 401
     */
    public TestResponse response() {
        return response;
    }
}
