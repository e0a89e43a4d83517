package org.jzenith.restclient.stub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Forwards connections to a server byte by byte, with the faults that a test sets. Each direction of a connection has a thread. */
final class FaultyProxy implements AutoCloseable {

    private static final int PIECE = 16 * 1024;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile StubFault fault = StubFault.none();

    FaultyProxy(final int target) {
        this.target = target;
        try {
            this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        start("stub-accept", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void setFault(final StubFault next) {
        fault = next;
    }

    private static void start(final String name, final Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                pass(server.accept());
            }
        } catch (final IOException e) {
            // closed
        }
    }

    @SuppressWarnings("resource") // close() and the threads of the directions close the sockets
    private void pass(final Socket client) throws IOException {
        final Socket other = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        other.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(other);
        start("stub-requests", () -> copyRequests(client, other));
        start("stub-responses", () -> copyResponses(other, client));
    }

    private void copyRequests(final Socket from, final Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (final IOException e) {
            // one side has left
        } finally {
            end(from, to);
        }
    }

    private void copyResponses(final Socket from, final Socket to) {
        final byte[] piece = new byte[PIECE];
        try {
            final InputStream input = from.getInputStream();
            final OutputStream output = to.getOutputStream();
            for (int length = input.read(piece); length >= 0; length = input.read(piece)) {
                final StubFault now = fault;
                TimeUnit.NANOSECONDS.sleep(now.delay().toNanos());
                if (!send(now, output, piece, length)) {
                    if (now.resets()) {
                        to.setSoLinger(true, 0);
                    }
                    return;
                }
            }
        } catch (final IOException e) {
            // one side has left
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(from, to);
        }
    }

    /** Sends a piece. Returns false if the connection ends now. */
    private static boolean send(final StubFault fault, final OutputStream output, final byte[] piece, final int length)
            throws IOException, InterruptedException {
        final boolean cut = fault.limit() >= 0;
        final int most = cut ? Math.min(length, fault.limit()) : length;
        if (fault.pause().isZero()) {
            output.write(piece, 0, most);
        } else {
            for (int i = 0; i < most; i++) {
                output.write(piece, i, 1);
                TimeUnit.NANOSECONDS.sleep(fault.pause().toNanos());
            }
        }
        return !cut;
    }

    private void end(final Socket... ended) {
        for (final Socket socket : ended) {
            sockets.remove(socket);
            try {
                socket.close();
            } catch (final IOException e) {
                // it is closed for us
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        end(sockets.toArray(new Socket[0]));
    }
}
