package org.jzenith.benchmark.footprint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A keep-alive connection to a program. */
final class IdleConnection implements AutoCloseable {

    private static final byte[] REQUEST =
            "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LAST_WORD = "Hello, World!";

    private final SocketChannel channel;

    private IdleConnection(final SocketChannel channel) {
        this.channel = channel;
    }

    static IdleConnection to(final InetSocketAddress address) throws IOException {
        final SocketChannel channel = SocketChannel.open();
        try {
            // Closed by a reset, so that thousands of them do not leave their ports waiting.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.connect(address);
            return new IdleConnection(channel);
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends a request and reads the whole answer; returns whether it was the right one. */
    boolean ask() throws IOException {
        final ByteBuffer request = ByteBuffer.wrap(REQUEST);
        while (request.hasRemaining()) {
            channel.write(request);
        }
        final ByteBuffer answer = ByteBuffer.allocate(2048);
        while (channel.read(answer) > 0) {
            final String text = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
            if (text.startsWith("HTTP/1.1 200 ") && text.contains(LAST_WORD)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the other side has left it open. The connection cannot be used afterwards. */
    boolean isOpen() throws IOException {
        channel.configureBlocking(false);
        return channel.read(ByteBuffer.allocate(1)) == 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
