package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The response to a WebSocket request over HTTP/2 (RFC 8441), which is not supported. */
final class Http2Test {

    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int PRIORITY = 0x20;
    private static final int PRIORITY_BYTES = 5;
    private static final int PROTOCOL_ERROR = 1;
    private static final int ENABLE_CONNECT_PROTOCOL = 8;

    private final Http2HeadersDecoder fields = new DefaultHttp2HeadersDecoder();

    private record Frame(int type, int stream, byte[] payload) {

        int number() {
            return (payload[payload.length - 2] & 255) << 8 | payload[payload.length - 1] & 255;
        }
    }

    private static byte[] frame(final int type, final int flags, final int stream, final byte[] payload) {
        final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {
            0, (byte) (payload.length >> 8), (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream
        });
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Fields that no table remembers (RFC 7541, 6.2.2), names and values in turn. */
    private static byte[] block(final String... namesAndValues) {
        final ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i++) {
            if (i % 2 == 0) {
                block.write(0);
            }
            block.write(namesAndValues[i].length());
            block.writeBytes(namesAndValues[i].getBytes(StandardCharsets.US_ASCII));
        }
        return block.toByteArray();
    }

    private static Frame next(final DataInputStream in) throws IOException {
        final int first = in.readUnsignedByte();
        final int length = first << 16 | in.readUnsignedShort();
        final int type = in.readUnsignedByte();
        final int flags = in.readUnsignedByte();
        final int stream = in.readInt();
        final int priority = type == HEADERS && (flags & PRIORITY) != 0 ? PRIORITY_BYTES : 0;
        in.readNBytes(priority);
        return new Frame(type, stream, in.readNBytes(length - priority));
    }

    @Test
    void anExtendedConnectIsRefusedAtOnceAndTheConnectionGoesOn() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create().at("/echo", WebSocket::messages));
                Socket socket = new Socket("localhost", server.port())) {
            socket.setSoTimeout(10_000);
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            all.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
            all.writeBytes(frame(
                    HEADERS,
                    4,
                    1,
                    block(
                            ":method",
                            "CONNECT",
                            ":protocol",
                            "websocket",
                            ":scheme",
                            "http",
                            ":path",
                            "/echo",
                            ":authority",
                            "localhost",
                            "sec-websocket-version",
                            "13")));
            all.writeBytes(frame(
                    HEADERS,
                    5,
                    3,
                    block(":method", "GET", ":scheme", "http", ":path", "/echo", ":authority", "localhost")));
            socket.getOutputStream().write(all.toByteArray());
            String connect = "";
            String status = "";
            while (connect.isEmpty() || status.isEmpty()) {
                final Frame frame = next(in);
                assertThat(frame.type()).as("the connection goes on").isNotEqualTo(GOAWAY);
                if (frame.type() == SETTINGS) {
                    for (int i = 0; i < frame.payload().length; i += 6) {
                        assertThat(frame.payload()[i + 1]).isNotEqualTo((byte) ENABLE_CONNECT_PROTOCOL);
                    }
                } else if (frame.type() == RST_STREAM) {
                    assertThat(frame.stream()).isEqualTo(1);
                    connect = "reset " + frame.number();
                } else if (frame.type() == HEADERS) {
                    final String answer = fields.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()))
                            .status()
                            .toString();
                    if (frame.stream() == 1) {
                        connect = "status " + answer;
                    } else {
                        status = answer;
                    }
                }
            }
            assertThat(connect).isEqualTo("reset " + PROTOCOL_ERROR);
            assertThat(status).isEqualTo("426");
            assertThat(server.events()).isEmpty();
        }
    }
}
