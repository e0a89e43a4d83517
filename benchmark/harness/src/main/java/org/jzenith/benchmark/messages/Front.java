package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;

/** The one address of all instances: passes each connection on to the next instance that is ready. */
final class Front {

    private static final int POLL_MILLIS = 100;
    private static final int READY_MILLIS = 1_000;
    private static final int BACKLOG = 256;

    private final List<Instance> instances;
    private final Map<Instance, Boolean> ready = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();
    private final ServerSocket listener;

    private Front(final List<Instance> instances, final ServerSocket listener) {
        this.instances = instances;
        this.listener = listener;
    }

    static Front start(final Cleanup cleanup, final List<Instance> instances) {
        try {
            final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            cleanup.add("front", listener::close);
            final Front front = new Front(instances, listener);
            front.instances.forEach(instance -> daemon(() -> front.watch(instance)));
            daemon(front::accept);
            return front;
        } catch (final IOException e) {
            throw new BenchmarkException("The address of all instances cannot be opened.", e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    private void watch(final Instance instance) {
        while (!listener.isClosed()) {
            ready.put(instance, instance.isReady(READY_MILLIS));
            MeasuredServer.pause(POLL_MILLIS);
        }
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            final Socket client = listener.accept();
            daemon(() -> serve(client));
        }
    }

    private void serve(final Socket client) throws IOException {
        try (client) {
            for (int i = 0; i < instances.size(); i++) {
                final Instance instance = instances.get(Math.floorMod(turn.getAndIncrement(), instances.size()));
                if (ready.getOrDefault(instance, false)) {
                    final Socket server = new Socket();
                    try (server) {
                        server.connect(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), instance.port()), READY_MILLIS);
                        join(client, server);
                        return;
                    } catch (final IOException e) {
                        if (server.isConnected()) {
                            throw e;
                        }
                        ready.put(instance, false);
                    }
                }
            }
        }
    }

    /** Passes bytes in both directions until one of them ends. */
    static void join(final Socket client, final Socket server) throws IOException {
        daemon(() -> {
            client.getInputStream().transferTo(server.getOutputStream());
            server.shutdownOutput();
        });
        server.getInputStream().transferTo(client.getOutputStream());
    }

    static void daemon(final Cleanup.Step work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final Exception e) {
                System.getLogger(Front.class.getName()).log(System.Logger.Level.DEBUG, "A connection ended.", e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
