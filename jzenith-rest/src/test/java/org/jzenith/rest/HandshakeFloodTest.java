package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.jzenith.test.internal.log.LogLines;

/** Clients that begin handshakes of TLS, each of which costs the server about a millisecond, and leave. */
final class HandshakeFloodTest {

    private static final int CLIENTS = 400;
    private static final int MAX_HELLO = 32 * 1024;
    private static final String REQUEST = request("/fine");

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        static final List<Socket> FLOOD = new CopyOnWriteArrayList<>();
        static final CountDownLatch ENTERED = new CountDownLatch(1);
        static final CountDownLatch LEFT = new CountDownLatch(1);

        @GET
        @Path("fine")
        public String get() {
            return "fine";
        }

        /** Returns the number of handshakes before it. */
        @GET
        @Path("answered")
        public int answered() throws IOException {
            return HandshakeFloodTest.answered(FLOOD);
        }

        /** Keeps its event loop. */
        @GET
        @Path("busy")
        public String busy() throws InterruptedException {
            ENTERED.countDown();
            LEFT.await(60, TimeUnit.SECONDS);
            return "fine";
        }
    }

    private static String request(final String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** The first message of a client, for a handshake of its own. */
    private static byte[] hello() throws IOException {
        final SSLEngine engine = Transport.clientContext().createSSLEngine();
        engine.setUseClientMode(true);
        final ByteBuffer hello = ByteBuffer.allocate(MAX_HELLO);
        engine.wrap(ByteBuffer.allocate(0), hello);
        final byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    private static int answered(final List<Socket> clients) throws IOException {
        int answered = 0;
        for (final Socket client : clients) {
            if (client.getInputStream().available() > 0) {
                answered++;
            }
        }
        return answered;
    }

    @Test
    void openConnectionsAreAnsweredBetweenHandshakesAndThoseOfClientsThatHaveLeftAreNotComputed() throws Exception {
        final Map<String, Object> settings = new HashMap<>(Transport.TLS.settings());
        settings.put("rest.instances", 1);
        settings.put("jzenith.blocked-threshold", "60s");
        settings.put("jzenith.blocked-interrupt", "60s");
        final List<Socket> clients = Resource.FLOOD;
        final List<byte[]> hellos = new ArrayList<>();
        try (LogLines log = LogLines.open();
                RunningServer server = RunningServer.of(RestPlugin.withResources(Resource.class), settings);
                Socket open = Transport.connect(server);
                RawClient busy = RawClient.to(server)) {
            open.setSoTimeout(20_000);
            final RawClient client = RawClient.over(open);
            assertThat(client.send(REQUEST).answer()).endsWith("fine");
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Socket("localhost", server.application().port()));
                hellos.add(hello());
            }
            Await.until(
                    "all are accepted",
                    () -> server.gauge("rest.accepted-connections").used() == CLIENTS + 2);
            busy.send(request("/busy"));
            assertThat(Resource.ENTERED.await(20, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < CLIENTS; i++) {
                clients.get(i).getOutputStream().write(hellos.get(i));
            }
            client.send(request("/answered"));
            Resource.LEFT.countDown();
            final String answer = client.answer();
            assertThat(Integer.parseInt(answer.substring(answer.lastIndexOf('\n') + 1)))
                    .as("handshakes before the answer")
                    .isLessThan(CLIENTS / 2);
            for (final Socket left : clients) {
                left.close();
            }
            try (Socket next = Transport.connect(server)) {
                next.setSoTimeout(20_000);
                assertThat(RawClient.over(next).send(REQUEST).answer()).endsWith("fine");
            }
            assertThat(log.warnings()).isEmpty();
        } finally {
            for (final Socket left : clients) {
                left.close();
            }
        }
    }
}
