package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.websocket.FrameClient.BINARY;
import static org.jzenith.websocket.FrameClient.CONTINUATION;
import static org.jzenith.websocket.FrameClient.FIN;
import static org.jzenith.websocket.FrameClient.PING;
import static org.jzenith.websocket.FrameClient.PONG;
import static org.jzenith.websocket.FrameClient.TEXT;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Clients that send too much, read too little, or are gone. */
final class HostileClientTest {

    private static final WebSocketPlugin ECHO = WebSocketPlugin.create().at("/echo", WebSocket::messages);

    @Test
    void aMessageThatDoesNotEndIsClosed() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.message-timeout", "600ms"))) {
            try (FrameClient fragments = FrameClient.open(server, "/echo");
                    FrameClient frame = FrameClient.open(server, "/echo")) {
                frame.send(new byte[] {(byte) (FIN | TEXT), (byte) 0x85, 1});
                fragments.frame(TEXT, "begin");
                while (!fragments.isAnswered()) {
                    fragments.frame(CONTINUATION, "x");
                }
                assertThat(fragments.closeCode()).isEqualTo(1008);
                assertThat(frame.closeCode()).isEqualTo(1008);
            }
        }
    }

    @Test
    void aClientThatSendsAllTheTimeIsNotTakenForASlowOne() throws Exception {
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/sink",
                                        socket -> socket.messages()
                                                .ignoreElements()
                                                .toFlowable()),
                        Map.of("websocket.message-timeout", "2s"));
                FrameClient client = FrameClient.open(server, "/sink");
                FrameClient slow = FrameClient.open(server, "/sink")) {
            final byte[] frame = FrameClient.bytes(FIN | TEXT, new byte[1000]);
            final byte[] begin = java.util.Arrays.copyOf(frame, 500);
            final byte[] rest = java.util.Arrays.copyOfRange(frame, 500, frame.length);
            client.send(begin);
            slow.send(begin);
            while (!slow.isAnswered()) { // a frame of the other client is incomplete after each write
                client.send(rest).send(begin);
            }
            assertThat(slow.closeCode()).isEqualTo(1008);
            client.send(rest);
            client.close(1000);
            assertThat(client.closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void allMessagesTogetherHaveALimit() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.max-buffered-messages", "200K"))) {
            final List<FrameClient> clients = new ArrayList<>();
            int refused = 0;
            for (int i = 0; i < 8; i++) {
                clients.add(FrameClient.open(server, "/echo").frame(BINARY, new byte[60_000]));
            }
            SocketServer.eventually(() -> clients.stream().anyMatch(FrameClient::isAnswered));
            for (final FrameClient client : clients) {
                client.frame(FIN | CONTINUATION, new byte[0]);
                final FrameClient.Frame frame = client.next();
                if (frame.opcode() == FrameClient.CLOSE) {
                    assertThat(frame.code()).isEqualTo(1013);
                    refused++;
                } else {
                    assertThat(frame.payload()).hasSize(60_000);
                }
                client.close();
            }
            assertThat(refused).isBetween(1, 7);
        }
    }

    @Test
    void messagesBeyondTheRateWaitAndAreNotLost() throws Exception {
        final List<Long> times = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/echo",
                                        socket -> socket.messages().doOnNext(message -> times.add(System.nanoTime()))),
                        Map.of(
                                "websocket.max-messages-per-second", 20,
                                "websocket.ping-interval", "200ms",
                                "websocket.ping-timeout", "1s",
                                "websocket.message-timeout", "300ms"));
                FrameClient client = FrameClient.open(server, "/echo")) {
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 60; i++) {
                all.writeBytes(FrameClient.bytes(FIN | TEXT, ("" + i).getBytes(StandardCharsets.US_ASCII)));
            }
            client.send(all.toByteArray());
            int next = 0;
            while (next < 60) {
                final FrameClient.Frame frame = client.next();
                if (frame.opcode() == TEXT) {
                    assertThat(frame.text()).isEqualTo("" + next++);
                } else {
                    assertThat(frame.opcode()).as(frame.text()).isEqualTo(PING);
                    client.frame(FIN | PONG, frame.payload());
                }
            }
            // 20 at once, then one each 50 ms
            final long first = times.get(19) - times.get(0);
            assertThat(times.get(59) - times.get(0)).isGreaterThan(1_900_000_000L);
            assertThat(first).isLessThan(times.get(59) - times.get(19));
            client.close(1000);
            assertThat(client.closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void theMemoryOfAnIncompleteCompressedMessageCounts() throws Exception {
        try (SocketServer server = SocketServer.of(
                ECHO, Map.of("websocket.compression.enabled", true, "websocket.max-buffered-messages", "400K"))) {
            final List<FrameClient> clients = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                final FrameClient client = FrameClient.connect(server);
                client.handshake("/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n");
                client.frame(TEXT | 0x40, deflated("begin".getBytes(StandardCharsets.US_ASCII)));
                clients.add(client);
            }
            SocketServer.eventually(() -> server.events().stream()
                    .anyMatch(event -> event instanceof final WebSocketEvent.Closed closed
                            && closed.reason().code() == 1013));
            for (final FrameClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aFloodOfPingsIsAnsweredInPartAndKeepsNoMemory() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO);
                FrameClient client = FrameClient.open(server, "/echo")) {
            final ByteArrayOutputStream flood = new ByteArrayOutputStream();
            for (int i = 0; i < 100_000; i++) {
                flood.writeBytes(FrameClient.bytes(FIN | PING, ("" + i).getBytes(StandardCharsets.US_ASCII)));
            }
            flood.writeBytes(FrameClient.bytes(FIN | TEXT, "end".getBytes(StandardCharsets.US_ASCII)));
            final Thread sender = new Thread(() -> {
                try {
                    client.send(flood.toByteArray());
                } catch (final java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            int pongs = 0;
            String last = "";
            FrameClient.Frame frame = client.next();
            while (frame.opcode() == PONG) {
                pongs++;
                last = frame.text();
                frame = client.next();
            }
            sender.join();
            assertThat(frame.text()).isEqualTo("end");
            assertThat(pongs).isLessThan(100_000);
            assertThat(last).isNotEmpty();
            client.close(1000);
            assertThat(client.closeCode()).isEqualTo(1000);
        }
    }

    @Test
    void aSlowReaderStopsTheSourceAndNotTheServer() throws Exception {
        final AtomicLong produced = new AtomicLong();
        final AtomicBoolean disposed = new AtomicBoolean();
        final Buffer block = Buffer.buffer(new byte[8192]);
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/fast",
                        socket -> Flowable.<WebSocketMessage>generate(out -> {
                                    produced.incrementAndGet();
                                    out.onNext(WebSocketMessage.binary(block));
                                })
                                .doOnCancel(() -> disposed.set(true))))) {
            try (FrameClient client = FrameClient.connect(server, 16 * 1024)) {
                assertThat(client.handshake("/fast")).startsWith("HTTP/1.1 101");
                final long afterPause = SocketServer.steady(produced::get);
                // The buffers of the kernel on both sides, which grow to some megabytes.
                assertThat(afterPause).isLessThan(16L * 1024 * 1024 / 8192);
                for (int i = 0; i < afterPause + 100; i++) {
                    assertThat(client.next().payload()).hasSize(8192);
                }
                SocketServer.eventually(() -> produced.get() > afterPause);
                client.socket.setSoLinger(true, 0);
            }
            SocketServer.eventually(disposed::get);
            assertThat(server.onlyClose().code()).isEqualTo(1006);
        }
    }

    @Test
    void aClientThatReadsNothingIsClosedAfterTheIdleTimeout() throws Exception {
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/fast",
                                        socket -> Flowable.<WebSocketMessage>generate(out ->
                                                out.onNext(WebSocketMessage.binary(Buffer.buffer(new byte[8192]))))),
                        Map.of("rest.idle-timeout", "300ms"));
                FrameClient client = FrameClient.connect(server, 16 * 1024)) {
            assertThat(client.handshake("/fast")).startsWith("HTTP/1.1 101");
            assertThat(server.onlyClose().code()).isEqualTo(1006);
        }
    }

    @Test
    void bytesForSlowReadersCountInTheBudgetOfResponses() throws Exception {
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/fast",
                                        socket -> Flowable.<WebSocketMessage>generate(out ->
                                                out.onNext(WebSocketMessage.binary(Buffer.buffer(new byte[100_000]))))),
                        Map.of("rest.max-buffered-responses", "64K"));
                FrameClient client = FrameClient.connect(server, 16 * 1024)) {
            assertThat(client.handshake("/fast")).startsWith("HTTP/1.1 101");
            assertThat(server.onlyClose().code()).isEqualTo(1006); // it has stalled for longest
        }
    }

    @Test
    void aSlowHandlerPausesTheSocket() throws Exception {
        final AtomicLong taken = new AtomicLong();
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/slow",
                                        socket -> socket.messages()
                                                .concatMapCompletable(message -> io.reactivex.Completable.timer(
                                                                50, TimeUnit.MILLISECONDS)
                                                        .doOnComplete(taken::incrementAndGet))
                                                .toFlowable()),
                        Map.of("websocket.ping-interval", "200ms", "websocket.ping-timeout", "300ms"));
                FrameClient client = FrameClient.open(server, "/slow")) {
            final AtomicLong sent = new AtomicLong();
            final Thread sender = new Thread(() -> {
                try {
                    while (true) {
                        client.frame(FIN | BINARY, new byte[60_000]);
                        sent.incrementAndGet();
                    }
                } catch (final java.io.IOException e) {
                    // the end of the test
                }
            });
            sender.start();
            // 800 ms, longer than a ping may wait: the handler is slow, not the client
            SocketServer.eventually(() -> taken.get() >= 16);
            assertThat(server.sockets().bufferedNow()).isLessThan(2_000_000);
            assertThat(sent.get() * 60_000).isLessThan(30_000_000);
            assertThat(server.events()).noneMatch(WebSocketEvent.Closed.class::isInstance);
            client.reset();
            sender.join();
        }
    }

    @Test
    void messagesThatNobodyTakesCloseTheWebSocket() throws Exception {
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create().at("/feed", socket -> Flowable.never()),
                        Map.of("websocket.ping-timeout", "300ms"));
                FrameClient client = FrameClient.open(server, "/feed")) {
            for (int i = 0; i < 100; i++) {
                client.frame(FIN | TEXT, "x");
            }
            assertThat(client.closeCode()).isEqualTo(1008);
        }
    }

    @Test
    void aClientThatDoesNotAnswerAPingIsClosed() throws Exception {
        final AtomicBoolean disposed = new AtomicBoolean();
        try (SocketServer server = SocketServer.of(
                        WebSocketPlugin.create()
                                .at(
                                        "/feed",
                                        socket -> Flowable.<WebSocketMessage>never()
                                                .doOnCancel(() -> disposed.set(true))),
                        Map.of("websocket.ping-interval", "100ms", "websocket.ping-timeout", "1s"));
                FrameClient client = FrameClient.open(server, "/feed")) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.next().first()).isEqualTo(FIN | PING);
                client.frame(FIN | PONG, "");
            }
            assertThat(client.next().first()).isEqualTo(FIN | PING);
            assertThat(client.isEnded()).isTrue();
            SocketServer.eventually(disposed::get);
            assertThat(server.onlyClose().code()).isEqualTo(1006);
        }
    }

    @Test
    void aWebSocketWithoutMessagesIsClosedAtItsIdleTimeout() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.idle-timeout", "700ms"))) {
            try (FrameClient client = FrameClient.connect(server)) {
                client.send(FrameClient.request("/echo")).frame(FIN | TEXT, "x");
                assertThat(client.head()).startsWith("HTTP/1.1 101");
                assertThat(client.next().text()).isEqualTo("x");
                assertThat(client.closed()).isEqualTo("1001 There were no messages.");
            }
        }
    }

    @Test
    void aClientThatIsGoneDisposesTheSource() throws Exception {
        final AtomicLong disposed = new AtomicLong();
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/ticks",
                        socket -> Flowable.interval(5, TimeUnit.MILLISECONDS)
                                .onBackpressureDrop()
                                .map(tick -> WebSocketMessage.text("tick"))
                                .doOnCancel(disposed::incrementAndGet)))) {
            final FrameClient reset = FrameClient.open(server, "/ticks");
            assertThat(reset.next().text()).isEqualTo("tick");
            reset.reset();
            SocketServer.eventually(() -> disposed.get() == 1);
            final FrameClient half = FrameClient.open(server, "/ticks");
            half.next();
            half.socket.shutdownOutput();
            SocketServer.eventually(() -> disposed.get() == 2);
            final FrameClient closed = FrameClient.open(server, "/ticks");
            closed.next();
            closed.close(1001);
            assertThat(closed.closeCode()).isEqualTo(1001);
            SocketServer.eventually(() -> disposed.get() == 3);
            half.close();
            closed.close();
        }
    }

    @Test
    void aLostConnectionIsAnErrorOfTheMessages() throws Exception {
        final List<String> signals = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create().at("/echo", socket -> {
            final io.reactivex.disposables.Disposable unused =
                    socket.closed().subscribe(reason -> signals.add("closed " + reason.code()));
            return socket.messages()
                    .doOnComplete(() -> signals.add("complete"))
                    .doOnError(error -> signals.add("failed " + ((WebSocketCloseException) error).code()));
        }))) {
            FrameClient.open(server, "/echo").close();
            SocketServer.eventually(() -> signals.size() == 2);
            assertThat(signals).containsExactly("failed 1006", "closed 1006");
            signals.clear();
            JdkClient.to(server, "/echo").leave();
            SocketServer.eventually(() -> signals.size() == 2);
            assertThat(signals).containsExactly("complete", "closed 1000");
        }
    }

    @Test
    void compressionIsOffUnlessItIsSet() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO);
                FrameClient client = FrameClient.connect(server)) {
            assertThat(client.handshake("/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n"))
                    .doesNotContainIgnoringCase("permessage");
            client.frame(FIN | TEXT | 0x40, deflated("x".getBytes(StandardCharsets.US_ASCII)));
            assertThat(client.closeCode()).isEqualTo(1002);
        }
    }

    @Test
    void compressedMessagesAreEchoedCompressed() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.compression.enabled", true));
                FrameClient client = FrameClient.connect(server)) {
            assertThat(client.handshake(
                            "/echo",
                            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10,"
                                    + " permessage-deflate; client_max_window_bits\r\n"))
                    .containsIgnoringCase("Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover;"
                            + " client_no_context_takeover\r\n");
            for (final String text : new String[] {"", "hello", "äöü€".repeat(5_000), "hello"}) {
                final byte[] deflated = deflated(text.getBytes(StandardCharsets.UTF_8));
                final int half = deflated.length / 2;
                client.frame(TEXT | 0x40, java.util.Arrays.copyOf(deflated, half));
                client.frame(FIN | CONTINUATION, java.util.Arrays.copyOfRange(deflated, half, deflated.length));
                final FrameClient.Frame echo = client.next();
                assertThat(echo.first()).isEqualTo(FIN | TEXT | 0x40);
                assertThat(inflated(echo.payload())).isEqualTo(text);
                assertThat(echo.payload().length).isLessThan(1_000);
            }
            client.frame(FIN | TEXT, "plain");
            assertThat(inflated(client.next().payload())).isEqualTo("plain");
            client.frame(FIN | TEXT | 0x40, new byte[] {-1, -1, -1, -1});
            assertThat(client.closeCode()).isEqualTo(1007);
        }
    }

    @Test
    void aCompressionBombIsRefusedBeforeItIsExpanded() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.compression.enabled", true));
                FrameClient client = FrameClient.connect(server)) {
            client.handshake("/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n");
            final byte[] bomb = deflated(new byte[50_000_000]);
            assertThat(bomb.length).isLessThan(64 * 1024);
            client.frame(FIN | BINARY | 0x40, bomb);
            assertThat(client.closed()).matches("1009 A message may have at most \\d+ bytes\\.");
            try (FrameClient reserved = FrameClient.connect(server)) {
                reserved.handshake("/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n");
                reserved.frame(FIN | BINARY | 0x20, "x");
                assertThat(reserved.closeCode()).isEqualTo(1002);
            }
            try (FrameClient control = FrameClient.connect(server)) {
                control.handshake("/echo", "Sec-WebSocket-Extensions: permessage-deflate\r\n");
                control.frame(FIN | PING | 0x40, "x");
                assertThat(control.closeCode()).isEqualTo(1002);
            }
        }
    }

    private static byte[] deflated(final byte[] message) {
        final Deflater zlib = new Deflater(9, true);
        zlib.setInput(message);
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        final byte[] piece = new byte[100_000];
        int length;
        do {
            length = zlib.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH);
            all.write(piece, 0, length);
        } while (length == piece.length);
        zlib.end();
        return java.util.Arrays.copyOf(all.toByteArray(), all.size() - 4);
    }

    private static String inflated(final byte[] payload) throws Exception {
        final java.util.zip.Inflater zlib = new java.util.zip.Inflater(true);
        final byte[] input = java.util.Arrays.copyOf(payload, payload.length + 4);
        input[payload.length + 2] = -1;
        input[payload.length + 3] = -1;
        zlib.setInput(input);
        final byte[] out = new byte[200_000];
        final int length = zlib.inflate(out);
        zlib.end();
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }
}
