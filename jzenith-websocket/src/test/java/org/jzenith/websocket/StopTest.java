package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A stop with open WebSockets. */
final class StopTest {

    private static final WebSocketPlugin NEVER = WebSocketPlugin.create().at("/never", socket -> Flowable.never());

    /** A stop that waits for one of them does not end before the test is given up. */
    private static final Map<String, Object> UNLIMITED =
            Map.of("websocket.close-timeout", "10m", "jzenith.drain-timeout", "10m");

    @Test
    void openWebSocketsAreClosedWith1001AndDoNotHoldTheStop() throws Exception {
        final SocketServer server = SocketServer.of(NEVER, UNLIMITED);
        final List<JdkClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(JdkClient.to(server, "/never"));
        }
        server.application().close();
        for (final JdkClient client : clients) {
            assertThat(client.closed()).isEqualTo("1001 The server is stopping.");
        }
        assertThat(server.events()).hasSize(40);
    }

    @Test
    void aClientThatDoesNotAnswerTheCloseHoldsTheStopNoLongerThanItsTimeout() throws Exception {
        final SocketServer server =
                SocketServer.of(NEVER, Map.of("websocket.close-timeout", "1s", "jzenith.drain-timeout", "10m"));
        try (FrameClient client = FrameClient.open(server, "/never")) {
            final long begin = System.nanoTime();
            server.application().close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
            assertThat(client.closeCode()).isEqualTo(1001);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void handshakesAreRefusedFromTheAnnouncementOn() throws Exception {
        final SocketServer server = SocketServer.of(
                NEVER,
                // with 0s, the new connection may be closed before it has sent anything
                Map.of("jzenith.stop-delay", "2s", "jzenith.idle-grace", "500ms"));
        final JdkClient open = JdkClient.to(server, "/never");
        final Thread stop = new Thread(server.application()::close);
        stop.start();
        SocketServer.eventually(() -> server.sockets().isStopping());
        try (FrameClient late = FrameClient.connect(server)) {
            assertThat(late.handshake("/never")).startsWith("HTTP/1.1 503");
        }
        assertThat(open.closed()).startsWith("1001 ");
        stop.join();
    }

    @Test
    void workOnReceivedMessagesEndsBeforeTheStop() throws Exception {
        final List<String> saved = new CopyOnWriteArrayList<>();
        final SocketServer server = SocketServer.of(WebSocketPlugin.create()
                .at(
                        "/save",
                        socket -> socket.texts()
                                .concatMapCompletable(text -> Completable.timer(150, TimeUnit.MILLISECONDS)
                                        .doOnComplete(() -> saved.add(text)))
                                .toFlowable()));
        final JdkClient client = JdkClient.to(server, "/save");
        for (int i = 0; i < 5; i++) {
            client.send("" + i);
        }
        SocketServer.eventually(() -> saved.size() == 1);
        server.application().close();
        assertThat(saved).hasSize(5);
        assertThat(client.closed()).startsWith("1001 ");
    }
}
