package org.jzenith.benchmark.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * Requests that arrive at a fixed rate, whether earlier ones are answered or not, as those of very many clients do. Latencies count
 * from the time at which a request was due, also if the connection for it was opened late. A request takes a connection that has its
 * answer, or a new one; connections are kept for further rates. Polite clients leave a connection alone for as long as {@code Retry-After} says after a refusal. One thread does it all, and waits for nothing but the next time or the next byte.
 */
final class OpenLoop implements AutoCloseable {

    /**
     * The results of the requests that were due in the measured time; latencies in milliseconds.
     *
     * @param inTime good answers that came in the time that counts, to whatever requests
     * @param due the requests that were due in the time that counts
     * @param unanswered those without an answer some seconds after the last request
     * @param unsent those for which there was no connection
     * @param connections those that were open at the end
     */
    record Result(
            long inTime,
            long due,
            long good,
            long refused,
            long errors,
            long unanswered,
            long unsent,
            int connections,
            double goodP50,
            double goodP99,
            double refusedP50,
            double refusedP99) {}

    private static final int MOST_CONNECTIONS = 9_500;
    private static final int KEPT = 2_000_000;
    private static final int PATIENCE_SECONDS = 5;

    private final InetSocketAddress address;
    private final ByteBuffer request;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final ArrayDeque<Client> idle = new ArrayDeque<>();
    private final PriorityQueue<Client> resting =
            new PriorityQueue<>((one, other) -> Long.signum(one.restsUntil - other.restsUntil));
    private final boolean polite;
    private final Selector selector;
    private Latencies good = new Latencies();
    private Latencies refused = new Latencies();
    private int connections;
    private long dueInTime;
    private long errors;
    private long unsent;
    private long inTime;
    private long asking;
    private long counted;
    private long end;

    OpenLoop(final InetSocketAddress address, final String path, final boolean polite) {
        this.polite = polite;
        this.address = address;
        try {
            this.selector = Selector.open();
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be opened.", e);
        }
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
        forget();
        try {
            select(); // finds the connections that the server has closed in the meantime
            final long interval = Math.max(1, (long) (TimeUnit.SECONDS.toNanos(1) / perSecond));
            final long start = System.nanoTime();
            counted = start + TimeUnit.SECONDS.toNanos(warmUpSeconds);
            end = counted + TimeUnit.SECONDS.toNanos(seconds);
            long due = start;
            for (long now = start; now - end < 0; now = System.nanoTime()) {
                while (!resting.isEmpty() && resting.peek().restsUntil - now <= 0) {
                    idle.push(resting.remove());
                }
                for (; due - now <= 0; due += interval) {
                    arrive(due);
                }
                select();
            }
            final long patience = end + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (asking > 0 && System.nanoTime() - patience < 0) {
                select();
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be opened.", e);
        }
        return new Result(
                inTime,
                dueInTime,
                good.count,
                refused.count,
                errors,
                asking,
                unsent,
                connections,
                good.percentile(0.5),
                good.percentile(0.99),
                refused.percentile(0.5),
                refused.percentile(0.99));
    }

    /** Begins to count anew. Answers to earlier requests that are still awaited do not count. */
    private void forget() {
        good = new Latencies();
        refused = new Latencies();
        errors = 0;
        unsent = 0;
        inTime = 0;
        asking = 0;
        dueInTime = 0;
    }

    @Override
    public void close() {
        try (Selector closing = selector) {
            for (final SelectionKey key : closing.keys()) {
                key.channel().close();
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be closed.", e);
        }
    }

    private void select() throws IOException {
        selector.select(1);
        for (final SelectionKey key : selector.selectedKeys()) {
            final Client client = (Client) key.attachment();
            if (key.isConnectable()) {
                client.connected(key);
            } else if (key.isReadable()) {
                client.read();
            }
        }
        selector.selectedKeys().clear();
    }

    private void arrive(final long due) throws IOException {
        dueInTime += counts(due) ? 1 : 0;
        Client client = idle.poll();
        if (client == null && connections < MOST_CONNECTIONS) {
            connections++;
            final SocketChannel channel = SocketChannel.open();
            // Closed by a reset, so that thousands of them do not leave their ports waiting.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.configureBlocking(false);
            client = new Client(channel);
            client.take(due);
            if (channel.connect(address)) {
                client.send();
                channel.register(selector, SelectionKey.OP_READ, client);
            } else {
                channel.register(selector, SelectionKey.OP_CONNECT, client);
            }
        } else if (client == null) {
            unsent += counts(due) ? 1 : 0;
        } else {
            client.take(due);
            client.send();
        }
    }

    private boolean counts(final long due) {
        return due - counted >= 0;
    }

    private final class Client {

        private final SocketChannel channel;
        private final StringBuilder head = new StringBuilder(256);
        private long due;
        private long missing;
        private long restsUntil;
        private boolean inBody;
        private boolean waiting;

        Client(final SocketChannel channel) {
            this.channel = channel;
        }

        /** Has this request to send. */
        void take(final long at) {
            due = at;
            waiting = true;
            asking += counts(due) ? 1 : 0;
        }

        void connected(final SelectionKey key) throws IOException {
            try {
                channel.finishConnect();
            } catch (final IOException e) {
                fail();
                return;
            }
            key.interestOps(SelectionKey.OP_READ);
            send();
        }

        void send() throws IOException {
            try {
                channel.write(request.duplicate());
            } catch (final IOException e) {
                fail();
            }
        }

        private void fail() throws IOException {
            if (waiting && counts(due)) {
                errors++;
                asking--;
            }
            waiting = false;
            idle.remove(this);
            resting.remove(this);
            connections--;
            channel.close();
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
                fail();
                return;
            }
            buffer.flip();
            while (!inBody && buffer.hasRemaining()) {
                head.append((char) (buffer.get() & 0xff));
                if (head.length() > 3 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                    inBody = true;
                    missing = header("content-length");
                }
            }
            if (inBody) {
                missing -= buffer.remaining();
                if (missing <= 0) {
                    end();
                }
            }
        }

        private long header(final String name) {
            final String text = head.toString().toLowerCase(Locale.ROOT);
            final int begin = text.indexOf("\r\n" + name + ":");
            return begin < 0
                    ? 0
                    : Long.parseLong(text.substring(begin + name.length() + 3, text.indexOf("\r\n", begin + 2))
                            .strip());
        }

        private void end() {
            final long now = System.nanoTime();
            final boolean isGood = head.indexOf("HTTP/1.1 200") == 0;
            inTime += isGood && now - counted >= 0 && now - OpenLoop.this.end < 0 ? 1 : 0;
            if (counts(due)) {
                asking--;
                if (isGood) {
                    good.add(now - due);
                } else if (head.indexOf("HTTP/1.1 503") == 0) {
                    refused.add(now - due);
                } else {
                    errors++;
                }
            }
            final long rest = polite && !isGood ? header("retry-after") : 0;
            head.setLength(0);
            inBody = false;
            waiting = false;
            if (rest > 0) {
                restsUntil = now + TimeUnit.SECONDS.toNanos(rest);
                resting.add(this);
            } else {
                idle.push(this);
            }
        }
    }
}
