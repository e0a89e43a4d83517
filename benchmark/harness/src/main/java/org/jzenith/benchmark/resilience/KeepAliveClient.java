package org.jzenith.benchmark.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks again and again on one connection, and on a new one after an answer that closes it, until nobody listens any
 * more.
 */
final class KeepAliveClient implements Runnable {

    /** The results of all clients of a run. Safe for use by many threads. */
    static final class Tally {

        final AtomicLong answered = new AtomicLong();
        final AtomicLong answeredAfterSignal = new AtomicLong();
        final AtomicLong saidClose = new AtomicLong();
        final AtomicLong closedInSilence = new AtomicLong();
        final AtomicLong unansweredFirst = new AtomicLong();
        final AtomicLong unansweredLater = new AtomicLong();
        private volatile boolean signalled;

        void signal() {
            signalled = true;
        }

        private void answer(final boolean close) {
            answered.incrementAndGet();
            if (signalled) {
                answeredAfterSignal.incrementAndGet();
                if (close) {
                    saidClose.incrementAndGet();
                }
            }
        }
    }

    private static final int NOBODY_LISTENS_AFTER = 3;

    private final InetSocketAddress address;
    private final Tally tally;
    private final byte[] request;
    private final ByteBuffer answer = ByteBuffer.allocate(64 * 1024);

    KeepAliveClient(final InetSocketAddress address, final String path, final Tally tally) {
        this.address = address;
        this.tally = tally;
        this.request = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns true if a program responds with 200. */
    static boolean isGood(final InetSocketAddress address, final String path) {
        try (SocketChannel channel = SocketChannel.open(address)) {
            return new KeepAliveClient(address, path, new Tally()).ask(channel).startsWith("http/1.1 200 ");
        } catch (final IOException e) {
            return false;
        }
    }

    @Override
    public void run() {
        int refused = 0;
        while (refused < NOBODY_LISTENS_AFTER && !Thread.currentThread().isInterrupted()) {
            try (SocketChannel channel = SocketChannel.open(address)) {
                refused = 0;
                useUp(channel);
            } catch (final IOException e) {
                refused++;
            }
        }
    }

    /** Asks until the server says that the connection closes, or closes it. */
    private void useUp(final SocketChannel channel) throws IOException {
        boolean first = true;
        while (!Thread.currentThread().isInterrupted()) {
            if (!first && isClosed(channel)) {
                tally.closedInSilence.incrementAndGet();
                return;
            }
            final String head = ask(channel);
            if (head.isEmpty()) {
                (first ? tally.unansweredFirst : tally.unansweredLater).incrementAndGet();
                return;
            }
            final boolean close = head.contains("\r\nconnection: close");
            tally.answer(close);
            if (close) {
                return;
            }
            first = false;
        }
    }

    /** Returns true if the server closed it before anything was sent, as it had announced. */
    private static boolean isClosed(final SocketChannel channel) {
        try {
            channel.configureBlocking(false);
            final int read = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return read != 0;
        } catch (final IOException e) {
            return true;
        }
    }

    /** The head of the answer, in small letters; empty without a whole answer. */
    private String ask(final SocketChannel channel) {
        try {
            final ByteBuffer bytes = ByteBuffer.wrap(request);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            answer.clear();
            while (channel.read(answer) > 0) {
                final String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
                final int end = text.indexOf("\r\n\r\n");
                if (end >= 0) {
                    final String head = text.substring(0, end + 2).toLowerCase(Locale.ROOT);
                    if (text.length() - end - 4 >= contentLength(head)) {
                        return head;
                    }
                }
            }
        } catch (final IOException e) {
            return "";
        }
        return "";
    }

    private static int contentLength(final String head) {
        final String name = "\r\ncontent-length: ";
        final int begin = head.indexOf(name) + name.length();
        return head.contains(name) ? Integer.parseInt(head.substring(begin, head.indexOf("\r\n", begin))) : 0;
    }
}
