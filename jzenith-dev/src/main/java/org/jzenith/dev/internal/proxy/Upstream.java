package org.jzenith.dev.internal.proxy;

import org.jzenith.dev.internal.failure.Failure;

/** The destination of a connection's bytes. */
public sealed interface Upstream {

    /**
     * The application's address.
     *
     * @param start the number of this start, which tells an application from the one before
     * @param port the port on the loopback address
     */
    record Available(int start, int port) implements Upstream {}

    /** Nowhere: the proxy itself answers with the reason. */
    record Unavailable(Failure failure) implements Upstream {}
}
