package org.jzenith.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** WebSockets that send without an end do not keep the other connections of their event loop waiting. */
final class EventLoopTurnsTest {

    private static final int SENDERS = 10;

    /** The number of messages of 20 us that take an event loop more than 2 ms, also with those that were requested before. */
    private static final int TURN_OF_SLOW = 5_000;

    /** Message 1,000 waits on the event loop until the other client has sent its handshake. */
    private static final class Meeting {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch sent = new CountDownLatch(1);
        private int messages;
        private int seenByOther;

        WebSocketMessage message() throws InterruptedException {
            messages++;
            if (messages == 1_000) {
                begun.countDown();
                assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
            }
            final long end = System.nanoTime() + 20_000;
            while (seenByOther == 0 && System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            return WebSocketMessage.text("x");
        }

        Flowable<WebSocketMessage> other() {
            seenByOther = messages;
            return Flowable.just(WebSocketMessage.text("other"));
        }
    }

    @Test
    void sendersWhoseClientsReadNothingLetOthersHaveTheirTurn() throws Exception {
        final Meeting meeting = new Meeting();
        final WebSocketPlugin plugin = WebSocketPlugin.create()
                .at("/endless", socket -> Flowable.generate(emitter -> emitter.onNext(meeting.message())))
                .at("/other", socket -> meeting.other());
        try (SocketServer server = SocketServer.of(plugin, Map.of("jzenith.event-loops", 1, "rest.instances", 1))) {
            final List<FrameClient> senders = new ArrayList<>();
            try (FrameClient other = FrameClient.connect(server)) {
                final String handshake = FrameClient.request("/other");
                other.send(handshake.substring(0, handshake.length() - 1));
                for (int i = 0; i < SENDERS; i++) {
                    senders.add(FrameClient.connect(server).send(FrameClient.request("/endless")));
                }
                assertThat(meeting.begun.await(20, TimeUnit.SECONDS)).isTrue();
                other.send("\n");
                meeting.sent.countDown();
                assertThat(other.head()).startsWith("HTTP/1.1 101 ");
                assertThat(other.next().text()).isEqualTo("other");
                assertThat(meeting.seenByOther).isBetween(1_000, TURN_OF_SLOW);
            } finally {
                for (final FrameClient sender : senders) {
                    sender.reset();
                }
            }
        }
    }
}
