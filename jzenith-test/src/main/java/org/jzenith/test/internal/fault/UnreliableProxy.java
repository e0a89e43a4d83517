package org.jzenith.test.internal.fault;

import java.io.Closeable;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A TCP proxy that can freeze (bytes are accepted and not passed on), change statements, and close connections. */
public final class UnreliableProxy implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(UnreliableProxy.class);

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile int target;
    private volatile ServerSocket listener;
    private volatile Thread acceptor;
    private volatile Closeable reservation = () -> {};
    private volatile CountDownLatch paused = new CountDownLatch(0);
    private volatile CountDownLatch pausedAnswers = new CountDownLatch(0);
    private final AtomicReference<Trigger> trigger = new AtomicReference<>();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean turnsAway;
    private volatile String replaced = "";
    private volatile String replacement = "";

    /** Listens on a free port of the loopback address, and passes connections on to another port of it. */
    public UnreliableProxy(final int target) {
        this.target = target;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        this.acceptor = accept(listener);
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

    /** Returns the port, always the same. */
    public int port() {
        return port;
    }

    /** Stops forwarding, but keeps connections open and accepts new ones. */
    public void freeze() {
        paused = new CountDownLatch(1);
    }

    /** Freezes when a client sends a request that starts like a pattern, in ISO-8859-1, and does not forward it. */
    public void freezeAt(final Pattern request) {
        trigger.set(new Trigger(request, false));
    }

    /** Forwards such a request and all others, but nothing that servers send from then on. */
    public void freezeAnswersTo(final Pattern request) {
        trigger.set(new Trigger(request, true));
    }

    /** Forwards again, what has arrived meanwhile first. */
    public void thaw() {
        paused.countDown();
        pausedAnswers.countDown();
    }

    /** Replaces a statement by another one of at most the same length. */
    public void replace(final String statement, final String other) {
        replacement = other + " ".repeat(statement.length() - other.length());
        replaced = statement;
    }

    /** Refuses connections and closes the present ones. Keeps the port, so that no other process gets it. */
    public void shut() {
        if (!listener.isClosed()) {
            close(listener);
            awaitAcceptor();
            reservation = reserve(port);
        }
        closeConnections();
    }

    /** Waits until the thread has left {@code accept()}: until then, the operating system still listens. */
    private void awaitAcceptor() {
        try {
            acceptor.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Binds a socket that does not listen, so that the operating system refuses connections to the port. */
    private static Socket reserve(final int port) {
        try {
            final Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the present connections and all new ones. */
    public void turnAway() {
        turnsAway = true;
        closeConnections();
    }

    /** Accepts connections again. */
    public void letIn() {
        turnsAway = false;
    }

    /** Returns the number of connections that were accepted and passed on. */
    public int connections() {
        return connections.get();
    }

    /** Returns the number of new connections that were closed. */
    public int turnedAway() {
        return turnedAway.get();
    }

    /** Closes the present connections; new ones are accepted. */
    public void closeConnections() {
        sockets.forEach(UnreliableProxy::close);
        sockets.clear();
    }

    /** Passes new connections on to another port, such as that of a server which had to know the port of this proxy. */
    public void redirect(final int newTarget) {
        target = newTarget;
    }

    /** Listens again on the same port, for another server. */
    public void reopen(final int newTarget) {
        target = newTarget;
        close(reservation);
        listener = listen(port);
        acceptor = accept(listener);
    }

    private Thread accept(final ServerSocket from) {
        return daemon(() -> {
            while (!from.isClosed()) {
                final Socket client = from.accept();
                if (turnsAway) {
                    turnedAway.incrementAndGet();
                    client.close();
                    continue;
                }
                connections.incrementAndGet();
                final Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                daemon(() -> pump(client, server, false));
                daemon(() -> pump(server, client, true));
            }
        });
    }

    private void pump(final Socket from, final Socket to, final boolean isAnswer) throws IOException {
        final byte[] bytes = new byte[8_192];
        final InputStream input = from.getInputStream();
        final OutputStream output = to.getOutputStream();
        try {
            for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
                final String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                if (isAnswer) {
                    pausedAnswers.await();
                } else {
                    freezeIfTriggered(text);
                }
                paused.await();
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

    private void freezeIfTriggered(final String request) {
        final Trigger current = trigger.get();
        if (current != null && current.request.matcher(request).lookingAt() && trigger.compareAndSet(current, null)) {
            if (current.forwards) {
                pausedAnswers = new CountDownLatch(1);
            } else {
                freeze();
            }
        }
    }

    private record Trigger(Pattern request, boolean forwards) {}

    private interface Work {
        void run() throws IOException;
    }

    private static Thread daemon(final Work work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final IOException e) {
                LOGGER.debug("A connection has ended.", e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
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
        close(listener);
        close(reservation);
        closeConnections();
    }
}
