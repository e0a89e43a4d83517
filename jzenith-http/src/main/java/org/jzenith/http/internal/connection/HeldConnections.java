package org.jzenith.http.internal.connection;

import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;

/** Holds connections that clients open before the application serves requests. Safe for use by many threads. */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class HeldConnections {

    private record Held(Channel channel, Runnable opened) {}

    private final List<Held> held = new ArrayList<>();
    private volatile boolean released;
    private boolean closed;

    /**
     * Called on the event loop of a new channel.
     *
     * @param opened adds the handlers; runs now, or on the same event loop when connections are released
     */
    void add(final Channel channel, final Runnable opened) {
        if (released || !tryHold(channel, opened)) {
            opened.run();
        }
    }

    /** Returns false if the connections are released, so that the caller opens this one. */
    private synchronized boolean tryHold(final Channel channel, final Runnable opened) {
        if (released) {
            return false;
        }
        if (closed) {
            channel.close();
        } else {
            channel.config().setAutoRead(false);
            held.add(new Held(channel, opened));
        }
        return true;
    }

    synchronized void release() {
        released = !closed;
        for (final Held each : held) {
            each.channel().eventLoop().execute(() -> {
                each.opened().run();
                each.channel().config().setAutoRead(true);
            });
        }
        held.clear();
    }

    /** Closes the held connections, and those that arrive later, if none was ever released. */
    synchronized void close() {
        closed = !released;
        held.forEach(each -> each.channel().close());
        held.clear();
    }
}
