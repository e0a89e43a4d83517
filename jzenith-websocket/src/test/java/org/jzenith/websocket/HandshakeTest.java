package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import com.google.inject.Binder;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.test.internal.log.LogLines;

/** The handshakes that are accepted, and the refusals of the others. */
final class HandshakeTest {

    private static final WebSocketPlugin ECHO = WebSocketPlugin.create().at("/echo", WebSocket::messages);

    private static final String BEGIN = "GET /echo HTTP/1.1\r\nHost: localhost\r\n";
    private static final String UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    private static final String VERSION = "Sec-WebSocket-Version: 13\r\n";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    private static String answer(final SocketServer server, final String request) throws IOException {
        try (FrameClient client = FrameClient.connect(server)) {
            return client.send(request + "\r\n").head();
        }
    }

    @Test
    void theAnswerIsThatOfTheStandard() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO)) {
            try (FrameClient client = FrameClient.connect(server)) {
                final String head = client.handshake("/echo");
                assertThat(head)
                        .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                        .containsIgnoringCase("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                        .containsIgnoringCase("\r\nUpgrade: websocket\r\n")
                        .containsIgnoringCase("\r\nConnection: Upgrade\r\n")
                        .containsIgnoringCase("\r\nX-Request-Id: ")
                        .doesNotContainIgnoringCase("Content-Length")
                        .doesNotContainIgnoringCase("Sec-WebSocket-Extensions");
                client.close(1000);
                assertThat(client.closeCode()).isEqualTo(1000);
                assertThat(client.isEnded()).isTrue();
            }
        }
    }

    @Test
    void framesThatComeWithTheHandshakeAreNotLost() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO);
                FrameClient client = FrameClient.connect(server)) {
            final java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
            all.writeBytes(FrameClient.request("/echo").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            for (int i = 0; i < 100; i++) {
                all.writeBytes(
                        FrameClient.bytes(0x81, ("early " + i).getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            }
            client.send(all.toByteArray());
            assertThat(client.head()).startsWith("HTTP/1.1 101");
            for (int i = 0; i < 100; i++) {
                assertThat(client.next().text()).isEqualTo("early " + i);
            }
            client.close(1001);
            assertThat(client.closeCode()).isEqualTo(1001);
        }
    }

    /** RFC 9110, 7.8: a proxy must not pass Upgrade on, and knows so by Connection. */
    @Test
    void aRefusalThatNamesAProtocolSaysSoInConnection() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO)) {
            for (final String request : new String[] {BEGIN, BEGIN + "Connection: close\r\n"}) {
                final String refusal = answer(server, request);
                assertThat(refusal).startsWith("HTTP/1.1 426").containsIgnoringCase("\r\nUpgrade: websocket\r\n");
                assertThat(refusal.lines()
                                .filter(line ->
                                        line.toLowerCase(java.util.Locale.ROOT).startsWith("connection:"))
                                .toList())
                        .containsExactlyElementsOf(
                                request.equals(BEGIN)
                                        ? List.of("connection: Upgrade")
                                        : List.of("connection: close", "connection: upgrade"));
            }
            assertThat(answer(server, BEGIN.replace("HTTP/1.1", "HTTP/1.0") + "Connection: keep-alive\r\n"))
                    .doesNotContainIgnoringCase("connection: upgrade");
        }
    }

    @Test
    void malformedHandshakesAreRefused() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO)) {
            assertThat(answer(server, BEGIN)).startsWith("HTTP/1.1 426").containsIgnoringCase("Upgrade: websocket");
            assertThat(answer(server, BEGIN + "Upgrade: websocket\r\n" + VERSION + KEY))
                    .startsWith("HTTP/1.1 426");
            assertThat(answer(server, BEGIN + UPGRADE + KEY)).startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN + UPGRADE + KEY + "Sec-WebSocket-Version: 8\r\n"))
                    .startsWith("HTTP/1.1 426")
                    .containsIgnoringCase("Sec-WebSocket-Version: 13");
            assertThat(answer(server, BEGIN + UPGRADE + VERSION)).startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN + UPGRADE + VERSION + "Sec-WebSocket-Key: abc\r\n"))
                    .startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN + UPGRADE + VERSION + KEY + KEY)).startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN + UPGRADE + VERSION + KEY + "Connection: close\r\n"))
                    .startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN + UPGRADE + VERSION + KEY + "Content-Length: 5\r\n"))
                    .startsWith("HTTP/1.1 400");
            assertThat(answer(server, BEGIN.replace("GET", "POST") + UPGRADE + VERSION + KEY))
                    .startsWith("HTTP/1.1 405")
                    .containsIgnoringCase("Allow: GET");
            assertThat(answer(server, BEGIN.replace("1.1", "1.0") + UPGRADE + VERSION + KEY))
                    .contains(" 400 ");
            assertThat(answer(server, BEGIN.replace("/echo", "/echo/more") + UPGRADE + VERSION + KEY))
                    .startsWith("HTTP/1.1 404");
            assertThat(answer(server, BEGIN.replace("/echo", "/echoes") + UPGRADE + VERSION + KEY))
                    .startsWith("HTTP/1.1 404");
            assertThat(server.events()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/chat/a%7eb, /chat/a~b",
        "/ch%61t/a/../b, /chat/b",
        "/x/%2e%2e/chat/./%c3%bc, /chat/%C3%BC",
        "/chat/../chat/b?q=/../%7e, /chat/b",
    })
    void theNormalizedPathDecides(final String sent, final String path) throws Exception {
        final WebSocketPlugin chat = WebSocketPlugin.create()
                .at(
                        "/chat/{room}",
                        socket -> socket.messages()
                                .map(message ->
                                        WebSocketMessage.text(socket.handshake().path())));
        try (SocketServer server = SocketServer.of(chat);
                FrameClient client = FrameClient.open(server, sent)) {
            client.send(FrameClient.bytes(0x81, "where".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            assertThat(client.next().text()).isEqualTo(path);
            assertThat(answer(server, FrameClient.request("/chat/x/..").stripTrailing() + "\r\n"))
                    .startsWith("HTTP/1.1 404");
        }
    }

    /** As resources do. */
    @Test
    void cookiesAndTheQueryAreReadAsThoseOfOtherRequests() throws Exception {
        final WebSocketPlugin told = WebSocketPlugin.create()
                .at(
                        "/told",
                        socket -> socket.messages()
                                .map(message ->
                                        WebSocketMessage.text(socket.handshake().cookie("session")
                                                + " " + socket.handshake().cookie("theme")
                                                + " " + socket.handshake().queryParameter("a")
                                                + " " + socket.handshake().queryParameter("b"))));
        try (SocketServer server = SocketServer.of(told);
                FrameClient client = FrameClient.open(
                        server, "/told?a=1;b=2", "Cookie: theme=x,session=evil\r\nCookie: more=1; session=mine\r\n")) {
            client.send(FrameClient.bytes(0x81, "tell".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            assertThat(client.next().text())
                    .isEqualTo("Optional[mine] Optional[x,session=evil] Optional[1;b=2] Optional.empty");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost, 101",
        "https://LOCALHOST, 101",
        "http://localhost:80, 101",
        "http://localhost:81, 403",
        "http://evil.example, 403",
        "http://localhost.evil.example, 403",
        "null, 403",
        "file://, 403",
        "http://localhost/path, 403",
        "https://shop.example.org, 101",
        "https://a.example.org, 101",
        "https://a.b.example.org, 403",
        "http://shop.example.org, 403",
        "http://my_shop:8080, 101",
        "https://xn--bcher-kva.example, 101"
    })
    void onlyAllowedOriginsOpenWebSockets(final String origin, final int status) throws Exception {
        try (SocketServer server = SocketServer.of(
                        ECHO,
                        Map.of(
                                "websocket.origins",
                                "https://shop.example.org,https://*.example.org,http://my_shop:8080,https://b\u00fccher.example"));
                FrameClient client = FrameClient.connect(server)) {
            assertThat(client.handshake("/echo", "Origin: " + origin + "\r\n")).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void behindAProxyTheOriginIsComparedWithTheHostThatItNames() throws Exception {
        final String proxied = "Forwarded: for=9.9.9.9;host=shop.example.org;proto=https\r\n";
        try (SocketServer trusting = SocketServer.of(ECHO, Map.of("rest.trusted-proxies", "127.0.0.0/8,::1"));
                SocketServer other = SocketServer.of(ECHO)) {
            try (FrameClient client = FrameClient.connect(trusting)) {
                assertThat(client.handshake("/echo", "Origin: https://shop.example.org\r\n", proxied))
                        .startsWith("HTTP/1.1 101");
            }
            try (FrameClient client = FrameClient.connect(other)) {
                assertThat(client.handshake("/echo", "Origin: https://shop.example.org\r\n", proxied))
                        .startsWith("HTTP/1.1 403");
            }
        }
    }

    @Test
    void theNumberOfWebSocketsIsLimited() throws Exception {
        try (SocketServer server = SocketServer.of(ECHO, Map.of("websocket.max-connections", 2))) {
            try (FrameClient one = FrameClient.open(server, "/echo");
                    FrameClient two = FrameClient.open(server, "/echo");
                    FrameClient three = FrameClient.connect(server)) {
                assertThat(three.handshake("/echo")).startsWith("HTTP/1.1 503").containsIgnoringCase("Retry-After:");
                assertThat(server.application().get(Gauges.class).all())
                        .filteredOn(gauge -> gauge.name().equals("websocket.connections"))
                        .singleElement()
                        .returns(2L, Gauge::used)
                        .returns(2L, Gauge::limit);
                one.close(1000);
                assertThat(one.closeCode()).isEqualTo(1000);
                SocketServer.eventually(() -> server.sockets().openNow() == 1);
                FrameClient.open(server, "/echo").close();
                two.close(1000);
                assertThat(two.closeCode()).isEqualTo(1000);
            }
        }
    }

    @Test
    void theNumberOfWebSocketsOfOneClientIsLimited() throws Exception {
        try (SocketServer server = SocketServer.of(
                ECHO, Map.of("websocket.max-connections-per-client", 2, "rest.trusted-proxies", "127.0.0.0/8,::1"))) {
            final String ann = "X-Forwarded-For: 9.9.9.9\r\n";
            final String six = "X-Forwarded-For: 2001:db8::1\r\n";
            final String sameNetwork = "X-Forwarded-For: 2001:db8::ffff\r\n";
            try (FrameClient one = FrameClient.open(server, "/echo", ann);
                    FrameClient two = FrameClient.open(server, "/echo", ann);
                    FrameClient three = FrameClient.connect(server);
                    FrameClient four = FrameClient.open(server, "/echo", six);
                    FrameClient five = FrameClient.open(server, "/echo", sameNetwork);
                    FrameClient seven = FrameClient.connect(server)) {
                assertThat(three.handshake("/echo", ann)).startsWith("HTTP/1.1 429");
                assertThat(seven.handshake("/echo", six)).startsWith("HTTP/1.1 429");
                one.close(1000);
                assertThat(one.closeCode()).isEqualTo(1000);
                SocketServer.eventually(() -> server.sockets().openNow() == 3);
                FrameClient.open(server, "/echo", ann).close();
                for (final FrameClient each : List.of(two, four, five)) {
                    each.close(1000);
                    assertThat(each.closeCode()).isEqualTo(1000);
                }
            }
        }
    }

    @Test
    void aGuardDecidesAboutAPathBeforeTheWebSocketIsOpen() throws Exception {
        final ListenerGuard guard = new ListenerGuard() {
            @Override
            public Single<GuardDecision> check(final ServerRequest request) {
                return PASS;
            }

            @Override
            public Single<GuardDecision> check(
                    final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
                return Single.timer(20, TimeUnit.MILLISECONDS)
                        .flatMap(late -> switch (pathParameters.getOrDefault("room", "")) {
                            case "good" -> PASS;
                            case "slow" -> Single.never();
                            case "bad" -> Single.just(GuardDecision.refuse(401, "Who are you?"));
                            default -> Single.error(new IllegalStateException("secret"));
                        });
            }
        };
        try (SocketServer server = SocketServer.of(
                WebSocketPlugin.create().at("/echo/{room}", HandshakeTest::deadlines),
                Map.of("rest.request-timeout", "2s"),
                binder -> ListenerGuard.binder(binder).addBinding().toInstance(guard))) {
            try (FrameClient good = FrameClient.open(server, "/echo/good")) {
                for (final String each : new String[] {"bad 401", "other 500", "slow 503"}) {
                    try (FrameClient client = FrameClient.connect(server)) {
                        assertThat(client.handshake("/echo/" + each.split(" ")[0]))
                                .startsWith("HTTP/1.1 " + each.split(" ")[1]);
                    }
                }
                // The time of a slow request has passed, and an open WebSocket is not a request in flight.
                assertThat(good.frame(0x81, "still").next().text()).isEqualTo("still false");
            }
        }
    }

    private record User(String getName, boolean isAdmin) implements Principal {

        @Override
        public String getName() {
            return getName;
        }
    }

    /** Names the users of sessions, and lets administrators only open {@code /who}. */
    private static final class SessionGuard implements ListenerGuard {

        @Override
        public Single<GuardDecision> check(final ServerRequest request) {
            final String session = request.cookie("session");
            return Single.timer(5, TimeUnit.MILLISECONDS).map(late -> switch (session == null ? "none" : session) {
                case "1" -> GuardDecision.passAs(new User("ann", true));
                case "2" -> GuardDecision.passAs(new User("ben", false));
                case "3" ->
                    GuardDecision.refuse(401, "The session has ended.").withHeader("WWW-Authenticate", "Bearer");
                default -> GuardDecision.pass();
            });
        }

        @Override
        public Single<GuardDecision> check(
                final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
            if (!part.template().equals("/who")) {
                return PASS;
            }
            return Single.just(
                    request.principal() instanceof final User user
                            ? user.isAdmin() ? GuardDecision.pass() : GuardDecision.refuse(403, "Not you.")
                            : GuardDecision.refuse(401, "Log in."));
        }
    }

    private static void bindSessionGuard(final Binder binder) {
        ListenerGuard.binder(binder).addBinding().toInstance(new SessionGuard());
    }

    @Test
    void aGuardOfTheListenerDecidesBeforeTheHandshake() throws Exception {
        final ListenerGuard guard = request -> {
            final String token = request.headers().get("Authorization");
            return Single.just(
                            token == null
                                    ? GuardDecision.refuse(401, "Say who you are.")
                                    : GuardDecision.passAs(() -> token))
                    .delay(10, TimeUnit.MILLISECONDS);
        };
        final WebSocketPlugin who = WebSocketPlugin.create()
                .at(
                        "/who",
                        socket -> Flowable.just(WebSocketMessage.text(
                                socket.handshake().principal().orElseThrow().getName())));
        try (SocketServer server = SocketServer.of(
                who,
                Map.of(),
                binder -> ListenerGuard.binder(binder).addBinding().toInstance(guard))) {
            final String begin = "GET /who HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + VERSION + KEY;
            assertThat(answer(server, begin)).startsWith("HTTP/1.1 401");
            try (FrameClient ann = FrameClient.open(server, "/who", "Authorization: ann\r\n")) {
                assertThat(ann.next().text()).isEqualTo("ann");
                ann.close(1000);
            }
        }
    }

    @Test
    void aGuardSaysWhoAsksAndTheHandlerKnows() throws Exception {
        try (SocketServer server = SocketServer.of(
                WebSocketPlugin.create()
                        .at(
                                "/who",
                                socket -> Flowable.just(WebSocketMessage.text(socket.handshake()
                                        .principal()
                                        .orElseThrow()
                                        .getName())))
                        .at("/echo", WebSocket::messages),
                Map.of(),
                HandshakeTest::bindSessionGuard)) {
            try (FrameClient ann = FrameClient.open(server, "/who", "Cookie: theme=dark; session=1\r\n")) {
                assertThat(ann.next().text()).isEqualTo("ann");
                ann.close(1000);
            }
            final String begin = "GET /who HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + VERSION + KEY;
            assertThat(answer(server, begin + "Cookie: session=2\r\n")).startsWith("HTTP/1.1 403");
            assertThat(answer(server, begin + "Cookie: session=3\r\n"))
                    .startsWith("HTTP/1.1 401")
                    .containsIgnoringCase("WWW-Authenticate: Bearer\r\n");
            assertThat(answer(server, begin + "Cookie: session=\"4\r\n")).startsWith("HTTP/1.1 401");
            assertThat(answer(server, begin)).startsWith("HTTP/1.1 401");
            FrameClient.open(server, "/echo").close(); // needs no user
        }
    }

    /** A browser hides the status. */
    @Test
    void anOriginThatIsRefusedIsLoggedOnceInTenSeconds() throws Exception {
        try (LogLines log = LogLines.of(WebSocket.class);
                SocketServer server = SocketServer.of(ECHO)) {
            for (final String origin : List.of("http://evil.example", "http://other.example", "http://localhost")) {
                try (FrameClient client = FrameClient.connect(server)) {
                    client.handshake("/echo", "Origin: " + origin + "\r\n");
                }
            }
            assertThat(log.events()).singleElement().satisfies(line -> {
                assertThat(line.getLevel()).isEqualTo(Level.WARN);
                assertThat(line.getFormattedMessage())
                        .contains("'http://evil.example'", "/echo", "websocket.origins", "127.0.0.1", "403");
            });
        }
    }

    @Test
    void theAccessLogHasWhoAsked() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith.access");
                SocketServer server = SocketServer.of(
                        WebSocketPlugin.create().at("/who", WebSocket::messages),
                        Map.of("rest.access-log.format", "common", "rest.access-log.output", "logger"),
                        HandshakeTest::bindSessionGuard)) {
            FrameClient.open(server, "/who", "Cookie: session=1\r\n").close();
            assertThat(log.next(line -> true).getFormattedMessage()).contains(" - ann [", "\"GET /who HTTP/1.1\" 101 ");
        }
    }

    private static Flowable<WebSocketMessage> deadlines(final WebSocket socket) {
        final RequestDeadline deadline = socket.handshake().context().deadline();
        return socket.texts().map(text -> WebSocketMessage.text(text + " " + deadline.isUsedUp()));
    }

    @Test
    void pathsThatAreNotUnderstoodAreRefusedInCode() {
        for (final String path :
                new String[] {"echo", "/", "/{room}", "/a//b", "/a/", "/a/{b}/{b}", "/a/{b}c", "/a/.."}) {
            assertThatThrownBy(() -> WebSocketPlugin.create().at(path, WebSocket::messages))
                    .as(path)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> WebSocketPlugin.create()
                        .at("/a/{b}", WebSocket::messages)
                        .at("/a/{c}", WebSocket::messages))
                .hasMessageContaining("Two WebSockets");
        assertThatThrownBy(() -> WebSocketPlugin.create().withSubprotocols("chat"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("There is no path to change yet. Call at(..) first.");
    }

    @Test
    void wrongSettingsFailTheStart() {
        assertThatThrownBy(() -> SocketServer.of(ECHO, Map.of("websocket.origins", "shop")))
                .hasMessageContaining("'shop' is not an origin");
        assertThatThrownBy(() -> SocketServer.of(ECHO, Map.of("websocket.max-frame-size", "3G")))
                .hasMessageContaining("websocket.max-frame-size");
        assertThatThrownBy(() -> SocketServer.of(ECHO, Map.of("websocket.ping-intervall", "3s")))
                .hasMessageContaining("websocket.ping-interval?");
    }
}
