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
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.jzenith.test.internal.log.LogLines;

/** Clients that begin handshakes of TLS, each of which costs the server about a millisecond, and leave. */
final class HandshakeFloodTest {

    private static final int CLIENTS = 400;
    private static final int MAX_HELLO = 32 * 1024;
    private static final String REQUEST = "GET /fine HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @Path("/fine")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        public String get() {
            return "fine";
        }
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
        final List<Socket> clients = new ArrayList<>();
        final List<byte[]> hellos = new ArrayList<>();
        try (LogLines log = LogLines.open();
                RunningServer server = RunningServer.of(RestPlugin.withResources(Resource.class), settings);
                Socket open = Transport.connect(server)) {
            open.setSoTimeout(20_000);
            final RawClient client = RawClient.over(open);
            assertThat(client.send(REQUEST).answer()).endsWith("fine");
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Socket("localhost", server.application().port()));
                hellos.add(hello());
            }
            for (int i = 0; i < CLIENTS; i++) {
                clients.get(i).getOutputStream().write(hellos.get(i));
            }
            assertThat(client.send(REQUEST).answer()).endsWith("fine");
            assertThat(answered(clients)).as("handshakes before the answer").isLessThan(CLIENTS / 2);
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
