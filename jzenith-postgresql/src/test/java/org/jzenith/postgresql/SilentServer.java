package org.jzenith.postgresql;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A frozen server: accepts connections and reads what clients send, but never responds. */
final class SilentServer implements AutoCloseable {

    private final ServerSocket listener;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    SilentServer() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** Returns the number of connections so far. */
    int accepted() {
        return accepted.get();
    }

    /** Returns the number of connections that the clients have not closed. */
    int open() {
        return open.get();
    }

    private void accept() {
        try {
            while (true) {
                final Socket client = listener.accept();
                open.incrementAndGet();
                accepted.incrementAndGet();
                daemon(() -> drain(client));
            }
        } catch (final IOException e) {
            Thread.yield(); // the listener was closed
        }
    }

    private void drain(final Socket client) {
        try (client) {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (final IOException e) {
            Thread.yield(); // the client has reset the connection
        } finally {
            open.decrementAndGet();
        }
    }

    private static void daemon(final Runnable work) {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
