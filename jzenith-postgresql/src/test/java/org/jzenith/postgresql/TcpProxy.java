package org.jzenith.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP proxy that can freeze (bytes are accepted and not passed on), change statements, and close connections. */
final class TcpProxy implements AutoCloseable {

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile int target;
    private volatile ServerSocket listener;
    private volatile CountDownLatch paused = new CountDownLatch(0);
    private final AtomicInteger turnedAway = new AtomicInteger();
    private volatile boolean turnsAway;
    private volatile String replaced = "";
    private volatile String replacement = "";

    TcpProxy(final int target) {
        this.target = target;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        accept(listener);
    }

    private static ServerSocket listen(final int port) {
        try {
            final ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    /** Stops forwarding, but keeps connections open and accepts new ones. */
    void freeze() {
        paused = new CountDownLatch(1);
    }

    void thaw() {
        paused.countDown();
    }

    /** Replaces a statement by another one of at most the same length. */
    void replace(final String statement, final String other) {
        replacement = other + " ".repeat(statement.length() - other.length());
        replaced = statement;
    }

    /** Refuses connections and closes the present ones. */
    void shut() {
        close(listener);
        closeConnections();
    }

    /** Closes the present connections and all new ones. */
    void turnAway() {
        turnsAway = true;
        closeConnections();
    }

    void letIn() {
        turnsAway = false;
    }

    /** Returns the number of new connections that were closed. */
    int turnedAway() {
        return turnedAway.get();
    }

    /** Closes the present connections; new ones are accepted. */
    void closeConnections() {
        sockets.forEach(TcpProxy::close);
        sockets.clear();
    }

    /** Listens again on the same port, for another server. */
    void reopen(final int newTarget) {
        target = newTarget;
        listener = listen(port);
        accept(listener);
    }

    private void accept(final ServerSocket from) {
        daemon(() -> {
            while (!from.isClosed()) {
                final Socket client = from.accept();
                if (turnsAway) {
                    turnedAway.incrementAndGet();
                    client.close();
                    continue;
                }
                final Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            }
        });
    }

    private void pump(final Socket from, final Socket to) throws IOException {
        final byte[] bytes = new byte[8_192];
        final InputStream input = from.getInputStream();
        final OutputStream output = to.getOutputStream();
        try {
            for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
                paused.await();
                final String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                final String changed = replaced.isEmpty() ? text : text.replace(replaced, replacement);
                output.write(changed.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(final Work work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final IOException e) {
                // The end of a connection is what a proxy is for.
                Thread.yield();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(final AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        thaw();
        shut();
    }
}
