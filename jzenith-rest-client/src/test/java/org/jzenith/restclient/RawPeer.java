package org.jzenith.restclient;

import java.io.BufferedInputStream;
import java.io.EOFException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A peer that speaks as a test wants: each connection is a thread of its own. */
final class RawPeer implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)");

    private final ServerSocket server;
    private final @Nullable SSLContext tls;
    private final String protocol;
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

        private final Socket transport;

        Conversation(final Socket socket, final Socket transport, final int number) throws IOException {
            this.socket = socket;
            this.transport = transport;
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
            final Matcher length = LENGTH.matcher(head);
            if (length.find()) {
                input.readNBytes(Integer.parseInt(length.group(1)));
            }
        }

        byte[] read(final int length) throws IOException {
            final byte[] bytes = input.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            return bytes;
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

        /** Ends the connection with a TCP reset, also within TLS. */
        void reset() throws IOException {
            transport.setSoLinger(true, 0);
            transport.close();
        }

        /** Passes the connection on to the service that a request to a proxy names. */
        void passOn(final String head) throws IOException {
            final String target =
                    head.split(" ")[1].replaceFirst("^http://", "").replaceFirst("/.*", "");
            final Socket service = new Socket("localhost", Integer.parseInt(target.split(":")[1]));
            if (head.startsWith("CONNECT ")) {
                send("HTTP/1.1 200 Connected\r\n\r\n");
            } else {
                service.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            }
            tunnel(service);
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
        this(behavior, null, "");
    }

    /** @param tls the certificate, or null for none; {@code protocol} is negotiated with it */
    RawPeer(final Behavior behavior, final @Nullable SSLContext tls, final String protocol) throws IOException {
        this.tls = tls;
        this.protocol = protocol;
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
        try (socket;
                Socket spoken = secured(socket)) {
            behavior.speak(new Conversation(spoken, socket, number));
        } catch (final IOException | InterruptedException e) {
            // the client has left
        } finally {
            closed.release();
        }
    }

    private Socket secured(final Socket socket) throws IOException {
        if (tls == null) {
            return socket;
        }
        final SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
        secured.setUseClientMode(false);
        final SSLParameters parameters = secured.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        secured.setSSLParameters(parameters);
        return secured;
    }

    /** Starts an HTTP proxy that passes connections on, as small proxies do. */
    static RawPeer proxy() throws IOException {
        return new RawPeer(client -> {
            final String head = client.head();
            if (!head.isEmpty()) {
                client.passOn(head);
            }
        });
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
