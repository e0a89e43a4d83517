package org.jzenith.rest;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Speaks HTTP/2 frame by frame (RFC 9113), to do what no library does. */
final class RawHttp2Client implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY_FRAME = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int UNKNOWN = 0xbe;

    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int PRIORITY = 0x20;
    private static final int LIMIT_MILLIS = 20_000;

    /** One frame from the server. */
    record Frame(int type, int flags, int stream, byte[] payload) {

        boolean endsHeaders() {
            return (flags & END_HEADERS) != 0;
        }

        boolean endsStream() {
            return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        }

        /** The fields of HEADERS, compressed. */
        byte[] block() {
            return Arrays.copyOfRange(payload, (flags & PRIORITY) == 0 ? 0 : 5, payload.length);
        }

        int number() {
            return number(0);
        }

        int number(final int offset) {
            return (payload[offset] & 0xff) << 24
                    | (payload[offset + 1] & 0xff) << 16
                    | (payload[offset + 2] & 0xff) << 8
                    | (payload[offset + 3] & 0xff);
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final Http2HeadersDecoder fields = new DefaultHttp2HeadersDecoder(true, 64 * 1024);

    private RawHttp2Client(final Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    /** Connects with the windows of streams that it gives. */
    static RawHttp2Client to(final RunningServer server, final int streamWindow) throws IOException {
        return over(Transport.connect(server, "h2"), streamWindow);
    }

    static RawHttp2Client over(final Socket socket, final int streamWindow) throws IOException {
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        final RawHttp2Client client = new RawHttp2Client(socket);
        client.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        client.write(SETTINGS, 0, 0, new byte[] {
            0,
            4,
            (byte) (streamWindow >> 24),
            (byte) (streamWindow >> 16),
            (byte) (streamWindow >> 8),
            (byte) streamWindow
        });
        return client;
    }

    void get(final int stream, final String path) throws IOException {
        request(stream, "GET", path, END_STREAM | END_HEADERS);
    }

    /** Begins a request whose body follows, or never comes. */
    void begin(final int stream, final String method, final String path) throws IOException {
        request(stream, method, path, END_HEADERS);
    }

    /** Sends a CONNECT without a scheme and a path (RFC 9113, 8.5). */
    void connect(final int stream) throws IOException {
        final ByteArrayOutputStream block = new ByteArrayOutputStream();
        literal(block, ":method", "CONNECT");
        literal(block, ":authority", "localhost");
        write(HEADERS, END_HEADERS, stream, block.toByteArray());
    }

    /** A request whose fields are given, names and values in turn. */
    void fields(final int stream, final String... namesAndValues) throws IOException {
        final ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            literal(block, namesAndValues[i], namesAndValues[i + 1]);
        }
        write(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
    }

    void data(final int stream, final int length) throws IOException {
        write(DATA, 0, stream, new byte[length]);
    }

    /** Sends a ping; does nothing if the server has closed the connection, which the next read reports. */
    void ping() throws IOException {
        try {
            write(PING, 0, 0, new byte[8]);
        } catch (final java.net.SocketException e) {
            // told by the next read
        }
    }

    void windowUpdate(final int stream, final int bytes) throws IOException {
        write(WINDOW_UPDATE, 0, stream, new byte[] {
            (byte) (bytes >> 24), (byte) (bytes >> 16), (byte) (bytes >> 8), (byte) bytes
        });
    }

    void reset(final int stream) throws IOException {
        write(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
    }

    private void request(final int stream, final String method, final String path, final int flags) throws IOException {
        final ByteArrayOutputStream block = new ByteArrayOutputStream();
        literal(block, ":method", method);
        literal(block, ":scheme", "http");
        literal(block, ":authority", "localhost");
        literal(block, ":path", path);
        write(HEADERS, flags, stream, block.toByteArray());
    }

    /** A field that no table remembers (RFC 7541, 6.2.2). */
    private static void literal(final ByteArrayOutputStream block, final String name, final String value) {
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A frame as it is, also one that no client sends. */
    synchronized void write(final int type, final int flags, final int stream, final byte[] payload)
            throws IOException {
        send(frame(type, flags, stream, payload));
    }

    /** Frames in one piece. */
    synchronized void send(final byte[] frames) throws IOException {
        out.write(frames);
        out.flush();
    }

    static byte[] frame(final int type, final int flags, final int stream, final byte[] payload) {
        final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {
            (byte) (payload.length >> 16),
            (byte) (payload.length >> 8),
            (byte) payload.length,
            (byte) type,
            (byte) flags,
            (byte) (stream >> 24),
            (byte) (stream >> 16),
            (byte) (stream >> 8),
            (byte) stream
        });
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** The status of the next answer; each one must be asked for, as the compression of each builds on those before. */
    int status() throws Exception {
        final Frame frame = next(HEADERS);
        return Integer.parseInt(decode(frame.stream(), frame.block()).status().toString());
    }

    /** Each block must be decoded, in the order in which they come. */
    Http2Headers decode(final int stream, final byte[] block) throws Exception {
        return fields.decodeHeaders(stream, Unpooled.wrappedBuffer(block));
    }

    /** The next frame; null when the server has closed the connection. */
    Frame next() throws IOException {
        try {
            final int first = in.readUnsignedByte();
            final int length = first << 16 | in.readUnsignedShort();
            final int type = in.readUnsignedByte();
            final int flags = in.readUnsignedByte();
            final int stream = in.readInt();
            final Frame frame = new Frame(type, flags, stream, in.readNBytes(length));
            if (type == SETTINGS && (flags & ACK) == 0) {
                write(SETTINGS, ACK, 0, new byte[0]);
            }
            return frame;
        } catch (final EOFException | java.net.SocketException e) {
            return null;
        }
    }

    /** Reads until a frame of a type comes, or the connection closes. */
    Frame next(final int type) throws IOException {
        Frame frame = next();
        while (frame != null && frame.type() != type) {
            frame = next();
        }
        return frame;
    }

    /** All frames until the server closes. */
    List<Frame> untilClose() throws IOException {
        final List<Frame> frames = new ArrayList<>();
        for (Frame frame = next(); frame != null; frame = next()) {
            frames.add(frame);
        }
        return frames;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
