package org.jzenith.benchmark.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.MeasuredServer;

/** Sends requests at a fixed rate over some connections, each with another token, and does not wait for responses before the next ones. */
final class PacedLoad implements AutoCloseable {

    private static final long PAUSE_MILLIS = 5;
    private static final double NANOS_OF_A_SECOND = 1e9;
    private static final int BATCH = 200;
    private static final int BUFFER = 64 * 1024;
    private static final byte[] MARK = "HTTP/1.1 ".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_DIGITS = 3;

    /**
     * The load.
     *
     * @param connections number of connections
     * @param networks number of local addresses, which are different client networks
     * @param perSecond requests in a second, of all connections together
     * @param limit number of requests, of all connections together
     * @param token returns the token of each request, by its number
     */
    record Load(int connections, int networks, double perSecond, long limit, LongFunction<String> token) {}

    private final InetSocketAddress server;
    private final Load load;
    private final long begin = System.nanoTime();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong numbers;
    private final LongAdder answered = new LongAdder();
    private final LongAdder reconnects = new LongAdder();
    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private PacedLoad(final InetSocketAddress server, final Load load, final long first) {
        this.server = server;
        this.load = load;
        this.numbers = new AtomicLong(first);
    }

    /** @param first number of the first request */
    static PacedLoad start(final InetSocketAddress server, final Load load, final long first) {
        final PacedLoad paced = new PacedLoad(server, load, first);
        for (int i = 0; i < load.connections; i++) {
            final int index = i;
            paced.threads.add(daemon("paced-load-" + i, () -> paced.run(index)));
        }
        return paced;
    }

    private static Thread daemon(final String name, final Runnable work) {
        final Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void run(final int index) {
        final long share = load.limit / load.connections;
        long sent = 0;
        while (!closed && sent < share) {
            try (Socket socket = connect(index)) {
                final LongAdder received = new LongAdder();
                final Thread reader = daemon("paced-load-reader-" + index, () -> read(socket, received));
                final long before = sent;
                sent = send(socket.getOutputStream(), sent, share);
                while (!closed && reader.isAlive() && received.sum() < sent - before) {
                    MeasuredServer.pause(PAUSE_MILLIS);
                }
            } catch (final IOException e) {
                reconnects.increment();
                // what was sent on the old connection is lost
                sent = Math.min(share, sent + 1);
            }
        }
    }

    private Socket connect(final int index) throws IOException {
        final Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        if (load.networks > 1) {
            final int network = index % load.networks;
            socket.bind(new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, 2, (byte) (network / 250), (byte) (1 + network % 250)}),
                    0));
        }
        socket.connect(server);
        return socket;
    }

    private long send(final OutputStream out, final long alreadySent, final long share) throws IOException {
        final double perConnection = load.perSecond / load.connections;
        final StringBuilder batch = new StringBuilder();
        long sent = alreadySent;
        while (!closed && sent < share) {
            final long due = (long) ((System.nanoTime() - begin) / NANOS_OF_A_SECOND * perConnection);
            final int size = (int) Math.min(BATCH, Math.min(share, due) - sent);
            if (size > 0) {
                batch.setLength(0);
                for (int i = 0; i < size; i++) {
                    batch.append("GET ")
                            .append(MeasuredServer.PATH)
                            .append(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ")
                            .append(load.token.apply(numbers.getAndIncrement()))
                            .append("\r\n\r\n");
                }
                out.write(batch.toString().getBytes(StandardCharsets.US_ASCII));
                sent += size;
            }
            if (size < BATCH) {
                MeasuredServer.pause(PAUSE_MILLIS);
            }
        }
        return sent;
    }

    /** Counts the status lines. */
    private void read(final Socket socket, final LongAdder received) {
        final byte[] buffer = new byte[BUFFER];
        int matched = 0;
        int digits = 0;
        int status = 0;
        try {
            final InputStream in = socket.getInputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                for (int i = 0; i < length; i++) {
                    final byte each = buffer[i];
                    if (matched < MARK.length) {
                        matched = each == MARK[matched] ? matched + 1 : each == MARK[0] ? 1 : 0;
                        continue;
                    }
                    status = status * 10 + each - '0';
                    digits++;
                    if (digits == STATUS_DIGITS) {
                        statuses.computeIfAbsent(status, key -> new LongAdder()).increment();
                        answered.increment();
                        received.increment();
                        matched = 0;
                        digits = 0;
                        status = 0;
                    }
                }
            }
        } catch (final IOException e) {
            // the connection is closed
        }
    }

    static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }

    /** Waits until everything is sent and answered. */
    void awaitEnd() {
        threads.forEach(PacedLoad::join);
    }

    long answered() {
        return answered.sum();
    }

    long reconnects() {
        return reconnects.sum();
    }

    /** Returns the number of the next request. */
    long next() {
        return numbers.get();
    }

    Map<Integer, Long> statuses() {
        final Map<Integer, Long> sorted = new TreeMap<>();
        statuses.forEach((status, count) -> sorted.put(status, count.sum()));
        return sorted;
    }

    /** Returns the rate of responses since the start. */
    double perSecond() {
        return answered() / ((System.nanoTime() - begin) / NANOS_OF_A_SECOND);
    }

    @Override
    public void close() {
        closed = true;
        awaitEnd();
    }
}
