package org.jzenith.restclient;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer that speaks as a test wants: each connection is a thread of its own. */
final class RawPeer implements AutoCloseable {

    private final ServerSocket server;
    private final Behavior behavior;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Semaphore closed = new Semaphore(0);

    /** The behavior of a connection. */
    @FunctionalInterface
    interface Behavior {

        /** Speaks until the connection should end. */
        void speak(Conversation conversation) throws IOException, InterruptedException;
    }

    /** A connection. */
    static final class Conversation {

        final Socket socket;
        final int number;
        private final InputStream input;
        private final OutputStream output;

        Conversation(final Socket socket, final int number) throws IOException {
            this.socket = socket;
            this.number = number;
            this.input = new BufferedInputStream(socket.getInputStream());
            this.output = socket.getOutputStream();
        }

        /** Reads the head of a request; empty at the end of the connection. */
        String head() throws IOException {
            final StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                final int next = input.read();
                if (next < 0) {
                    return "";
                }
                head.append((char) next);
            }
            return head.toString();
        }

        /** Reads the body of a request, which is short, and drops it. */
        void body(final String head) throws IOException {
            if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
                final StringBuilder body = new StringBuilder();
                for (int next = 0; next >= 0 && body.indexOf("0\r\n\r\n") < 0; ) {
                    next = input.read();
                    body.append((char) next);
                }
            }
        }

        void send(final String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void send(final byte[] bytes) throws IOException {
            output.write(bytes);
            output.flush();
        }

        /** Waits until the client closes the connection. */
        void awaitEnd() throws IOException {
            while (input.read() >= 0) {
                // goes on
            }
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Passes all bytes to another socket, and its bytes to this one, until one of them ends. */
        void tunnel(final Socket other) throws IOException {
            final Thread back = new Thread(() -> copy(other, socket), "raw-peer-back");
            back.setDaemon(true);
            back.start();
            try (other) {
                input.transferTo(other.getOutputStream());
            }
        }

        private static void copy(final Socket from, final Socket to) {
            try (to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (final IOException e) {
                // one side has left
            }
        }
    }

    RawPeer(final Behavior behavior) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
        this.behavior = behavior;
        final Thread acceptor = new Thread(this::accept, "raw-peer");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                final Socket socket = server.accept();
                sockets.add(socket);
                final int number = connections.incrementAndGet();
                final Thread thread = new Thread(() -> speak(socket, number), "raw-peer-" + number);
                thread.setDaemon(true);
                thread.start();
            } catch (final IOException e) {
                return;
            }
        }
    }

    private void speak(final Socket socket, final int number) {
        try (socket) {
            behavior.speak(new Conversation(socket, number));
        } catch (final IOException | InterruptedException e) {
            // the client has left
        } finally {
            closed.release();
        }
    }

    String url() {
        return "http://localhost:" + server.getLocalPort();
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    /** Counts the connections that have ended. */
    Semaphore closed() {
        return closed;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (final Socket socket : sockets) {
            socket.close();
        }
    }
}
