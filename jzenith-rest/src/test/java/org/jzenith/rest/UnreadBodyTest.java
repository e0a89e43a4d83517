package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Bodies of many clients for methods that do not read them. */
final class UnreadBodyTest {

    private static final int CLIENTS = 30;
    private static final int SILENT_MILLIS = 500;
    private static final int MEBIBYTE = 1024 * 1024;

    @Path("/")
    public static final class Uploads {

        static volatile CountDownLatch called = new CountDownLatch(CLIENTS);

        @POST
        @Path("unread")
        public Single<String> unread(final Flowable<Buffer> body) {
            called.countDown();
            return Single.never();
        }
    }

    @Test
    void aBodyThatNobodyReadsTakesLessThan128KiB() throws Exception {
        final List<SocketChannel> clients = new ArrayList<>();
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Uploads.class),
                Map.of("rest.max-body-size", "1G", "jzenith.drain-timeout", "100ms"))) {
            Uploads.called = new CountDownLatch(CLIENTS);
            final long before = Heap.used();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(begin(server.application().port()));
            }
            assertThat(Uploads.called.await(20, TimeUnit.SECONDS)).isTrue();
            sendUntilNothingIsTaken(clients);
            assertThat((Heap.used() - before) / CLIENTS / 1024)
                    .as("KiB for each body")
                    .isLessThan(128);
        } finally {
            for (final SocketChannel client : clients) {
                client.close();
            }
        }
    }

    private static SocketChannel begin(final int port) throws IOException {
        final SocketChannel client = SocketChannel.open(new InetSocketAddress("localhost", port));
        client.write(
                ByteBuffer.wrap(("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: " + 100 * MEBIBYTE + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
        client.configureBlocking(false);
        return client;
    }

    private static void sendUntilNothingIsTaken(final List<SocketChannel> clients) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(MEBIBYTE);
        try (Selector selector = Selector.open()) {
            for (final SocketChannel client : clients) {
                client.register(selector, SelectionKey.OP_WRITE);
            }
            while (selector.select(SILENT_MILLIS) > 0) {
                for (final SelectionKey key : selector.selectedKeys()) {
                    bytes.clear();
                    ((SocketChannel) key.channel()).write(bytes);
                }
                selector.selectedKeys().clear();
            }
        }
    }
}
