package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.HttpPlugin;
import org.slf4j.MDC;

/** Messages that handlers receive and send, with the client of the JDK. */
final class EchoTest {

    record Order(String item, int count) {}

    static final class RoomSocket implements WebSocketHandler {

        private final Blocking blocking;

        @Inject
        RoomSocket(final Blocking blocking) {
            this.blocking = blocking;
        }

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return socket.texts()
                    .concatMapSingle(text -> blocking.single(() -> text.toUpperCase(java.util.Locale.ROOT)))
                    .map(text -> WebSocketMessage.text(socket.handshake().pathParameter("room") + ": " + text + ", "
                            + Thread.currentThread().getName().startsWith("vert.x-eventloop") + " "
                            + (io.vertx.core.Vertx.currentContext() != null) + " "
                            + MDC.get(RequestContext.MDC_KEY)
                                    .equals(socket.handshake().context().id())));
        }
    }

    @Test
    void anEchoIsOneLine() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create().at("/echo", WebSocket::messages))) {
            final JdkClient client = JdkClient.to(server, "/echo");
            assertThat(client.send("grüße").next()).isEqualTo("grüße");
            client.socket
                    .sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true)
                    .join();
            assertThat(client.next()).isEqualTo(new byte[] {1, 2, 3});
            client.socket.sendText("in ", false).join();
            client.socket.sendText("two", true).join();
            assertThat(client.next()).isEqualTo("in two");
            client.leave();
            assertThat(server.onlyClose()).isEqualTo(new CloseReason(1000, "", true));
            assertThat(server.events())
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly(
                            "Opened", "Received", "Handled", "Received", "Handled", "Received", "Handled", "Closed");
            final WebSocketEvent.Closed closed =
                    (WebSocketEvent.Closed) server.events().get(7);
            assertThat(closed.route()).isEqualTo("/echo");
            assertThat(closed.received()).isEqualTo(3);
            assertThat(closed.sent()).isEqualTo(3);
            assertThat(closed.duration()).isPositive();
        }
    }

    @Test
    void largeMessagesComeWhole() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create().at("/echo", WebSocket::messages))) {
            final JdkClient client = JdkClient.to(server, "/echo");
            final String text = "äöü€".repeat(12_000);
            for (int i = 0; i < text.length(); i += 8_000) {
                client.socket
                        .sendText(text.substring(i, i + 8_000), i + 8_000 == text.length())
                        .join();
            }
            assertThat(client.next()).isEqualTo(text);
            client.leave();
        }
    }

    @Test
    void guiceMakesTheHandlerAndEachCallbackHasTheContextOfTheRequest() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at("/chat/{room}", RoomSocket.class)
                .at("/chat/all/size", socket -> Flowable.just(WebSocketMessage.text("12"))))) {
            final JdkClient client = JdkClient.to(server, "/chat/a%20b");
            assertThat(client.send("hello").next()).isEqualTo("a b: HELLO, true true true");
            client.leave();
            final JdkClient other = JdkClient.to(server, "/chat/all/size");
            assertThat(other.next()).isEqualTo("12");
            assertThat(other.closed()).isEqualTo("1000 ");
        }
    }

    @Test
    void messagesAreJsonByTheMapperOfTheApplication() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/orders",
                        socket -> socket.messages(Order.class)
                                .map(order -> WebSocketMessage.json(new Order(order.item(), order.count() + 1)))))) {
            final JdkClient client = JdkClient.to(server, "/orders");
            assertThat(client.send("{\"item\":\"tea\",\"count\":2}").next())
                    .isEqualTo("{\"item\":\"tea\",\"count\":3}");
            client.send("{\"item\":");
            assertThat(client.closed()).isEqualTo("1007 The message is not the expected JSON.");
            final JdkClient binary = JdkClient.to(server, "/orders");
            binary.socket.sendBinary(ByteBuffer.allocate(3), true).join();
            assertThat(binary.closed()).isEqualTo("1003 Expected a text message.");
            final JdkClient unknown = JdkClient.to(server, "/orders");
            unknown.send("{\"item\":\"tea\",\"count\":2,\"colour\":\"red\"}");
            assertThat(unknown.closed()).startsWith("1007 ");
        }
    }

    @Test
    void aListenerWithoutJakartaRestHasJsonToo() throws Exception {
        try (SocketServer server = SocketServer.of(
                HttpPlugin.create(),
                WebSocketPlugin.create()
                        .at("/orders", socket -> socket.messages(Order.class).map(WebSocketMessage::json)),
                Map.of(),
                binder -> {})) {
            final JdkClient client = JdkClient.to(server, "/orders");
            assertThat(client.send("{\"item\":\"tea\",\"count\":2}").next())
                    .isEqualTo("{\"item\":\"tea\",\"count\":2}");
            client.leave();
        }
    }

    record Basket(@NotBlank String name, @Size(max = 2) List<@Valid Line> lines) {

        record Line(
                @JsonProperty("item_name") @NotBlank String item,
                @Positive int count) {}
    }

    @Test
    void messagesThatBreakConstraintsAreRefused() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/baskets",
                        socket -> socket.messages(Basket.class).map(basket -> WebSocketMessage.text(basket.name())))
                .at(
                        "/lines",
                        socket -> socket.messages(Basket.Line[].class)
                                .map(lines -> WebSocketMessage.text("" + lines.length))))) {
            final String good = "{\"name\":\"a\",\"lines\":[{\"item_name\":\"tea\",\"count\":1}]}";
            final JdkClient client = JdkClient.to(server, "/baskets");
            assertThat(client.send(good).next()).isEqualTo("a");
            client.send(good.replace("1", "0"));
            assertThat(client.closed())
                    .isEqualTo("1007 The message is invalid. lines[0].count: must be greater than 0");
            final JdkClient array = JdkClient.to(server, "/lines");
            array.send("[{\"item_name\":\"tea\",\"count\":1},{\"item_name\":\" \",\"count\":1}]");
            assertThat(array.closed()).isEqualTo("1007 The message is invalid. [1].item_name: must not be blank");
        }
    }

    @Test
    void theValidatorIsNotLoadedOnAnEventLoop() throws Exception {
        final List<String> threads = new CopyOnWriteArrayList<>();
        try (SocketServer server = SocketServer.of(
                WebSocketPlugin.create().at("/echo", WebSocket::messages),
                Map.of(),
                binder -> binder.bind(Validator.class).toProvider(() -> {
                    threads.add(Thread.currentThread().getName());
                    return Validation.buildDefaultValidatorFactory().getValidator();
                }))) {
            JdkClient.to(server, "/echo").leave();
            assertThat(threads).isNotEmpty().noneMatch(name -> name.contains("eventloop"));
        }
    }

    @Test
    void aHandlerMayAnswerAnInvalidMessageAndGoOn() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/baskets",
                        socket -> socket.messages().map(message -> {
                            try {
                                return WebSocketMessage.text(
                                        socket.read(message, Basket.class).name());
                            } catch (final InvalidMessageException e) {
                                return WebSocketMessage.json(e.violations());
                            }
                        })))) {
            final JdkClient client = JdkClient.to(server, "/baskets");
            assertThat(client.send("{\"name\":\"\",\"lines\":[{\"item_name\":\"tea\",\"count\":-1}]}")
                            .next())
                    .isEqualTo("[{\"path\":\"lines[0].count\",\"message\":\"must be greater than 0\"},"
                            + "{\"path\":\"name\",\"message\":\"must not be blank\"}]");
            assertThat(client.send("{").next()).isEqualTo("[]");
            assertThat(client.send("null").next()).isEqualTo("[]");
            assertThat(client.send("{\"name\":\"b\",\"lines\":[]}").next()).isEqualTo("b");
            client.leave();
        }
    }

    @Test
    void aHandlerClosesWithItsOwnCode() throws Exception {
        final WebSocketPlugin plugin = WebSocketPlugin.create()
                .at(
                        "/a",
                        socket -> socket.messages()
                                .concatMap(
                                        message -> Flowable.error(new WebSocketCloseException(4001, "x".repeat(200)))))
                .at(
                        "/b",
                        socket -> socket.messages()
                                .doOnNext(message -> socket.close(4002, "bye"))
                                .concatWith(Flowable.never()));
        try (SocketServer server = SocketServer.of(plugin, Map.of("websocket.close-timeout", "500ms"))) {
            assertThat(JdkClient.to(server, "/a").send("x").closed()).isEqualTo("4001 " + "x".repeat(123));
            assertThat(JdkClient.to(server, "/b").send("x").closed()).isEqualTo("4002 bye");
        }
    }

    @Test
    void aSubprotocolIsAgreedInTheOrderOfTheClient() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/sub",
                        socket -> Flowable.just(WebSocketMessage.text(
                                String.valueOf(socket.handshake().subprotocol()))))
                .withSubprotocols("v1", "v2"))) {
            final JdkClient client = JdkClient.to(server, "/sub", "subprotocol", "v2");
            assertThat(client.next()).isEqualTo("Optional[v2]");
            assertThat(client.socket.getSubprotocol()).isEqualTo("v2");
            client.closed();
            assertThat(JdkClient.to(server, "/sub").next()).isEqualTo("Optional.empty");
        }
    }

    @Test
    void allThatTheClientSentBeforeItsCloseIsWorkedOn() throws Exception {
        final List<String> saved = new CopyOnWriteArrayList<>();
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/save",
                        socket -> socket.texts()
                                .concatMapCompletable(text -> Completable.timer(20, TimeUnit.MILLISECONDS)
                                        .doOnComplete(() -> saved.add(text)))
                                .toFlowable()))) {
            final JdkClient client = JdkClient.to(server, "/save");
            for (int i = 0; i < 40; i++) {
                client.send("" + i);
            }
            client.leave();
            SocketServer.eventually(() -> saved.size() == 40);
        }
    }

    @Test
    void anUnknownErrorClosesWith1011AndSaysNothingInner() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/a",
                        socket -> socket.messages().map(message -> {
                            throw new IllegalStateException("secret");
                        }))
                .at("/b", socket -> {
                    throw new IllegalStateException("secret");
                })
                .at("/c", socket -> Flowable.just(WebSocketMessage.json(new Object()))))) {
            assertThat(JdkClient.to(server, "/a").send("x").closed()).isEqualTo("1011 The server failed.");
            assertThat(JdkClient.to(server, "/b").closed()).isEqualTo("1011 The server failed.");
            assertThat(JdkClient.to(server, "/c").closed()).isEqualTo("1011 The server failed.");
        }
    }

    @Test
    void aSecondSubscriptionFailsAndOneThatCancelsDiscards() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/twice",
                        socket -> socket.messages()
                                .mergeWith(socket.messages()
                                        .onErrorReturn(error -> WebSocketMessage.text(error.getMessage()))))
                .at("/first", socket -> socket.messages().take(1).concatWith(Flowable.never())))) {
            final JdkClient client = JdkClient.to(server, "/twice");
            assertThat((String) client.next()).startsWith("The messages of a WebSocket already have a subscriber");
            assertThat(client.send("x").next()).isEqualTo("x");
            client.leave();
            final JdkClient first = JdkClient.to(server, "/first");
            assertThat(first.send("1").next()).isEqualTo("1");
            for (int i = 0; i < 1000; i++) {
                first.send("more");
            }
            first.leave();
        }
    }

    @Test
    void buffersOfTheApplicationAreSentAsBytes() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/bytes",
                        socket -> socket.buffers()
                                .map(buffer -> WebSocketMessage.binary(
                                        Buffer.buffer("x").appendBuffer(buffer)))))) {
            final JdkClient client = JdkClient.to(server, "/bytes");
            client.socket.sendBinary(ByteBuffer.wrap(new byte[] {'y'}), true).join();
            assertThat(client.next()).isEqualTo(new byte[] {'x', 'y'});
            assertThat(client.send("text").closed()).isEqualTo("1003 Expected a binary message.");
        }
    }

    @Test
    void twoApplicationsInOneJvmDoNotMeet() throws Exception {
        try (SocketServer one = SocketServer.of(
                        WebSocketPlugin.create().at("/echo", WebSocket::messages),
                        Map.of("websocket.max-connections", 1));
                SocketServer two = SocketServer.of(WebSocketPlugin.create().at("/echo", WebSocket::messages))) {
            final JdkClient first = JdkClient.to(one, "/echo");
            final JdkClient second = JdkClient.to(two, "/echo");
            assertThat(first.send("1").next()).isEqualTo("1");
            assertThat(second.send("2").next()).isEqualTo("2");
            first.leave();
            second.leave();
        }
    }
}
