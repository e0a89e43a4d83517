package org.jzenith.embedded;

/**
 * A running server for development and tests. It listens on the loopback address only and stops with the JVM. Safe for use by many threads; each method can block.
 */
public interface EmbeddedServer extends AutoCloseable {

    /**
     * Returns the address at which the server listens.
     *
     * @return the loopback address
     */
    default String host() {
        return "127.0.0.1";
    }

    /**
     * Returns the port on which the server listens.
     *
     * @return a port that was free at startup
     */
    int port();

    /**
     * Returns the version of the server.
     *
     * @return a value such as {@code 18.6}
     */
    String version();

    /** Stops the server, ends its sessions, and deletes temporary data. A second call does nothing. */
    @Override
    void close();
}
