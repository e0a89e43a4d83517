package org.jzenith.benchmark.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * Requests that arrive at a fixed rate, whether earlier ones are answered or not, as those of very many clients do. Latencies count
 * from the time at which a request was due. A request takes a connection that has its answer, or a new one. One thread does it all.
 */
final class OpenLoop {

    /** What came of the requests; latencies in milliseconds. */
    record Result(
            long good, long refused, long errors, long unsent, double goodP99, double refusedP50, double refusedP99) {}

    private static final int MOST_CONNECTIONS = 8_000;
    private static final int KEPT = 2_000_000;

    private final InetSocketAddress address;
    private final ByteBuffer request;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final ArrayDeque<Client> idle = new ArrayDeque<>();
    private final Latencies good = new Latencies();
    private final Latencies refused = new Latencies();
    private int connections;
    private long errors;
    private long unsent;
    private long counted;

    OpenLoop(final InetSocketAddress address, final String path) {
        this.address = address;
        this.request = ByteBuffer.wrap(
                ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static final class Latencies {

        private final long[] nanos = new long[KEPT];
        private long count;

        void add(final long latency) {
            nanos[(int) (count++ % KEPT)] = latency;
        }

        double percentile(final double part) {
            final int kept = (int) Math.min(count, KEPT);
            Arrays.sort(nanos, 0, kept);
            return kept == 0 ? 0 : nanos[(int) (kept * part)] / 1e6;
        }
    }

    /** Sends for some time; requests that were due in the first part of it do not count. */
    Result send(final double perSecond, final int warmUpSeconds, final int seconds) {
        try (Selector selector = Selector.open()) {
            final long interval = Math.max(1, (long) (TimeUnit.SECONDS.toNanos(1) / perSecond));
            final long start = System.nanoTime();
            counted = start + TimeUnit.SECONDS.toNanos(warmUpSeconds);
            final long end = counted + TimeUnit.SECONDS.toNanos(seconds);
            long due = start;
            for (long now = start; now < end; now = System.nanoTime()) {
                for (; due <= now; due += interval) {
                    arrive(selector, due);
                }
                selector.select(1);
                for (final SelectionKey key : selector.selectedKeys()) {
                    ((Client) key.attachment()).read();
                }
                selector.selectedKeys().clear();
            }
            for (final SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be opened.", e);
        }
        return new Result(
                good.count,
                refused.count,
                errors,
                unsent,
                good.percentile(0.99),
                refused.percentile(0.5),
                refused.percentile(0.99));
    }

    private void arrive(final Selector selector, final long due) throws IOException {
        Client client = idle.poll();
        if (client == null && connections < MOST_CONNECTIONS) {
            final SocketChannel channel = SocketChannel.open(address);
            channel.configureBlocking(false);
            client = new Client(channel);
            channel.register(selector, SelectionKey.OP_READ, client);
            connections++;
        }
        if (client == null) {
            unsent += due - counted >= 0 ? 1 : 0;
        } else {
            client.send(due);
        }
    }

    private final class Client {

        private final SocketChannel channel;
        private final StringBuilder head = new StringBuilder(256);
        private long due;
        private long missing;
        private boolean inBody;
        private boolean asking;

        Client(final SocketChannel channel) {
            this.channel = channel;
        }

        void send(final long at) {
            due = at;
            asking = true;
            try {
                channel.write(request.duplicate());
            } catch (final IOException e) {
                asking = true; // reading finds the end of the connection
            }
        }

        void read() throws IOException {
            buffer.clear();
            int count;
            try {
                count = channel.read(buffer);
            } catch (final IOException e) {
                count = -1;
            }
            if (count < 0) {
                errors += asking && due - counted >= 0 ? 1 : 0;
                idle.remove(this);
                connections--;
                channel.close();
                return;
            }
            buffer.flip();
            while (!inBody && buffer.hasRemaining()) {
                head.append((char) (buffer.get() & 0xff));
                if (head.length() > 3 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                    inBody = true;
                    missing = contentLength();
                }
            }
            if (inBody) {
                missing -= buffer.remaining();
                if (missing <= 0) {
                    end();
                }
            }
        }

        private long contentLength() {
            final String text = head.toString().toLowerCase(Locale.ROOT);
            final int begin = text.indexOf("\r\ncontent-length:");
            return begin < 0
                    ? 0
                    : Long.parseLong(text.substring(begin + 17, text.indexOf("\r\n", begin + 2))
                            .strip());
        }

        private void end() {
            if (due - counted >= 0) {
                final long latency = System.nanoTime() - due;
                if (head.indexOf("HTTP/1.1 200") == 0) {
                    good.add(latency);
                } else if (head.indexOf("HTTP/1.1 503") == 0) {
                    refused.add(latency);
                } else {
                    errors++;
                }
            }
            head.setLength(0);
            inBody = false;
            asking = false;
            idle.push(this);
        }
    }
}
