package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonValue;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestContext;
import org.slf4j.MDC;

/** Messages for many WebSockets. */
final class BroadcasterTest {

    private final WebSocketBroadcaster broadcaster = WebSocketBroadcaster.create();

    /** Counts how often it is written as JSON. */
    private record Counted(AtomicInteger times) {

        @JsonValue
        String value() {
            return "value " + times.incrementAndGet();
        }
    }

    private WebSocketPlugin feed() {
        return WebSocketPlugin.create().at("/feed", broadcaster::messages);
    }

    private void awaitSubscribers(final int count) {
        SocketServer.eventually(() -> broadcaster.subscribers() == count);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachClientGetsEachMessageInOrderAndEachIsEncodedOnce(final boolean compressed) throws Exception {
        try (SocketServer server = SocketServer.of(feed(), Map.of("websocket.compression.enabled", compressed))) {
            final List<JdkClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(JdkClient.to(server, "/feed"));
            }
            awaitSubscribers(20);
            final AtomicInteger times = new AtomicInteger();
            assertThat(broadcaster.broadcast(WebSocketMessage.json(new Counted(times))))
                    .isTrue();
            assertThat(times).as("encoded before the call returns").hasValue(1);
            for (int i = 0; i < 500; i++) {
                assertThat(broadcaster.broadcast(WebSocketMessage.text("message " + i)))
                        .isTrue();
            }
            broadcaster.broadcast(WebSocketMessage.binary(Buffer.buffer(new byte[] {1, 2})));
            for (final JdkClient client : clients) {
                assertThat(client.next()).isEqualTo("\"value 1\"");
                for (int i = 0; i < 500; i++) {
                    assertThat(client.next()).isEqualTo("message " + i);
                }
                assertThat(client.next()).isEqualTo(new byte[] {1, 2});
            }
            assertThat(times).hasValue(1);
            for (final JdkClient client : clients) {
                client.leave();
            }
            awaitSubscribers(0);
        }
    }

    @Test
    void aBurstThatTheClientTakesIsNoReasonToCloseIt() throws Exception {
        final WebSocketBroadcaster small = WebSocketBroadcaster.create(10);
        final String text = "x".repeat(2_000);
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/burst",
                        socket -> small.messages(socket)
                                .mergeWith(socket.messages()
                                        .doOnNext(message -> {
                                            for (int i = 0; i < 200; i++) { // in one turn of the event loop
                                                assertThat(small.broadcast(WebSocketMessage.text(text + i)))
                                                        .isTrue();
                                            }
                                        })
                                        .ignoreElements())))) {
            final JdkClient client = JdkClient.to(server, "/burst");
            SocketServer.eventually(() -> small.subscribers() == 1);
            client.send("begin");
            for (int i = 0; i < 200; i++) {
                assertThat(client.next()).isEqualTo(text + i);
            }
            client.leave();
        }
    }

    @Test
    void aSlowClientIsClosedAndHoldsNobody() throws Exception {
        try (SocketServer server = SocketServer.of(feed(), Map.of("websocket.close-timeout", "1s"));
                FrameClient slow = FrameClient.connect(server, 4_096)) {
            assertThat(slow.handshake("/feed")).startsWith("HTTP/1.1 101");
            final JdkClient fast = JdkClient.to(server, "/feed");
            awaitSubscribers(2);
            final byte[] block = new byte[60_000];
            int sent = 0;
            while (broadcaster.subscribers() == 2 && sent < 2_000) {
                assertThat(broadcaster.broadcast(WebSocketMessage.binary(Buffer.buffer(block))))
                        .isTrue();
                sent++;
                assertThat(fast.next()).isEqualTo(block);
            }
            awaitSubscribers(1);
            assertThat(server.onlyClose().code()).isEqualTo(1008);
            assertThat(server.onlyClose().byClient()).isFalse();
            broadcaster.broadcast(WebSocketMessage.text("on"));
            assertThat(fast.next()).isEqualTo("on");
            fast.leave();
        }
    }

    @Test
    void whatCannotBeWrittenGoesToNobodyAndIsAnErrorOfTheSender() throws Exception {
        try (SocketServer server = SocketServer.of(feed())) {
            final JdkClient client = JdkClient.to(server, "/feed");
            awaitSubscribers(1);
            assertThatThrownBy(() -> broadcaster.broadcast(WebSocketMessage.json(new Object())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be written as JSON");
            broadcaster.broadcast(WebSocketMessage.text("next"));
            assertThat(client.next()).isEqualTo("next");
            client.leave();
        }
    }

    @Test
    void theEndOfTheBroadcasterClosesItsWebSocketsBehindTheLastMessage() throws Exception {
        try (SocketServer server = SocketServer.of(feed())) {
            final JdkClient client = JdkClient.to(server, "/feed");
            awaitSubscribers(1);
            broadcaster.broadcast(WebSocketMessage.text("last"));
            broadcaster.close();
            broadcaster.close();
            assertThat(broadcaster.broadcast(WebSocketMessage.text("late"))).isFalse();
            assertThat(client.next()).isEqualTo("last");
            assertThat(client.closed()).isEqualTo("1000 ");
            assertThat(JdkClient.to(server, "/feed").closed()).isEqualTo("1000 ");
            awaitSubscribers(0);
        }
    }

    @Test
    void aClientThatIsGoneIsForgotten() throws Exception {
        try (SocketServer server = SocketServer.of(feed())) {
            final List<FrameClient> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(FrameClient.open(server, "/feed"));
            }
            awaitSubscribers(6);
            for (final FrameClient client : clients) {
                client.reset();
            }
            awaitSubscribers(0);
            SocketServer.eventually(() -> broadcaster.eventLoops() == 0);
            for (int i = 0; i < 5_000; i++) {
                assertThat(broadcaster.broadcast(WebSocketMessage.text("to nobody")))
                        .isTrue();
            }
        }
    }

    @Test
    void eachMessageComesInTheContextOfItsWebSocketBesideThoseOfOthers() throws Exception {
        final List<String> contexts = new CopyOnWriteArrayList<>();
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/chat",
                        socket -> broadcaster
                                .messages(socket)
                                .doOnNext(message -> contexts.add(
                                        socket.handshake().context().id() + " "
                                                + RequestContext.current().id() + " "
                                                + MDC.get(RequestContext.MDC_KEY)))
                                .mergeWith(Flowable.just(WebSocketMessage.text("welcome")))
                                .mergeWith(socket.messages()
                                        .doOnNext(broadcaster::broadcast)
                                        .ignoreElements())))) {
            final JdkClient ann = JdkClient.to(server, "/chat");
            final JdkClient ben = JdkClient.to(server, "/chat");
            assertThat(ann.next()).isEqualTo("welcome");
            assertThat(ben.next()).isEqualTo("welcome");
            awaitSubscribers(2);
            ann.send("hello");
            assertThat(ann.next()).isEqualTo("hello");
            assertThat(ben.next()).isEqualTo("hello");
            assertThat(contexts).hasSize(2).allSatisfy(ids -> {
                final String[] each = ids.split(" ");
                assertThat(each[1]).isEqualTo(each[0]);
                assertThat(each[2]).isEqualTo(each[0]);
            });
            ann.leave();
            ben.leave();
        }
    }

    /** RxJava throws such an error out of its operators. */
    @Test
    void aHandlerWithAFatalErrorIsClosedAndHoldsNobody() throws Exception {
        try (SocketServer server = SocketServer.of(feed().at(
                        "/broken",
                        socket -> broadcaster.messages(socket).map(message -> {
                            throw new NoClassDefFoundError("a class of one handler");
                        })))) {
            final List<FrameClient> broken = new ArrayList<>();
            final List<JdkClient> healthy = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                broken.add(FrameClient.open(server, "/broken"));
                healthy.add(JdkClient.to(server, "/feed"));
            }
            awaitSubscribers(8);
            for (int i = 0; i < 2_000; i++) {
                assertThat(broadcaster.broadcast(WebSocketMessage.text("message " + i)))
                        .isTrue();
                for (final JdkClient client : healthy) {
                    assertThat(client.next()).isEqualTo("message " + i);
                }
            }
            awaitSubscribers(4);
            for (final FrameClient client : broken) {
                assertThat(client.closeCode()).isEqualTo(1011);
                client.close(1011);
            }
            for (final JdkClient client : healthy) {
                client.leave();
            }
        }
    }

    @Test
    void aHandlerThatSubscribesItselfIsForgottenWhenItsConnectionIsLost() throws Exception {
        try (SocketServer server = SocketServer.of(WebSocketPlugin.create().at("/own", socket -> {
            broadcaster.messages(socket).subscribe();
            return Flowable.never();
        }))) {
            final FrameClient client = FrameClient.open(server, "/own");
            awaitSubscribers(1);
            client.reset();
            awaitSubscribers(0);
            SocketServer.eventually(() -> broadcaster.eventLoops() == 0);
        }
    }

    @Test
    void theLimitsOfABroadcasterAreChecked() {
        assertThatThrownBy(() -> WebSocketBroadcaster.create(0)).hasMessageContaining("Pass at least 1.");
    }
}
