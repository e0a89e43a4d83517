package org.jzenith.messages.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;
import org.jzenith.test.TestWebSocket;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** Clients of two instances. */
final class LiveEventsTest {

    public record Order(int number, String customer) {}

    private static final Topic<Order> ORDERS = Topic.of("orders", Order.class).keyedBy(Order::customer);

    private final TestLog log = new TestLog();

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(this::application);

    @RegisterExtension
    final JZenithExtension other = JZenithExtension.of(this::application);

    @Path("/orders")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public static final class OrderResource {

        private final LiveEvents live;

        @Inject
        OrderResource(final LiveEvents live) {
            this.live = live;
        }

        @GET
        public Flowable<OutboundSseEvent> all(@HeaderParam("Last-Event-ID") final @Nullable String last) {
            return live.events(ORDERS, last);
        }

        @GET
        @Path("own")
        public Flowable<OutboundSseEvent> own(@HeaderParam("Last-Event-ID") final @Nullable String last) {
            return live.events(
                    ORDERS,
                    last,
                    (identity, message) -> message.value().customer().equals(identity.getName()));
        }
    }

    static final class OrderSocket implements WebSocketHandler {

        private final LiveEvents live;

        @Inject
        OrderSocket(final LiveEvents live) {
            this.live = live;
        }

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return socket.handshake().queryParameter("own").isEmpty()
                    ? live.messages(ORDERS, socket)
                    : live.messages(
                            ORDERS,
                            socket,
                            (identity, message) -> message.value().customer().equals(identity.getName()));
        }
    }

    private JZenith application() {
        return log.in(JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class),
                        MessagesPlugin.create().publishing(ORDERS),
                        LiveEventsPlugin.create(),
                        WebSocketPlugin.create().at("/live", OrderSocket.class))
                .withModules(binder -> ListenerGuard.binder(binder)
                        .addBinding()
                        .toInstance(request -> Single.just(
                                request.headers().get("X-User") == null
                                        ? GuardDecision.pass()
                                        : GuardDecision.passAs(
                                                Identity.of(request.headers().get("X-User"), "test")))))
                .withConfiguration("messages.orders.over", "test-log"));
    }

    private void publish(final int from, final int to, final String customer) {
        for (int i = from; i <= to; i++) {
            app.get(Messages.class).publish(ORDERS, new Order(i, customer)).blockingAwait();
        }
    }

    private static TestStream<TestEvent> events(final JZenithHttp http, final String path, final String last) {
        return http.withHeader("Last-Event-ID", last).events(path);
    }

    private static List<Integer> numbers(final List<TestEvent> events) {
        return events.stream().map(event -> event.json().path("number").asInt()).toList();
    }

    private static String position(final int number) {
        return "orders-first." + number;
    }

    @Test
    void aClientThatReconnectsToAnotherInstanceGetsExactlyWhatItMissed() {
        final String seen;
        try (TestStream<TestEvent> events = events(app.http(), "/orders", position(0))) {
            publish(1, 3, "ann");
            final List<TestEvent> first = events.next(3);
            assertThat(first.get(0).data()).isEqualTo("{\"number\":1,\"customer\":\"ann\"}");
            assertThat(first.get(0).type()).isEqualTo("message");
            seen = first.get(2).id();
        }
        publish(4, 203, "ann");
        try (TestStream<TestEvent> events = events(other.http(), "/orders", seen)) {
            assertThat(numbers(events.next(200)))
                    .isEqualTo(IntStream.rangeClosed(4, 203).boxed().toList());
            publish(204, 204, "ann");
            assertThat(numbers(events.next(1))).containsExactly(204);
        }
    }

    @Test
    void aClientThatHasSeenNothingKnowsItsPosition() throws Exception {
        publish(1, 2, "ann");
        try (Socket socket = connect(app.http().uri(), "/orders", 0);
                BufferedReader lines = reader(socket)) {
            assertThat(find(lines, "id:")).isEqualTo("id: " + position(2));
        }
    }

    @Test
    void anIdThatTheTopicHasNotIssuedIsAResetWithoutAnEcho() {
        publish(1, 2, "ann");
        for (final String forged : List.of("others-first.1", "x".repeat(5_000), "<b>", "orders-first.9")) {
            try (TestStream<TestEvent> events = events(app.http(), "/orders", forged)) {
                final TestEvent reset = events.next();
                assertThat(reset.type()).isEqualTo("reset");
                assertThat(reset.id()).isEqualTo(position(2));
                assertThat(reset.data()).isEqualTo("null");
            }
        }
    }

    @Test
    void aClientSeesWhatItsIdentityMaySee() {
        try (TestStream<TestEvent> ann = events(app.http().withHeader("X-User", "ann"), "/orders/own", position(0));
                TestStream<TestEvent> bob =
                        events(app.http().withHeader("X-User", "bob"), "/orders/own", position(0))) {
            publish(1, 2, "ann");
            publish(3, 4, "bob");
            publish(5, 5, "ann");
            assertThat(numbers(ann.next(3))).containsExactly(1, 2, 5);
            assertThat(numbers(bob.next(2))).containsExactly(3, 4);
        }
        assertThat(app.http().get("/orders/own").status()).isEqualTo(500);
    }

    @Test
    void aClientThatMaySeeNothingMovesOn() throws Exception {
        try (Socket socket = connect(app.http().uri(), "/orders/own", 0);
                BufferedReader lines = reader(socket)) {
            assertThat(find(lines, "id:")).isEqualTo("id: " + position(0));
            publish(1, 100, "ann");
            assertThat(find(lines, "id:")).isEqualTo("id: " + position(100));
        }
    }

    @Test
    void aSlowClientSlowsNobody() throws Exception {
        final String customer = "c".repeat(8_000);
        try (Socket slow = connect(app.http().uri(), "/orders", 4_096);
                BufferedReader lines = reader(slow)) {
            final List<TestStream<TestEvent>> fast = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                fast.add(events(app.http(), "/orders", position(0)));
            }
            publish(1, 1_300, customer);
            for (final TestStream<TestEvent> each : fast) {
                assertThat(numbers(each.next(1_300))).last().isEqualTo(1_300);
                each.close();
            }
            assertThat(log.followers()).isEqualTo(1);
            assertThat(find(lines, "data: {\"number\":1300,")).isNotEmpty();
        }
    }

    @Test
    void webSocketsGetMessagesWithPositions() {
        final String seen;
        try (TestWebSocket socket = app.http().webSocket("/live")) {
            seen = socket.next().json().path("position").asText();
            assertThat(seen).isEqualTo(position(0));
            publish(1, 1, "ann");
            assertThat(socket.next().text())
                    .isEqualTo("{\"position\":\"orders-first.1\",\"value\":{\"number\":1,\"customer\":\"ann\"}}");
        }
        publish(2, 3, "bob");
        try (TestWebSocket socket = other.http().webSocket("/live?after=" + seen)) {
            assertThat(socket.next(3).get(2).json().path("value").path("number").asInt())
                    .isEqualTo(3);
        }
        try (TestWebSocket socket = other.http().webSocket("/live?after=forged")) {
            assertThat(socket.next().text()).isEqualTo("{\"position\":\"orders-first.3\",\"reset\":true}");
        }
        try (TestWebSocket socket = app.http().withHeader("X-User", "bob").webSocket("/live?own&after=" + seen)) {
            assertThat(socket.next().json().path("value").path("number").asInt())
                    .isEqualTo(2);
        }
    }

    /** Tells with which code its WebSocket is closed. */
    private static final class CloseListener implements java.net.http.WebSocket.Listener {

        private final CompletableFuture<Integer> code = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onClose(
                final java.net.http.WebSocket socket, final int closedWith, final String reason) {
            code.complete(closedWith);
            return null;
        }
    }

    @Test
    void theStopEndsStreamsAndWebSockets() throws Exception {
        final CloseListener listener = new CloseListener();
        final URI uri = app.http().uri();
        HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://" + uri.getHost() + ":" + uri.getPort() + "/live"), listener)
                .get(60, TimeUnit.SECONDS);
        try (TestStream<TestEvent> events = events(app.http(), "/orders", position(0))) {
            publish(1, 1, "ann");
            events.next();
            app.restart();
            assertThat(events.remaining()).isEmpty();
        }
        assertThat(listener.code.get(60, TimeUnit.SECONDS)).isEqualTo(1001);
    }

    /** Returns the next line that begins with a text. Silent streams have a heartbeat every 15 s, so a lost line fails the test. */
    private static String find(final BufferedReader lines, final String begin) throws Exception {
        String line = lines.readLine();
        for (int heartbeats = 0; !line.startsWith(begin); line = lines.readLine()) {
            heartbeats += line.equals(":") ? 1 : 0;
            assertThat(heartbeats).as("heartbeats before " + begin).isLessThan(5);
        }
        return line;
    }

    private static Socket connect(final URI uri, final String path, final int buffer) throws Exception {
        final Socket socket = new Socket();
        if (buffer > 0) {
            socket.setReceiveBufferSize(buffer);
        }
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(("GET " + path
                                + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nX-User: eve\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static BufferedReader reader(final Socket socket) throws Exception {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }
}
