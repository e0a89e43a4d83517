package org.jzenith.websocket;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client that sends whatever frames and bytes it is given. */
final class FrameClient implements AutoCloseable {

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    static final int FIN = 0x80;

    private static final int LIMIT_MILLIS = 20_000;
    private static final int POLL_MILLIS = 5;

    final Socket socket;
    private final PushbackInputStream pushback;
    private final DataInputStream in;
    private final OutputStream out;

    private FrameClient(final Socket socket) throws IOException {
        this.socket = socket;
        this.pushback = new PushbackInputStream(socket.getInputStream());
        this.in = new DataInputStream(pushback);
        this.out = socket.getOutputStream();
    }

    /** One frame of the server. */
    record Frame(int first, byte[] payload) {

        int opcode() {
            return first & 15;
        }

        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int code() {
            return payload.length < 2 ? 1005 : (payload[0] & 255) << 8 | payload[1] & 255;
        }
    }

    static FrameClient connect(final SocketServer server) throws IOException {
        return connect(server, 0);
    }

    static FrameClient connect(final SocketServer server, final int receiveBuffer) throws IOException {
        final Socket socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new java.net.InetSocketAddress("localhost", server.port()));
        socket.setSoTimeout(LIMIT_MILLIS);
        return new FrameClient(socket);
    }

    /** Connects with a handshake that is answered. */
    static FrameClient open(final SocketServer server, final String path, final String... headers) throws IOException {
        final FrameClient client = connect(server);
        final String head = client.handshake(path, headers);
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError(head);
        }
        return client;
    }

    static String request(final String path, final String... headers) {
        return "GET " + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + String.join("", headers) + "\r\n";
    }

    String handshake(final String path, final String... headers) throws IOException {
        return send(request(path, headers)).head();
    }

    FrameClient send(final String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    FrameClient send(final byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    FrameClient frame(final int first, final byte[] payload) throws IOException {
        return send(bytes(first, payload));
    }

    FrameClient frame(final int first, final String payload) throws IOException {
        return frame(first, payload.getBytes(StandardCharsets.UTF_8));
    }

    FrameClient close(final int code) throws IOException {
        return frame(FIN | CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
    }

    /** A masked frame. */
    static byte[] bytes(final int first, final byte[] payload) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(first);
        if (payload.length < 126) {
            all.write(0x80 | payload.length);
        } else if (payload.length < 65536) {
            all.write(0x80 | 126);
            all.write(payload.length >> 8);
            all.write(payload.length);
        } else {
            all.write(0x80 | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                all.write((int) ((long) payload.length >> shift));
            }
        }
        final byte[] mask = {1, 2, 3, 4};
        all.writeBytes(mask);
        for (int i = 0; i < payload.length; i++) {
            all.write(payload[i] ^ mask[i & 3]);
        }
        return all.toByteArray();
    }

    String head() throws IOException {
        final StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            final int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Returns true if there is a byte to read; waits up to 5 ms for it. */
    boolean isAnswered() {
        try {
            socket.setSoTimeout(POLL_MILLIS);
            try {
                pushback.unread(in.readUnsignedByte());
                return true;
            } catch (final SocketTimeoutException e) {
                return false;
            } finally {
                socket.setSoTimeout(LIMIT_MILLIS);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Frame next() throws IOException {
        final int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length > 127) {
            throw new AssertionError("a frame of a server is not masked");
        }
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        final byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(first, payload);
    }

    /** The code of the close, after which the connection ends; other frames before it are skipped. */
    int closeCode() throws IOException {
        return closing().code();
    }

    /** The code and the reason of the close, as in {@code 1009 too large}; other frames before it are skipped. */
    String closed() throws IOException {
        final Frame frame = closing();
        return frame.code() + " " + new String(frame.payload(), 2, frame.payload().length - 2, StandardCharsets.UTF_8);
    }

    private Frame closing() throws IOException {
        Frame frame = next();
        while (frame.opcode() != CLOSE) {
            frame = next();
        }
        return frame;
    }

    /** Returns true if the server has closed the connection. */
    boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (final EOFException e) {
            return true;
        } catch (final java.net.SocketException e) {
            return true;
        }
    }

    DataInputStream in() {
        return in;
    }

    /** Breaks the connection off. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
