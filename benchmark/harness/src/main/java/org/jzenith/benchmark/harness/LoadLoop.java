package org.jzenith.benchmark.harness;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jzenith.benchmark.process.BenchmarkException;

/** A small load of our own: some connections, on each one request after the other, every latency remembered. */
public final class LoadLoop {

    /**
     * The result.
     *
     * @param seconds how long it took
     * @param nanos the latencies, sorted
     * @param statuses how many answers had which status
     * @param errors attempts without an answer
     */
    @SuppressWarnings("ArrayRecordComponent") // millions of latencies, and nobody compares two of these
    public record Found(double seconds, long[] nanos, Map<Integer, Integer> statuses, int errors) {

        /**
         * A percentile of the latencies; there must be one.
         *
         * @param percent from 0 to 100
         * @return milliseconds
         */
        public double milliseconds(final double percent) {
            return Statistics.percentile(nanos, percent) / 1e6;
        }
    }

    private static final int TIMEOUT_MILLIS = 10_000;

    private final URI target;
    private final byte[] request;

    /**
     * Prepares a load.
     *
     * @param target a URL that is asked for
     */
    public LoadLoop(final URI target) {
        this.target = target;
        final String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        final String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        this.request = ("GET " + path + query + " HTTP/1.1\r\nHost: " + target.getRawAuthority() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Loads the target.
     *
     * @param connections how many at a time
     * @param seconds how long
     * @return what was found
     */
    public Found run(final int connections, final int seconds) {
        final ExecutorService threads = Executors.newFixedThreadPool(connections, LoadLoop::daemon);
        try {
            final long begin = System.nanoTime();
            final long end = begin + seconds * 1_000_000_000L;
            final List<Future<ConnectionLoad>> running = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                running.add(threads.submit(() -> new ConnectionLoad().run(end)));
            }
            final List<ConnectionLoad> loads = new ArrayList<>();
            for (final Future<ConnectionLoad> run : running) {
                loads.add(run.get());
            }
            return sum(loads, (System.nanoTime() - begin) / 1e9);
        } catch (final ExecutionException e) {
            throw new BenchmarkException("The load on " + target + " failed.", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The benchmark was interrupted.", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread daemon(final Runnable work) {
        final Thread thread = new Thread(work, "load");
        thread.setDaemon(true);
        return thread;
    }

    private static Found sum(final List<ConnectionLoad> loads, final double seconds) {
        final long[] nanos = loads.stream()
                .flatMapToLong(load -> Arrays.stream(load.nanos, 0, load.count))
                .sorted()
                .toArray();
        final Map<Integer, Integer> statuses = new TreeMap<>();
        loads.forEach(load -> load.statuses.forEach((status, count) -> statuses.merge(status, count, Integer::sum)));
        return new Found(
                seconds,
                nanos,
                statuses,
                loads.stream().mapToInt(load -> load.errors).sum());
    }

    /** One connection. */
    private final class ConnectionLoad {

        private long[] nanos = new long[1024];
        private int count;
        private int errors;
        private final Map<Integer, Integer> statuses = new TreeMap<>();

        ConnectionLoad run(final long end) {
            while (System.nanoTime() < end) {
                try (Socket socket = new Socket(target.getHost(), target.getPort() < 0 ? 80 : target.getPort())) {
                    socket.setTcpNoDelay(true);
                    socket.setSoTimeout(TIMEOUT_MILLIS);
                    talk(socket.getOutputStream(), new BufferedInputStream(socket.getInputStream(), 16_384), end);
                } catch (final IOException e) {
                    errors++;
                    if (count == 0 && errors > 3) {
                        return this;
                    }
                }
            }
            return this;
        }

        private void talk(final OutputStream out, final InputStream in, final long end) throws IOException {
            while (System.nanoTime() < end) {
                final long begin = System.nanoTime();
                out.write(request);
                final boolean goesOn = readAnswer(in);
                remember(System.nanoTime() - begin);
                if (!goesOn) {
                    return;
                }
            }
        }

        private void remember(final long latency) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = latency;
        }

        /** Returns whether the connection can be used again. */
        private boolean readAnswer(final InputStream in) throws IOException {
            final String first = line(in);
            final String[] parts = first.split(" ", 3);
            if (parts.length < 2) {
                throw new IOException("not HTTP: " + first);
            }
            final int status = Integer.parseInt(parts[1]);
            long length = status == 204 || status == 304 ? 0 : -1;
            boolean chunked = false;
            boolean goesOn = true;
            for (String header = line(in); !header.isEmpty(); header = line(in)) {
                final String lower = header.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = Long.parseLong(lower.substring(15).strip());
                }
                chunked |= lower.startsWith("transfer-encoding:") && lower.endsWith("chunked");
                goesOn &= !(lower.startsWith("connection:") && lower.endsWith("close"));
            }
            readBody(in, length, chunked);
            statuses.merge(status, 1, Integer::sum);
            return goesOn && (chunked || length >= 0);
        }

        private static void readBody(final InputStream in, final long length, final boolean chunked)
                throws IOException {
            if (chunked) {
                for (long size = chunk(in); size > 0; size = chunk(in)) {
                    in.skipNBytes(size + 2);
                }
                line(in);
            } else if (length >= 0) {
                in.skipNBytes(length);
            } else {
                in.readAllBytes();
            }
        }

        private static long chunk(final InputStream in) throws IOException {
            return Long.parseLong(line(in).replaceFirst(";.*", "").strip(), 16);
        }

        private static String line(final InputStream in) throws IOException {
            final StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException("the connection was closed in the middle of an answer");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }
    }
}
