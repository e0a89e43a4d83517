package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.net.InetAddress;
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

/** Many clients of server-sent events, all on one thread. Some of them may stop to read. */
final class EventClients implements AutoCloseable {

    /** Occurs once in the data of an event, and nowhere else in a response. */
    static final char MARK = '}';

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int SMALL_BUFFER = 4_096;

    private final Selector selector;
    private final byte[] request;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private final List<EventClient> clients = new ArrayList<>();
    private long lastEvent;

    /** A client. */
    static final class EventClient {

        private final SocketChannel channel;
        private long events;

        private EventClient(final SocketChannel channel) {
            this.channel = channel;
        }
    }

    /** Is told of each event that arrives. */
    interface Arrivals {

        /**
         * An event has arrived.
         *
         * @param number counts the events of a client from 0
         */
        void event(long number);
    }

    /**
     * Has no clients.
     *
     * @param path of the events
     */
    EventClients(final String path) {
        this.request = Http.head("GET " + path, "Accept: text/event-stream\r\n");
        try {
            this.selector = Selector.open();
        } catch (final IOException e) {
            throw new BenchmarkException("There is no selector.", e);
        }
    }

    /**
     * Connects a client, which has then the head of its response and its position.
     *
     * @param smallBuffer true if the client shall slow the server down after a few kilobytes when it does not read
     */
    EventClient open(final int port, final boolean smallBuffer) {
        try {
            final SocketChannel channel = SocketChannel.open();
            final EventClient client = new EventClient(channel);
            clients.add(client);
            // Closed by a reset, so that thousands of them do not leave their ports waiting.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            if (smallBuffer) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
            }
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(request));
            final StringBuilder text = new StringBuilder(512);
            while (!text.toString().contains("\nid:")) {
                buffer.clear();
                if (channel.read(buffer) < 0) {
                    throw new IOException("the connection was closed after: " + text);
                }
                text.append(new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII));
            }
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, client);
            return client;
        } catch (final IOException e) {
            throw new BenchmarkException(
                    "Client " + clients.size() + " gets no events. It is an open file of this process and of the"
                            + " instance: compare with ulimit -n.",
                    e);
        }
    }

    int count() {
        return clients.size();
    }

    /** Lets a client stop to read, or read again. */
    void reads(final EventClient client, final boolean reads) {
        client.channel.keyFor(selector).interestOps(reads ? SelectionKey.OP_READ : 0);
    }

    /** Reads until a client has so many events. */
    private void await(final EventClient client, final long events, final Arrivals arrivals) {
        lastEvent = System.nanoTime();
        while (client.events < events) {
            if (System.nanoTime() - lastEvent > LIMIT_NANOS) {
                throw new BenchmarkException("A client has " + client.events + " of " + events
                        + " events, and no client has got an event for 1 min.");
            }
            select(100, arrivals);
        }
        if (client.events > events) {
            throw new BenchmarkException("A client has " + client.events + " events where there were " + events + ".");
        }
    }

    /** Reads until all clients but some have so many events. */
    void awaitAllBut(final List<EventClient> some, final long events, final Arrivals arrivals) {
        for (final EventClient client : clients) {
            if (!some.contains(client)) {
                await(client, events, arrivals);
            }
        }
    }

    private void select(final long millis, final Arrivals arrivals) {
        try {
            selector.select(millis);
            for (final SelectionKey key : selector.selectedKeys()) {
                read((EventClient) key.attachment(), arrivals);
            }
            selector.selectedKeys().clear();
        } catch (final IOException e) {
            throw new BenchmarkException("A connection is broken.", e);
        }
    }

    private void read(final EventClient client, final Arrivals arrivals) throws IOException {
        buffer.clear();
        final int count = client.channel.read(buffer);
        if (count < 0) {
            throw new IOException("the instance has closed the connection of a client");
        }
        for (int i = 0; i < count; i++) {
            if (buffer.get(i) == MARK) {
                arrivals.event(client.events++);
                lastEvent = System.nanoTime();
            }
        }
    }

    @Override
    public void close() {
        for (final EventClient client : clients) {
            try {
                client.channel.close();
            } catch (final IOException e) {
                System.getLogger(EventClients.class.getName()).log(System.Logger.Level.DEBUG, "Closing", e);
            }
        }
        try {
            selector.close();
        } catch (final IOException e) {
            throw new BenchmarkException("The selector cannot be closed.", e);
        }
    }
}
