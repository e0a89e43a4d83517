package org.jzenith.benchmark.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;

/**
 * Keep-alive connections that ask for the same, each again as soon as it has an answer. After a refusal with {@code
 * Retry-After} a polite client waits for that time, another one asks again at once. One thread does it all.
 */
final class LoadClients {

    /** The clients' results. Latencies are those of refusals, in milliseconds. */
    record Result(long good, long refused, long withoutRetryAfter, long errors, double p50, double p99, double worst) {}

    private static final int KEPT = 2_000_000;

    private final InetSocketAddress address;
    private final ByteBuffer request;
    private final boolean polite;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final PriorityQueue<Client> resting =
            new PriorityQueue<>((one, other) -> Long.signum(one.restsUntil - other.restsUntil));
    private final long[] latencies = new long[KEPT];
    private long counted = Long.MAX_VALUE;
    private long good;
    private long refused;
    private long withoutRetryAfter;
    private long errors;

    LoadClients(final InetSocketAddress address, final String path, final boolean polite) {
        this.address = address;
        this.request = ByteBuffer.wrap(
                ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        this.polite = polite;
    }

    /** Asks for some time; what came in the first part of it does not count. */
    Result ask(final int connections, final int warmUpSeconds, final int seconds) {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                open(selector);
            }
            final long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUpSeconds);
            final long end = begin + TimeUnit.SECONDS.toNanos(seconds);
            counted = begin;
            for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                wake(now);
                selector.select(5);
                for (final SelectionKey key : selector.selectedKeys()) {
                    ((Client) key.attachment()).read(key);
                }
                selector.selectedKeys().clear();
            }
            for (final SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be opened.", e);
        }
        return result();
    }

    private Result result() {
        final int kept = (int) Math.min(refused, KEPT);
        Arrays.sort(latencies, 0, kept);
        return new Result(
                good,
                refused,
                withoutRetryAfter,
                errors,
                kept == 0 ? 0 : latencies[kept / 2] / 1e6,
                kept == 0 ? 0 : latencies[(int) (kept * 0.99)] / 1e6,
                kept == 0 ? 0 : latencies[kept - 1] / 1e6);
    }

    private void open(final Selector selector) throws IOException {
        final SocketChannel channel = SocketChannel.open(address);
        channel.configureBlocking(false);
        final Client client = new Client(channel);
        channel.register(selector, SelectionKey.OP_READ, client);
        client.send();
    }

    private void wake(final long now) throws IOException {
        for (Client first = resting.peek(); first != null && first.restsUntil - now <= 0; first = resting.peek()) {
            resting.remove().send();
        }
    }

    private final class Client {

        private final SocketChannel channel;
        private final StringBuilder head = new StringBuilder(256);
        private long sentAt;
        private long restsUntil;
        private long missing;
        private boolean inBody;

        Client(final SocketChannel channel) {
            this.channel = channel;
        }

        void send() throws IOException {
            sentAt = System.nanoTime();
            channel.write(request.duplicate());
        }

        void read(final SelectionKey key) throws IOException {
            buffer.clear();
            final int count;
            try {
                count = channel.read(buffer);
            } catch (final IOException e) {
                lose(key);
                return;
            }
            if (count < 0) {
                lose(key);
                return;
            }
            buffer.flip();
            while (!inBody && buffer.hasRemaining()) {
                head.append((char) (buffer.get() & 0xff));
                if (head.length() > 3 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                    inBody = true;
                    missing = Long.parseLong(header("content-length", "0"));
                }
            }
            if (inBody) {
                missing -= buffer.remaining();
                if (missing <= 0) {
                    end();
                }
            }
        }

        private void lose(final SelectionKey key) throws IOException {
            errors++;
            channel.close();
            open(key.selector());
        }

        private String header(final String name, final String otherwise) {
            final String text = head.toString().toLowerCase(Locale.ROOT);
            final int begin = text.indexOf("\r\n" + name + ":");
            return begin < 0
                    ? otherwise
                    : text.substring(begin + name.length() + 3, text.indexOf("\r\n", begin + 2))
                            .strip();
        }

        private void end() throws IOException {
            final long now = System.nanoTime();
            final boolean isGood = head.indexOf("HTTP/1.1 200") == 0;
            final String retryAfter = isGood ? "" : header("retry-after", "");
            if (sentAt >= counted || (isGood && now >= counted)) {
                count(isGood, now - sentAt, retryAfter);
            }
            head.setLength(0);
            inBody = false;
            if (polite && !retryAfter.isEmpty()) {
                restsUntil = now + TimeUnit.SECONDS.toNanos(Long.parseLong(retryAfter));
                resting.add(this);
            } else {
                send();
            }
        }

        private void count(final boolean isGood, final long nanos, final String retryAfter) {
            if (isGood) {
                good++;
            } else if (head.indexOf("HTTP/1.1 503") == 0) {
                if (refused < KEPT) {
                    latencies[(int) refused] = nanos;
                }
                refused++;
                withoutRetryAfter += retryAfter.isEmpty() ? 1 : 0;
            } else {
                errors++;
            }
        }
    }
}
