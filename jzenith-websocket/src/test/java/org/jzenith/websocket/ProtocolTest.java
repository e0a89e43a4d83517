package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.websocket.FrameClient.BINARY;
import static org.jzenith.websocket.FrameClient.CLOSE;
import static org.jzenith.websocket.FrameClient.CONTINUATION;
import static org.jzenith.websocket.FrameClient.FIN;
import static org.jzenith.websocket.FrameClient.PING;
import static org.jzenith.websocket.FrameClient.PONG;
import static org.jzenith.websocket.FrameClient.TEXT;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the Autobahn test suite's sections 1 to 7, against an echo. */
final class ProtocolTest {

    private static SocketServer server;

    @BeforeAll
    static void start() {
        server = SocketServer.of(
                WebSocketPlugin.create().at("/echo", WebSocket::messages),
                Map.of("websocket.max-frame-size", "200K", "websocket.max-message-size", "300K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static FrameClient open() throws Exception {
        return FrameClient.open(server, "/echo");
    }

    private static void assertRefused(final FrameClient client, final int code) throws Exception {
        assertThat(client.closeCode()).isEqualTo(code);
        assertThat(client.isEnded()).isTrue();
    }

    /** The reason says what the limit is. */
    private static void assertTooLarge(final FrameClient client, final String reason) throws Exception {
        assertThat(client.closed()).isEqualTo("1009 " + reason);
        assertThat(client.isEnded()).isTrue();
    }

    private static void assertCloses(final FrameClient client) throws Exception {
        client.close(1000);
        assertRefused(client, 1000);
    }

    /** 1: framing. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 128, 65535, 65536, 131_072})
    void messagesOfEachLengthAreEchoed(final int length) throws Exception {
        try (FrameClient client = open()) {
            final byte[] payload = "*".repeat(length).getBytes(StandardCharsets.US_ASCII);
            for (final int opcode : new int[] {TEXT, BINARY}) {
                final FrameClient.Frame echo =
                        client.frame(FIN | opcode, payload).next();
                assertThat(echo.first()).isEqualTo(FIN | opcode);
                assertThat(echo.payload()).isEqualTo(payload);
            }
            assertCloses(client);
        }
    }

    /** 1.1.7 and 2.6: one byte at a time. */
    @Test
    void framesComeInPiecesOfOneByte() throws Exception {
        try (FrameClient client = open()) {
            client.socket.setTcpNoDelay(true);
            for (final byte each : FrameClient.bytes(FIN | TEXT, "in pieces".getBytes(StandardCharsets.US_ASCII))) {
                client.send(new byte[] {each});
            }
            assertThat(client.next().text()).isEqualTo("in pieces");
            assertCloses(client);
        }
    }

    /** 2: pings and pongs. */
    @Test
    void pingsAreAnsweredWithTheirContentAndPongsAreIgnored() throws Exception {
        try (FrameClient client = open()) {
            for (final String payload : new String[] {"", "hello", "x".repeat(125)}) {
                final FrameClient.Frame pong = client.frame(FIN | PING, payload).next();
                assertThat(pong.first()).isEqualTo(FIN | PONG);
                assertThat(pong.text()).isEqualTo(payload);
            }
            client.frame(FIN | PONG, "unsolicited");
            for (int i = 0; i < 10; i++) {
                client.frame(FIN | PING, "ping " + i);
            }
            for (int i = 0; i < 10; i++) {
                assertThat(client.next().text()).isEqualTo("ping " + i);
            }
            assertCloses(client);
        }
    }

    /** 2.5, 3, 4, 5.1 to 5.2 and others: what violates the protocol. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                FIN | TEXT | 0x10,
                FIN | TEXT | 0x20,
                FIN | TEXT | 0x40,
                FIN | TEXT | 0x70,
                FIN | BINARY | 0x40,
                FIN | PING | 0x40,
                FIN | CLOSE | 0x70,
                FIN | 3,
                FIN | 4,
                FIN | 7,
                FIN | 11,
                FIN | 12,
                FIN | 15,
                PING,
                PONG,
                CLOSE,
                FIN | CONTINUATION,
                CONTINUATION
            })
    void reservedBitsAndOpcodesAndMisplacedFragmentsAreRefused(final int first) throws Exception {
        try (FrameClient client = open()) {
            client.frame(FIN | TEXT, "good").frame(first, "abc").frame(FIN | PING, "after");
            assertThat(client.next().text()).isEqualTo("good");
            assertRefused(client, 1002);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FIN | PING, FIN | PONG, FIN | CLOSE})
    void controlFramesHaveAtMost125Bytes(final int first) throws Exception {
        try (FrameClient client = open()) {
            client.frame(first, new byte[126]);
            assertRefused(client, 1002);
        }
    }

    /** RFC 6455, 5.2: the shortest encoding of a length, whose first bit is 0. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "82fe0005",
                "82fe007d",
                "82fe0000",
                "82ff0000000000000005",
                "82ff000000000000ffff",
                "82ff8000000000000000",
                "82ff8000000000000001",
                "82ffffffffffffffffff",
                "89fe0005",
                "88fe0002"
            })
    void lengthsThatAreNotMinimalOrNegativeAreRefused(final String head) throws Exception {
        try (FrameClient client = open()) {
            client.send(HexFormat.of().parseHex(head)).send(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
            assertRefused(client, 1002);
        }
    }

    @Test
    void framesOfClientsAreMasked() throws Exception {
        try (FrameClient client = open()) {
            client.send(new byte[] {(byte) (FIN | TEXT), 2, 'n', 'o'});
            assertRefused(client, 1002);
        }
    }

    /** 5: fragments. */
    @Test
    void fragmentsAreJoinedAndControlFramesMayStandBetween() throws Exception {
        try (FrameClient client = open()) {
            client.frame(TEXT, "one ")
                    .frame(FIN | PING, "p")
                    .frame(CONTINUATION, "")
                    .frame(FIN | CONTINUATION, "two");
            assertThat(client.next().first()).isEqualTo(FIN | PONG);
            assertThat(client.next().text()).isEqualTo("one two");
            client.frame(BINARY, "").frame(FIN | CONTINUATION, "");
            assertThat(client.next().payload()).isEmpty();
            client.frame(TEXT, "one").frame(FIN | TEXT, "another");
            assertRefused(client, 1002);
        }
    }

    /** 5.4 to 5.8, 5.19, 5.20: pings between the fragments, and one byte at a time. */
    @Test
    void eachOfManyPingsBetweenFragmentsIsAnsweredAtOnce() throws Exception {
        try (FrameClient client = open()) {
            client.socket.setTcpNoDelay(true);
            client.frame(TEXT, "fragment1");
            for (int i = 2; i <= 5; i++) {
                client.frame(CONTINUATION, "fragment" + i);
                for (final byte each : FrameClient.bytes(FIN | PING, new byte[] {(byte) i})) {
                    client.send(new byte[] {each});
                }
                assertThat(client.next().payload()).isEqualTo(new byte[] {(byte) i});
            }
            client.frame(FIN | CONTINUATION, "");
            assertThat(client.next().text()).isEqualTo("fragment1fragment2fragment3fragment4fragment5");
            assertCloses(client);
        }
    }

    /** 5.3, 5.12: a control frame is not fragmented, also not between the fragments of a message. */
    @ParameterizedTest
    @ValueSource(ints = {PING, PONG, CLOSE})
    void controlFramesHaveNoFragments(final int first) throws Exception {
        try (FrameClient client = open()) {
            client.frame(TEXT, "one").frame(first, "").frame(FIN | CONTINUATION, "two");
            assertRefused(client, 1002);
        }
    }

    /** 10.1.1: a message of 65,536 bytes in fragments of 1,300. */
    @Test
    void aMessageInManyFragmentsIsEchoedWhole() throws Exception {
        try (FrameClient client = open()) {
            final String text = "*".repeat(65_536);
            for (int i = 0; i < text.length(); i += 1_300) {
                final int end = Math.min(text.length(), i + 1_300);
                client.frame((i == 0 ? TEXT : CONTINUATION) | (end == text.length() ? FIN : 0), text.substring(i, end));
            }
            assertThat(client.next().text()).isEqualTo(text);
            assertCloses(client);
        }
    }

    /** 7.1: nothing after a close is worked on or answered. */
    @ParameterizedTest
    @ValueSource(ints = {FIN | TEXT, FIN | PING, FIN | CLOSE, FIN | 3})
    void whatFollowsACloseIsIgnored(final int first) throws Exception {
        try (FrameClient client = open()) {
            client.close(1000).frame(first, "late");
            assertRefused(client, 1000);
        }
    }

    /** 7.3.5: 123 bytes of reason, and no more. */
    @Test
    void aReasonMayHave123Bytes() throws Exception {
        try (FrameClient client = open()) {
            client.frame(FIN | CLOSE, close(123));
            assertRefused(client, 1000);
        }
        try (FrameClient client = open()) {
            client.frame(FIN | CLOSE, close(124));
            assertRefused(client, 1002);
        }
    }

    private static byte[] close(final int reason) {
        final byte[] payload = new byte[2 + reason];
        java.util.Arrays.fill(payload, (byte) '*');
        payload[0] = 3;
        payload[1] = (byte) 0xe8;
        return payload;
    }

    /** 6: UTF-8. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cebae1bdb9cf83cebcceb5",
                "00",
                "7f",
                "c280",
                "dfbf",
                "e0a080",
                "ed9fbf",
                "ee8080",
                "efbfbd",
                "efbfbf",
                "f0908080",
                "f48fbfbf",
                "f09f9880"
            })
    void validTextIsEchoedHoweverItIsSplit(final String hex) throws Exception {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        try (FrameClient client = open()) {
            assertThat(client.frame(FIN | TEXT, bytes).next().payload()).isEqualTo(bytes);
            client.frame(TEXT, new byte[0]);
            for (final byte each : bytes) {
                client.frame(CONTINUATION, new byte[] {each});
            }
            assertThat(client.frame(FIN | CONTINUATION, new byte[0]).next().payload())
                    .isEqualTo(bytes);
            assertCloses(client);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c0af",
                "c080",
                "c1bf",
                "e080af",
                "e08080",
                "eda080",
                "edbfbf",
                "eda080edb080",
                "f08080af",
                "f4908080",
                "f8888080",
                "fc84808080",
                "fe",
                "ff",
                "ce",
                "cebae1bd",
                "f0908d",
                "c328",
                "e28228"
            })
    void textThatIsNotUtf8ClosesWith1007(final String hex) throws Exception {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        try (FrameClient client = open()) {
            client.frame(FIN | TEXT, bytes);
            assertRefused(client, 1007);
        }
        try (FrameClient client = open()) {
            client.frame(TEXT, "good ");
            for (final byte each : bytes) {
                client.frame(CONTINUATION, new byte[] {each});
            }
            client.frame(FIN | CONTINUATION, new byte[0]);
            assertRefused(client, 1007);
        }
    }

    /** 6.4: before the message ends. */
    @Test
    void malformedTextIsRefusedAtTheFirstFragmentThatShowsIt() throws Exception {
        try (FrameClient client = open()) {
            client.frame(TEXT, HexFormat.of().parseHex("f4"))
                    .frame(CONTINUATION, HexFormat.of().parseHex("90"));
            assertRefused(client, 1007);
        }
    }

    /** 7: closes. */
    @ParameterizedTest
    @CsvSource({
        "1000, 1000",
        "1001, 1001",
        "1002, 1002",
        "1003, 1003",
        "1007, 1007",
        "1008, 1008",
        "1009, 1009",
        "1010, 1010",
        "1011, 1011",
        "1012, 1012",
        "1013, 1013",
        "1014, 1014",
        "3000, 3000",
        "3999, 3999",
        "4000, 4000",
        "4999, 4999",
        "0, 1002",
        "999, 1002",
        "1004, 1002",
        "1005, 1002",
        "1006, 1002",
        "1015, 1002",
        "1016, 1002",
        "1100, 1002",
        "2000, 1002",
        "2999, 1002",
        "5000, 1002",
        "65535, 1002"
    })
    void codesOfClosesAreEchoedIfTheyMayBeSent(final int code, final int answer) throws Exception {
        try (FrameClient client = open()) {
            client.close(code);
            assertRefused(client, answer);
        }
    }

    @Test
    void aCloseWithoutCodeIsEchoedWithoutOne() throws Exception {
        try (FrameClient client = open()) {
            client.frame(FIN | TEXT, "x").next();
            client.frame(FIN | CLOSE, "").frame(FIN | TEXT, "ignored");
            final FrameClient.Frame echo = client.next();
            assertThat(echo.first()).isEqualTo(FIN | CLOSE);
            assertThat(echo.payload()).isEmpty();
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void malformedClosesAreRefused() throws Exception {
        try (FrameClient client = open()) {
            client.frame(FIN | CLOSE, "x");
            assertRefused(client, 1002);
        }
        try (FrameClient client = open()) {
            client.frame(FIN | CLOSE, new byte[] {3, (byte) 0xe8, (byte) 0xce});
            assertRefused(client, 1007);
        }
        try (FrameClient client = open()) {
            client.frame(FIN | CLOSE, "\u0003\u00e8".getBytes(StandardCharsets.ISO_8859_1));
            assertRefused(client, 1000);
        }
    }

    @Test
    void aCloseInTheMiddleOfAMessageIsAnswered() throws Exception {
        try (FrameClient client = open()) {
            client.frame(TEXT, "never ended");
            assertCloses(client);
        }
    }

    /** 9, in part: limits. */
    @Test
    void frameAndMessagesHaveLimits() throws Exception {
        try (FrameClient client = open()) {
            client.send(new byte[] {(byte) (FIN | BINARY), (byte) 0xff, 0, 0, 0, 0, 0, 3, 0x20, 1});
            assertTooLarge(client, "A frame may have at most 204800 bytes.");
        }
        try (FrameClient client = open()) {
            client.send(new byte[] {(byte) (FIN | BINARY), (byte) 0xff, 0x7f, -1, -1, -1, -1, -1, -1, -1});
            assertTooLarge(client, "A frame may have at most 204800 bytes.");
        }
        try (FrameClient client = open()) {
            client.frame(BINARY, new byte[150_000]).frame(CONTINUATION, new byte[150_000]);
            client.frame(CONTINUATION, new byte[150_000]);
            assertTooLarge(client, "A message may have at most 307200 bytes.");
        }
        try (FrameClient client = open()) {
            client.frame(BINARY, new byte[150_000]).frame(FIN | CONTINUATION, new byte[157_200]);
            assertThat(client.next().payload()).hasSize(307_200);
            assertCloses(client);
        }
    }

    @Test
    void tenThousandTinyFragmentsAreOneMessage() throws Exception {
        try (FrameClient client = open()) {
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(FrameClient.bytes(TEXT, new byte[] {'a'}));
            for (int i = 0; i < 10_000; i++) {
                all.writeBytes(FrameClient.bytes(CONTINUATION, new byte[] {'b'}));
            }
            all.writeBytes(FrameClient.bytes(FIN | CONTINUATION, new byte[] {'c'}));
            client.send(all.toByteArray());
            assertThat(client.next().text()).isEqualTo("a" + "b".repeat(10_000) + "c");
            assertCloses(client);
        }
    }
}
