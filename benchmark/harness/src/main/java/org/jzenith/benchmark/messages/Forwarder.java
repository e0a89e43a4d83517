package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

/** Passes connections to an address on to another one. It is also the program that does so in a network namespace. */
public final class Forwarder {

    private static final int BACKLOG = 256;

    private Forwarder() {}

    /**
     * Passes connections to ports of the loopback address on to the same ports of a host, until the end of the standard input.
     *
     * @param arguments the host, and the ports
     * @throws IOException if there are no sockets
     */
    public static void main(final String... arguments) throws IOException {
        try (Cleanup cleanup = new Cleanup()) {
            for (int i = 1; i < arguments.length; i++) {
                final int port = Integer.parseInt(arguments[i]);
                start(
                        cleanup,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        new InetSocketAddress(arguments[0], port));
            }
            System.in.readAllBytes();
        }
    }

    /** Listens until the clean-up. */
    static void start(final Cleanup cleanup, final InetSocketAddress from, final InetSocketAddress to) {
        try {
            final ServerSocket listener = new ServerSocket(from.getPort(), BACKLOG, from.getAddress());
            cleanup.add(listener, listener::close);
            Front.daemon(() -> {
                while (!listener.isClosed()) {
                    final Socket client = listener.accept();
                    Front.daemon(() -> forward(client, to));
                }
            });
        } catch (final IOException e) {
            throw new BenchmarkException("There is no listener at " + from + ".", e);
        }
    }

    private static void forward(final Socket client, final InetSocketAddress to) throws IOException {
        try (client;
                Socket server = new Socket(to.getAddress(), to.getPort())) {
            Front.join(client, server);
        }
    }
}
