package org.jzenith.benchmark.security;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.MeasuredServer;

/**
 * Clients that attack, for example guess passwords, each from a separate network. Each sends the next request when it has the response to
 * the last one; after a response that is not 401 it waits.
 */
final class Guessers implements AutoCloseable {

    private static final int REFUSED = 401;
    private static final int KNOWN_EVERY = 10;
    private static final int STATUS_BEGIN = 9;
    private static final int STATUS_END = 12;

    private final InetSocketAddress server;
    private final long waitMillis;
    private final LongFunction<String> request;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final AtomicLong guesses = new AtomicLong();
    private volatile boolean closed;

    private Guessers(final InetSocketAddress server, final long waitMillis, final LongFunction<String> request) {
        this.server = server;
        this.waitMillis = waitMillis;
        this.request = request;
    }

    /** Returns requests with another password each, by their number. */
    static LongFunction<String> passwords() {
        return number -> {
            final String user = number % KNOWN_EVERY == 0 ? Programs.USER : "user-" + number;
            final String credentials =
                    Base64.getEncoder().encodeToString((user + ":guess-" + number).getBytes(StandardCharsets.US_ASCII));
            return "GET " + MeasuredServer.PATH + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + credentials
                    + "\r\n\r\n";
        };
    }

    /**
     * @param networks first of the networks, so that others guess in the next round
     * @param request returns each request by its number
     */
    static Guessers start(
            final InetSocketAddress server,
            final int count,
            final int networks,
            final long waitMillis,
            final LongFunction<String> request) {
        final Guessers guessers = new Guessers(server, waitMillis, request);
        for (int i = 0; i < count; i++) {
            final int network = networks + i;
            final Thread thread = new Thread(() -> guessers.run(network), "guesser-" + i);
            thread.setDaemon(true);
            guessers.threads.add(thread);
            thread.start();
        }
        return guessers;
    }

    private void run(final int network) {
        while (!closed) {
            try (Socket socket = new Socket()) {
                synchronized (sockets) {
                    sockets.add(socket);
                }
                socket.bind(new InetSocketAddress(
                        InetAddress.getByAddress(new byte[] {
                            127, (byte) (3 + network / 62_500), (byte) (network / 250 % 250), (byte) (1 + network % 250)
                        }),
                        0));
                socket.connect(server);
                guess(socket);
            } catch (final IOException e) {
                MeasuredServer.pause(1);
            }
        }
    }

    private void guess(final Socket socket) throws IOException {
        final InputStream in = new BufferedInputStream(socket.getInputStream());
        while (!closed) {
            socket.getOutputStream()
                    .write(request.apply(guesses.getAndIncrement()).getBytes(StandardCharsets.US_ASCII));
            final int status = readResponse(in);
            statuses.computeIfAbsent(status, key -> new LongAdder()).increment();
            if (status != REFUSED && !closed) {
                MeasuredServer.pause(waitMillis);
            }
        }
    }

    private static int readResponse(final InputStream in) throws IOException {
        final int status = Integer.parseInt(line(in).substring(STATUS_BEGIN, STATUS_END));
        long length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            final String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(
                        lower.substring("content-length:".length()).strip());
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private static String line(final InputStream in) throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new EOFException();
            }
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }

    Map<Integer, Long> statuses() {
        final Map<Integer, Long> sorted = new TreeMap<>();
        statuses.forEach((status, count) -> sorted.put(status, count.sum()));
        return sorted;
    }

    @Override
    public void close() {
        closed = true;
        synchronized (sockets) {
            for (final Socket socket : sockets) {
                try {
                    socket.close();
                } catch (final IOException e) {
                    // it is closed already
                }
            }
        }
        for (final Thread thread : threads) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BenchmarkException("The measurement was interrupted.", e);
            }
        }
    }
}
