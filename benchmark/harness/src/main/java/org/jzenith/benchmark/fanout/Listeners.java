package org.jzenith.benchmark.fanout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;

/** Clients that listen to events, and one that publishes them. The thread that calls does all of it. */
final class Listeners implements AutoCloseable {

    /**
     * The delivery times of events, from the request that publishes them, in milliseconds.
     *
     * @param half until half of the listeners had them
     * @param all until all listeners had them
     */
    record Arrival(double half, double all) {}

    /** Occurs once in the data of an event, and nowhere else in an answer. */
    static final char MARK = '}';

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final byte[] LISTEN =
            "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress address;
    private final Selector selector;
    private final SocketChannel publisher;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private final List<SocketChannel> channels = new ArrayList<>();

    private Listeners(final InetSocketAddress address, final Selector selector, final SocketChannel publisher) {
        this.address = address;
        this.selector = selector;
        this.publisher = publisher;
    }

    /** Opens so many; each has the head of its answer. */
    static Listeners open(final InetSocketAddress address, final int count) {
        try {
            final Listeners listeners = new Listeners(address, Selector.open(), connect(address));
            try {
                for (int i = 0; i < count; i++) {
                    listeners.add();
                }
                return listeners;
            } catch (final IOException | BenchmarkException e) {
                listeners.close();
                throw new BenchmarkException(
                        "Listener " + (listeners.channels.size() + 1) + " of " + count
                                + " gets no answer. It is an open file of this process and of the server: compare with ulimit -n.",
                        e);
            }
        } catch (final IOException e) {
            throw new BenchmarkException("There is no connection to " + address + ".", e);
        }
    }

    private static SocketChannel connect(final InetSocketAddress address) throws IOException {
        final SocketChannel channel = SocketChannel.open();
        try {
            // Closed by a reset, so that thousands of them do not leave their ports waiting.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(address);
            return channel;
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
    }

    private void add() throws IOException {
        final SocketChannel channel = connect(address);
        channels.add(channel);
        send(channel, LISTEN);
        read(channel, "\r\n\r\n");
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
    }

    /** Returns the head and the events that a listener reads until the end of the first event. */
    static String firstEvent(final InetSocketAddress address, final byte[] publish) {
        try (SocketChannel listener = connect(address);
                SocketChannel publisher = connect(address)) {
            final Listeners alone = new Listeners(address, Selector.open(), publisher);
            send(listener, LISTEN);
            final String head = alone.read(listener, ":\n\n");
            send(publisher, publish);
            return head + alone.read(listener, MARK + "\n\n");
        } catch (final IOException e) {
            throw new BenchmarkException("There is no event from " + address + ".", e);
        }
    }

    private static void send(final SocketChannel channel, final byte[] bytes) throws IOException {
        final ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** Reads until the text has come. */
    private String read(final SocketChannel channel, final String end) throws IOException {
        final StringBuilder text = new StringBuilder(512);
        while (text.indexOf(end) < 0) {
            buffer.clear();
            if (channel.read(buffer) < 0) {
                throw new IOException("the connection was closed after: " + text);
            }
            text.append(new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII));
        }
        return text.toString();
    }

    /** Publishes by one request, and waits until each listener has so many events. */
    Arrival publish(final byte[] request, final int events) {
        final long due = (long) channels.size() * events;
        final long begin = System.nanoTime();
        long half = 0;
        long arrived = 0;
        try {
            send(publisher, request);
            while (arrived < due) {
                selector.select(TimeUnit.NANOSECONDS.toMillis(LIMIT_NANOS));
                if (System.nanoTime() - begin > LIMIT_NANOS) {
                    throw new BenchmarkException(arrived + " of " + due + " events have arrived after "
                            + LIMIT_NANOS / 1_000_000_000 + " s.");
                }
                for (final SelectionKey key : selector.selectedKeys()) {
                    arrived += events((SocketChannel) key.channel());
                    if (half == 0 && arrived * 2 >= due) {
                        half = System.nanoTime();
                    }
                }
                selector.selectedKeys().clear();
            }
            final long end = System.nanoTime();
            if (arrived > due) {
                throw new BenchmarkException("There are " + arrived + " events where " + due + " were published.");
            }
            final String answer = read(publisher, "\r\n\r\n");
            if (!answer.startsWith("HTTP/1.1 204 ")) {
                throw new BenchmarkException("The publisher is answered: " + answer);
            }
            return new Arrival((half - begin) / 1e6, (end - begin) / 1e6);
        } catch (final IOException e) {
            throw new BenchmarkException("A connection is broken.", e);
        }
    }

    private int events(final SocketChannel channel) throws IOException {
        buffer.clear();
        final int count = channel.read(buffer);
        if (count < 0) {
            throw new BenchmarkException("The server has closed the connection of a listener.");
        }
        int events = 0;
        for (int i = 0; i < count; i++) {
            if (buffer.get(i) == MARK) {
                events++;
            }
        }
        return events;
    }

    @Override
    public void close() {
        channels.forEach(Listeners::close);
        close(publisher);
        try {
            selector.close();
        } catch (final IOException e) {
            throw new BenchmarkException("The selector cannot be closed.", e);
        }
    }

    private static void close(final SocketChannel channel) {
        try {
            channel.close();
        } catch (final IOException e) {
            System.getLogger(Listeners.class.getName()).log(System.Logger.Level.DEBUG, "Closing a connection", e);
        }
    }
}
