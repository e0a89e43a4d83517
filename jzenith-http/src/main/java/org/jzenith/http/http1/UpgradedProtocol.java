package org.jzenith.http.http1;

/**
 * The protocol that a connection speaks after {@code 101 Switching Protocols}, as the server sees it. The server counts the
 * connection until it is closed, counts the bytes that wait for its client with those of responses, and closes it if the
 * client takes none of them for the idle time-out. All other time-outs are those of the protocol.
 *
 * <p>Called on the event loop of the connection only; must not block.
 */
public interface UpgradedProtocol {

    /**
     * Checks time-outs; called four times a second while the connection is open.
     *
     * @param nanoTime now, as {@link System#nanoTime} has it
     */
    void check(long nanoTime);

    /**
     * Starts to close, because the server stops: tells the client, and closes the connection when the client has responded or after a
     * time-out.
     */
    void beginClose();

    /**
     * Returns true if the connection is about to be closed.
     *
     * @return true from {@link #beginClose} on, or earlier
     */
    boolean isClosing();
}
