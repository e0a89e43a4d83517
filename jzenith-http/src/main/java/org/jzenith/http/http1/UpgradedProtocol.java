package org.jzenith.http.http1;

/**
 * The protocol that a connection speaks after {@code 101 Switching Protocols}. The server counts the connection until it is
 * closed, and counts its unsent bytes with those of responses. It closes the connection if the client reads none of these
 * bytes for the idle time-out. The protocol handles all other time-outs.
 *
 * <p>Called on the event loop of the connection only; must not block.
 */
public interface UpgradedProtocol {

    /**
     * Checks time-outs; called four times a second while the connection is open.
     *
     * @param nanoTime the current {@link System#nanoTime}
     */
    void check(long nanoTime);

    /**
     * Starts closing, because the server is shutting down. Tells the client, and closes the connection when the client has responded
     * or after a time-out.
     */
    void beginClose();

    /**
     * Returns true if the connection is about to be closed.
     *
     * @return true at the latest after {@link #beginClose}
     */
    boolean isClosing();
}
