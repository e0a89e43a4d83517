package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.DataInputStream;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.internal.log.LogLines;

/** RFC 9113, 3.4: a client that chooses HTTP/2 and does not speak it is told so, and raises no alarm. */
@InTheClearAndOverTls
final class BadPrefaceTest {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    /** An empty SETTINGS, and the begin of a GOAWAY. */
    private static final String REFUSAL = "000000040000000000" + "00000807000000000000000000";

    private final Transport transport;

    private static LogLines refused;
    private static RunningServer server;

    BadPrefaceTest(final Transport transport) {
        this.transport = transport;
    }

    @Path("/")
    public static final class Things {

        @GET
        public String get() {
            return "x";
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        refused = LogLines.of("org.jzenith.http.internal.server.RefusedPeers").at(Level.DEBUG);
        server = RunningServer.of(RestPlugin.withResources(Things.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        refused.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "no SETTINGS, 67617262616765206761726261676520, 1",
        "a head of HTTP/1, 474554202f20485454502f312e310d0a0d0a, 1",
        "an acknowledgement of SETTINGS, 000000040100000000, 1",
        "DATA, 000001000000000001ff, 1",
        "SETTINGS of a stream, 000000040000000001, 1",
        "SETTINGS with half a value, 00000304000000000000040000, 6",
        "SETTINGS that are too long, ffffff040000000000, 6",
        "SETTINGS with a window that is too large, 0000060400000000000004ffffffff, 3",
        "SETTINGS with small frames, 000006040000000000000500000001, 1",
    })
    void aClientThatDoesNotSpeakHttp2IsTold(final String what, final String frame, final String error)
            throws Exception {
        try (LogLines lines = LogLines.open();
                Socket socket = Transport.connect(server, "h2")) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(PREFACE.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            socket.getOutputStream().write(HexFormat.of().parseHex(frame));
            final byte[] answer = new DataInputStream(socket.getInputStream()).readAllBytes();
            assertThat(HexFormat.of().formatHex(answer)).as(what).isEqualTo(REFUSAL + "0000000" + error);
            assertThat(lines.warnings()).isEmpty();
            assertThat(lines.next("has negotiated HTTP/2 with rest, but does not speak it")
                            .getLevel())
                    .isEqualTo(Level.DEBUG);
        }
    }

    /**
     * In the clear, half a preface is HTTP/1 with an unknown version, so the client reads the response, and observers
     * see it.
     */
    @Test
    void halfAPrefaceIsARequest() throws Exception {
        assumeTrue(transport == Transport.CLEAR);
        try (LogLines lines = LogLines.open();
                RawClient client = RawClient.to(server)) {
            assertThat(client.send("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n").untilClose())
                    .startsWith("HTTP/1.1 505 ");
            assertThat(lines.warnings()).isEmpty();
        }
    }

    @Test
    void settingsMayComeInPieces() throws Exception {
        try (Socket socket = Transport.connect(server, "h2")) {
            socket.setSoTimeout(20_000);
            socket.setTcpNoDelay(true);
            for (final byte each : PREFACE.getBytes(java.nio.charset.StandardCharsets.US_ASCII)) {
                socket.getOutputStream().write(each);
            }
            for (final byte each : HexFormat.of().parseHex("000006040000000000000300000064")) {
                socket.getOutputStream().write(each);
            }
            final byte[] head = new DataInputStream(socket.getInputStream()).readNBytes(4);
            assertThat(head[3]).isEqualTo((byte) RawHttp2Client.SETTINGS);
        }
    }
}
