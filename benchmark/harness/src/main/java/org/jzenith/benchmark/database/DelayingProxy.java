package org.jzenith.benchmark.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;

/** A network with a round trip: what the server sends arrives later, without a limit on how much is on its way. */
final class DelayingProxy {

    /** The system wakes a thread up to this much too late; the rest is waited for without sleeping. */
    private static final long WAKE_UP_NANOS = 60_000;

    private static final int BUFFER = 65_536;

    private final String host;
    private final int target;
    private final long delayNanos;
    private final ServerSocket listener;

    private DelayingProxy(final String host, final int target, final long delayNanos) throws IOException {
        this.host = host;
        this.target = target;
        this.delayNanos = delayNanos;
        this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    }

    static DelayingProxy start(final Cleanup cleanup, final String host, final int target, final long delayNanos) {
        try {
            final DelayingProxy proxy = new DelayingProxy(host, target, delayNanos);
            cleanup.add(proxy, proxy.listener::close);
            daemon(proxy::accept);
            return proxy;
        } catch (final IOException e) {
            throw new BenchmarkException("The proxy cannot listen.", e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Chunk(byte[] bytes, long due) {}

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            final Socket client = listener.accept();
            final Socket server = new Socket(host, target);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            final BlockingQueue<Chunk> responses = new LinkedBlockingQueue<>();
            daemon(() -> {
                try (client;
                        server) {
                    client.getInputStream().transferTo(server.getOutputStream());
                }
            });
            daemon(() -> read(server.getInputStream(), responses));
            daemon(() -> write(responses, client.getOutputStream()));
        }
    }

    private void read(final InputStream input, final BlockingQueue<Chunk> responses) throws IOException {
        final byte[] buffer = new byte[BUFFER];
        try {
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                responses.add(new Chunk(Arrays.copyOf(buffer, count), System.nanoTime() + delayNanos));
            }
        } finally {
            responses.add(new Chunk(new byte[0], System.nanoTime()));
        }
    }

    private static void write(final BlockingQueue<Chunk> responses, final OutputStream output)
            throws IOException, InterruptedException {
        for (Chunk next = responses.take(); next.bytes.length > 0; next = responses.take()) {
            for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                if (left > WAKE_UP_NANOS) {
                    LockSupport.parkNanos(left - WAKE_UP_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            // A network, too, delivers together all bytes whose time has come.
            final ByteArrayOutputStream due = new ByteArrayOutputStream(next.bytes.length);
            due.write(next.bytes);
            for (Chunk after = responses.peek();
                    after != null && after.bytes.length > 0 && after.due <= System.nanoTime();
                    after = responses.peek()) {
                due.write(responses.remove().bytes);
            }
            due.writeTo(output);
        }
        output.close();
    }

    private static void daemon(final Cleanup.Step work) {
        final Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (final IOException e) {
                System.getLogger(DelayingProxy.class.getName())
                        .log(System.Logger.Level.DEBUG, "A connection ended.", e);
            } catch (final Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
