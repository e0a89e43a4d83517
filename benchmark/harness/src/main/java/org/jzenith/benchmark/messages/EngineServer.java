package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.List;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** A server with which the instances share messages. Each instance has a way of its own to it, which can be cut. */
final class EngineServer {

    /** The process of a server. */
    interface Program {

        /** Returns the port, which may be another one after a restart. */
        int port();

        /** Ends it as a loss of power does. */
        void kill();

        /** Starts it with its data. */
        void restart();

        /** Starts it without its data. */
        void restartEmpty();
    }

    private final Program program;
    private final List<UnreliableProxy> ways = new ArrayList<>();

    EngineServer(final Program program) {
        this.program = program;
    }

    /** Returns a way of an instance to this server. */
    UnreliableProxy way(final Cleanup cleanup) {
        final UnreliableProxy proxy = new UnreliableProxy(program.port());
        cleanup.add(proxy, proxy::close);
        ways.add(proxy);
        return proxy;
    }

    void kill() {
        program.kill();
        ways.forEach(UnreliableProxy::shut);
    }

    void restart() {
        program.restart();
        ways.forEach(way -> way.reopen(program.port()));
    }

    void restartEmpty() {
        program.restartEmpty();
        ways.forEach(way -> way.reopen(program.port()));
    }
}
