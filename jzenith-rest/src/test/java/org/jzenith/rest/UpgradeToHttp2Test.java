package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.internal.log.LogLines;

/**
 * {@code Upgrade: h2c}, which RFC 9113, 3.1, has removed: a client that a proxy lets pass could hide requests from it
 * behind the upgrade.
 */
@InTheClearAndOverTls
final class UpgradeToHttp2Test {

    private static final String OFFER =
            " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    private static final String PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000" + "\u0000";

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        static final AtomicInteger SECRETS = new AtomicInteger();

        @GET
        public String get() {
            return "fine";
        }

        @POST
        public String post(final String body) {
            return body;
        }

        @GET
        @Path("secret")
        public String secret() {
            return "secret " + SECRETS.incrementAndGet();
        }
    }

    UpgradeToHttp2Test(final Transport transport) {
        transport.use();
        Resource.SECRETS.set(0);
    }

    /** GET for stream 1, and a GET for {@code /secret} on stream 3. */
    private static String hidden() {
        final String block = "\u0082\u0087\u0001\u0001a\u0004\u0007/secret";
        return PREFACE + "\u0000\u0000" + (char) block.length() + "\u0001\u0005\u0000\u0000\u0000\u0003" + block;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void itIsIgnored(final boolean http2, final boolean behindProxy) throws Exception {
        final Map<String, Object> settings = new HashMap<>(Map.of("rest.http2.enabled", http2));
        if (behindProxy) {
            settings.put("rest.proxy-protocol", true);
            settings.put("rest.trusted-proxies", "127.0.0.1,::1");
        }
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Resource.class), settings);
                LogLines log = LogLines.open()) {
            try (RawClient client = client(server, behindProxy)) {
                assertThat(client.send("GET /" + OFFER + "\r\n").answer())
                        .startsWith("HTTP/1.1 200 OK")
                        .endsWith("\r\n\r\nfine");
                assertThat(client.send("POST /" + OFFER + "Content-Length: 4\r\n\r\nbody")
                                .answer())
                        .startsWith("HTTP/1.1 200 OK")
                        .endsWith("\r\n\r\nbody");
                assertThat(client.send("POST /" + OFFER + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
                                .answer())
                        .startsWith("HTTP/1.1 200 OK")
                        .endsWith("\r\n\r\nbody");
                assertThat(client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 200 OK");
            }
            for (final String upgrade : new String[] {
                "GET /" + OFFER + "\r\n",
                "POST /" + OFFER + "Content-Length: 4\r\n\r\nbody",
                "POST /" + OFFER + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\nbo"
            }) {
                try (RawClient client = client(server, behindProxy)) {
                    final String answers = client.send(upgrade + hidden()).untilClose();
                    assertThat(answers)
                            .contains("HTTP/1.1 200 OK", "HTTP/1.1 505 HTTP Version Not Supported")
                            .doesNotContain("101 Switching", "secret");
                }
            }
            assertThat(Resource.SECRETS).hasValue(0);
            assertThat(log.warnings()).isEmpty();
        }
    }

    private static RawClient client(final RunningServer server, final boolean behindProxy) throws IOException {
        if (!behindProxy) {
            return RawClient.to(server);
        }
        final Socket socket = new Socket("localhost", server.application().port());
        socket.getOutputStream().write("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n".getBytes("US-ASCII"));
        return RawClient.over(Transport.over(server, socket, "http/1.1"));
    }
}
