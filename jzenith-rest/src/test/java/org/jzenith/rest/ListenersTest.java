package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import javax.net.ssl.SSLSocket;
import org.jboss.resteasy.spi.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.log.LogLines;

/** The addresses of a plugin: Unix sockets, several addresses, and the PROXY protocol of load balancers. */
final class ListenersTest {

    private static final String GET = "GET /client HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n%s\r\n";
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    @TempDir
    private java.nio.file.Path folder;

    @Path("/")
    @Produces("text/plain")
    public static final class Clients {

        static volatile CountDownLatch asked = new CountDownLatch(1);
        static volatile CountDownLatch answer = new CountDownLatch(1);

        @GET
        @Path("client")
        public String client(@Context final HttpRequest request, @Context final UriInfo uri) {
            return request.getRemoteAddress() + " " + uri.getRequestUri();
        }

        @GET
        @Path("security")
        public String security(@Context final SecurityContext security, @Context final UriInfo uri) {
            return uri.getRequestUri().getScheme() + " " + security.isSecure() + " " + security.getUserPrincipal() + " "
                    + security.getAuthenticationScheme();
        }

        @GET
        @Path("slow")
        @io.smallrye.common.annotation.Blocking
        public String slow() throws InterruptedException {
            asked.countDown();
            return answer.await(20, TimeUnit.SECONDS) ? "at last" : "never";
        }
    }

    @Path("secret")
    public static final class Secret {

        @GET
        public String secret() {
            return "secret";
        }
    }

    private static RestApi plugin() {
        return RestPlugin.withResources(Clients.class);
    }

    private static Map<String, Object> settings(final Object... keysAndValues) {
        final Map<String, Object> settings = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }

    private static String problem(final Map<String, Object> settings) {
        return catchThrowableOfType(
                        StartException.class,
                        () -> RunningServer.of(plugin(), settings).close())
                .getMessage();
    }

    private static String ask(final RunningServer server, final byte[] header, final String more) throws IOException {
        return ask(server, header, more, "/client", StandardCharsets.ISO_8859_1);
    }

    private static String ask(
            final RunningServer server,
            final byte[] header,
            final String more,
            final String path,
            final Charset charset)
            throws IOException {
        try (RawClient client =
                RawClient.over(new Socket("localhost", server.application().port()))) {
            try {
                client.send(header).send(GET.formatted(more).replace("/client", path));
            } catch (final java.net.SocketException e) {
                // the server has closed the connection already; what it has sent is read below
            }
            final String answer =
                    client.untilClose().replace("\n<reset>", ""); // also a close, to bytes that it has not read
            return new String(answer.getBytes(StandardCharsets.ISO_8859_1), charset);
        }
    }

    private static Map<String, Object> behindProxies(final Object... more) {
        final Map<String, Object> settings = settings(more);
        settings.put("rest.proxy-protocol", true);
        settings.putIfAbsent("rest.trusted-proxies", "127.0.0.1,::1");
        return settings;
    }

    private static byte[] text(final String header) {
        return header.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "PROXY TCP4 203.0.113.7 192.0.2.1 40000 443, 203.0.113.7",
        "PROXY TCP6 2001:db8::7 2001:db8::1 40000 443, 2001:db8",
        "PROXY UNKNOWN, 127.0.0.1"
    })
    void version1NamesTheClient(final String header, final String client) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies())) {
            assertThat(ask(server, text(header + "\r\n"), ""))
                    .startsWith("HTTP/1.1 200")
                    .contains("\r\n\r\n" + client)
                    .endsWith("http://shop.test/client");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2111000c cb007107 c0000201 9c40 01bb, 203.0.113.7", // PROXY over IPv4
        "20000000, 127.0.0.1", // LOCAL
        "21110010 cb007107 c0000201 9c40 01bb 04000100, 203.0.113.7" // with a value that says nothing
    })
    void version2NamesTheClient(final String header, final String client) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies())) {
            assertThat(ask(server, HexFormat.of().parseHex(SIGNATURE + header.replace(" ", "")), ""))
                    .startsWith("HTTP/1.1 200")
                    .contains("\r\n\r\n" + client + " ");
        }
    }

    private static byte[] value(final int type, final byte[]... contents) {
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (final byte[] part : contents) {
            content.writeBytes(part);
        }
        final ByteBuffer value = ByteBuffer.allocate(3 + content.size());
        return value.put((byte) type)
                .putShort((short) content.size())
                .put(content.toByteArray())
                .array();
    }

    private static byte[] version2(final byte[]... values) {
        final byte[] addresses = HexFormat.of().parseHex("cb007107c00002019c4001bb");
        final byte[] all = value(0, values);
        final int length = addresses.length + all.length - 3;
        return ByteBuffer.allocate(16 + length)
                .put(HexFormat.of().parseHex(SIGNATURE + "2111"))
                .putShort((short) length)
                .put(addresses)
                .put(all, 3, all.length - 3)
                .array();
    }

    /** A load balancer's TLS information (PROXY protocol, 2.2.6). */
    private static byte[] tls(final int client, final int verify, final String commonName) {
        final byte[] flags =
                ByteBuffer.allocate(5).put((byte) client).putInt(verify).array();
        return commonName.isEmpty()
                ? value(0x20, flags, value(0x21, text("TLSv1.3")))
                : value(
                        0x20,
                        flags,
                        value(0x21, text("TLSv1.3")),
                        value(0x22, commonName.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, '', https true null null", // over TLS, without a certificate
        "7, 0, ann, https true CN=ann CLIENT_CERT", // with one that was verified
        "5, 0, ann, https true CN=ann CLIENT_CERT", // in this session, on another connection
        "7, 1, ann, https true null null", // with one that was not
        "1, 0, ann, https true null null", // without one, whatever the rest says
        "7, 0, 'ann,OU=admin', 'https true CN=\"ann,OU=admin\" CLIENT_CERT'", // one name, not two
        "7, 0, 'J\u00f6rg', https true CN=J\u00f6rg CLIENT_CERT",
        "7, 0, 'a\"b\\c', 'https true CN=\"a\\\"b\\\\c\" CLIENT_CERT'",
        "7, 0, '', https true null null",
        "0, 0, '', http false null null" // not over TLS
    })
    void version2SaysWhetherTheClientUsesTls(
            final int client, final int verify, final String commonName, final String expected) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies())) {
            final String answer =
                    ask(server, version2(tls(client, verify, commonName)), "", "/security", StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + expected);
            assertThat(ask(server, version2(), "", "/security", StandardCharsets.UTF_8))
                    .as("the next connection")
                    .endsWith("\r\n\r\nhttp false null null");
        }
    }

    /** The listener's own TLS says it, not that of the client at the load balancer. */
    @Test
    void whereTheListenerUsesTlsThatOfTheClientDoesNotCount() throws Exception {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("localhost").writeCertificate(folder.resolve("a.crt")).writeKey(folder.resolve("a.key"));
        final Map<String, Object> settings =
                behindProxies("rest.tls.certificate", folder.resolve("a.crt"), "rest.tls.key", folder.resolve("a.key"));
        try (RunningServer server = RunningServer.of(plugin(), settings);
                Socket socket = new Socket("localhost", server.application().port())) {
            socket.getOutputStream().write(version2(tls(7, 0, "ann")));
            try (SSLSocket tls = (SSLSocket) authority
                            .sslContext()
                            .getSocketFactory()
                            .createSocket(socket, "localhost", socket.getPort(), true);
                    RawClient client = RawClient.over(tls)) {
                assertThat(client.send(GET.formatted("").replace("/client", "/security"))
                                .untilClose())
                        .endsWith("\r\n\r\nhttps true null null");
            }
        }
    }

    private static byte[] withChecksum(final int wrong, final byte[]... values) {
        final byte[][] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = value(3, new byte[4]);
        final byte[] header = version2(all);
        final CRC32C checksum = new CRC32C();
        checksum.update(header);
        ByteBuffer.wrap(header).putInt(header.length - 4, (int) checksum.getValue() + wrong);
        return header;
    }

    @Test
    void theChecksumOfVersion2IsVerified() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies());
                LogLines log = LogLines.open()) {
            assertThat(ask(server, withChecksum(0), "")).contains("\r\n\r\n203.0.113.7 ");
            assertThat(ask(server, withChecksum(0, tls(1, 1, ""), value(4, new byte[100])), ""))
                    .endsWith("\r\n\r\n203.0.113.7 https://shop.test/client");
            assertThat(log.warnings()).isEmpty();
            assertThat(ask(server, withChecksum(1), "")).isEmpty();
            assertThat(ask(server, withChecksum(1, tls(1, 1, "")), "")).isEmpty();
            assertThat(ask(server, version2(value(3, new byte[3])), "")).isEmpty();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("did not send a PROXY protocol header first");
        }
    }

    /** Refuses a malformed header even if a good one follows it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2111000b cb007107 c0000201 9c40 01", // shorter than its addresses
                "21110000", // without addresses
                "21210024 cb007107 c0000201 9c40 01bb", // of IPv6, with those of IPv4 and what follows
                "2111000e cb007107 c0000201 9c40 01bb 0400", // half of a value's prefix
                "21110010 cb007107 c0000201 9c40 01bb 04ffff00", // a value beyond the end
                "21110013 cb007107 c0000201 9c40 01bb 200002 0100 0000", // TLS that is too short
                "21110018 cb007107 c0000201 9c40 01bb 200009 01 00000000 22ffff 00", // a name beyond the end
                "3111000c cb007107 c0000201 9c40 01bb", // of version 3
                "2211000c cb007107 c0000201 9c40 01bb", // an unknown command
                "2171000c cb007107 c0000201 9c40 01bb", // an unknown family
                "2111ffff cb007107 c0000201 9c40 01bb" // 64 KiB long
            })
    void aHeaderThatLiesIsRefusedOrHarmless(final String header) throws Exception {
        final byte[] lie = HexFormat.of().parseHex(SIGNATURE + header.replace(" ", ""));
        try (RunningServer server = RunningServer.of(plugin(), behindProxies("rest.header-timeout", "500ms"));
                LogLines log = LogLines.open()) {
            for (final byte[] next :
                    new byte[][] {new byte[0], version2(), text("PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n")}) {
                final ByteArrayOutputStream all = new ByteArrayOutputStream();
                all.writeBytes(lie);
                all.writeBytes(next);
                assertThat(ask(server, all.toByteArray(), "")).doesNotContain("200 OK", "10.0.0.1");
            }
            assertThat(log.warnings()).hasSizeLessThanOrEqualTo(1);
            assertThat(ask(server, version2(), "")).contains("\r\n\r\n203.0.113.7 ");
        }
    }

    @Test
    void aHeaderMayBeAsLongAsItsLengthCanSay() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies())) {
            final byte[] longest = version2(value(4, new byte[65_535 - 16 - 12 - 3]));
            assertThat(ask(server, longest, "")).contains("\r\n\r\n203.0.113.7 ");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHeaderMayComeByteByByte(final boolean binary) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies());
                Socket socket = new Socket("localhost", server.application().port());
                RawClient client = RawClient.over(socket)) {
            socket.setTcpNoDelay(true);
            final byte[] header =
                    binary ? withChecksum(0, tls(1, 1, "")) : text("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n");
            for (final byte each : header) {
                client.send(new byte[] {each});
            }
            for (final byte each : text(GET.formatted(""))) {
                client.send(new byte[] {each});
            }
            assertThat(client.untilClose()).contains("\r\n\r\n203.0.113.7 ");
        }
    }

    /** Only the first header is read; the second is content from the client. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondHeaderIsNotRead(final boolean binary) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies())) {
            final ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(binary ? version2() : text("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n"));
            both.writeBytes(binary ? version2(tls(7, 0, "ann")) : text("PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n"));
            assertThat(ask(server, both.toByteArray(), ""))
                    .contains("400 Bad Request")
                    .doesNotContain("200 OK");
        }
    }

    /** The load balancer is trusted, its client is not; unless it is a proxy that is trusted itself. */
    @Test
    void forwardedCountsOnlyFromAClientThatIsATrustedProxy() throws Exception {
        final String forwarded = "Forwarded: for=198.51.100.9;proto=https;host=evil.test\r\n";
        try (RunningServer server =
                RunningServer.of(plugin(), behindProxies("rest.trusted-proxies", "127.0.0.1,10.0.0.0/8"))) {
            assertThat(ask(server, text("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n"), forwarded))
                    .endsWith("\r\n\r\n203.0.113.7 http://shop.test/client");
            assertThat(ask(server, text("PROXY TCP4 10.1.2.3 192.0.2.1 40000 443\r\n"), forwarded))
                    .endsWith("\r\n\r\n198.51.100.9 https://evil.test/client");
        }
    }

    @Test
    void theHeaderComesBeforeTls() throws Exception {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("localhost").writeCertificate(folder.resolve("a.crt")).writeKey(folder.resolve("a.key"));
        final Map<String, Object> settings =
                behindProxies("rest.tls.certificate", folder.resolve("a.crt"), "rest.tls.key", folder.resolve("a.key"));
        try (RunningServer server = RunningServer.of(plugin(), settings);
                Socket socket = new Socket("localhost", server.application().port())) {
            socket.getOutputStream().write(text("PROXY TCP4 203.0.113.7 192.0.2.1 40000 443\r\n"));
            try (SSLSocket tls = (SSLSocket) authority
                            .sslContext()
                            .getSocketFactory()
                            .createSocket(socket, "localhost", socket.getPort(), true);
                    RawClient client = RawClient.over(tls)) {
                assertThat(client.send(GET.formatted("")).untilClose())
                        .endsWith("\r\n\r\n203.0.113.7 https://shop.test/client");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PROXY NONSENSE\r\n", "PROXY TCP4 999.0.0.1 192.0.2.1 1 2\r\n"})
    void aConnectionWithoutAHeaderIsClosedAndLoggedOnce(final String header) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies());
                LogLines log = LogLines.open()) {
            for (int i = 0; i < 3; i++) {
                assertThat(ask(server, text(header), "")).doesNotContain("HTTP/1.1");
            }
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("was closed, because rest.proxy-protocol is on.")
                    .contains("did not send a PROXY protocol header first.");
        }
    }

    @Test
    void onlyTrustedProxiesMayConnect() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies("rest.trusted-proxies", "10.0.0.0/8"));
                LogLines log = LogLines.open()) {
            assertThat(ask(server, text("PROXY TCP4 10.1.2.3 192.0.2.1 40000 443\r\n"), ""))
                    .doesNotContain("HTTP/1.1");
            assertThat(log.warnings()).singleElement().asString().contains("is not in rest.trusted-proxies.");
        }
        assertThat(problem(settings("rest.proxy-protocol", true)))
                .contains("rest.proxy-protocol is on, but rest.trusted-proxies is empty")
                .contains("Set rest.trusted-proxies to the addresses of the load balancers.");
    }

    @Test
    void aHeaderThatDoesNotEndIsLimitedInTime() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), behindProxies("rest.header-timeout", "300ms"));
                RawClient client = RawClient.over(
                        new Socket("localhost", server.application().port()))) {
            final long begin = System.nanoTime();
            assertThat(client.send("PROXY TCP4 203").untilClose()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }

    private static boolean isClosed(final int port) {
        try (Socket socket = new Socket("localhost", port)) {
            return !socket.isConnected();
        } catch (final IOException e) {
            return true;
        }
    }

    private static String askUnix(final java.nio.file.Path socket, final String path, final String more)
            throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(
                    text("GET " + path + " HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n" + more + "\r\n")));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aUnixSocketIsMadeProtectedAndRemoved() throws Exception {
        final java.nio.file.Path socket = folder.resolve("app.sock");
        try (RunningServer server =
                RunningServer.of(plugin(), settings("rest.unix-socket", socket, "rest.unix-socket-mode", "640"))) {
            assertThat(server.application().uri()).isEqualTo(URI.create("unix:" + socket));
            assertThat(askUnix(socket, "/client", "X-Forwarded-For: 1.2.3.4\r\n"))
                    .endsWith("\r\n\r\nunix http://shop.test/client");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-r-----");
            assertThat(problem(settings("rest.unix-socket", socket)))
                    .contains("Another process listens at " + socket)
                    .contains("Set rest.unix-socket to a path");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aProxyBehindAUnixSocketIsTrustedByName() throws Exception {
        final java.nio.file.Path socket = folder.resolve("app.sock");
        try (RunningServer server =
                RunningServer.of(plugin(), settings("rest.unix-socket", socket, "rest.trusted-proxies", "unix"))) {
            assertThat(server.application().port()).isEqualTo(-1);
            assertThat(askUnix(socket, "/client", "Forwarded: for=198.51.100.9;proto=https\r\n"))
                    .endsWith("\r\n\r\n198.51.100.9 https://shop.test/client");
        }
    }

    @Test
    void theSocketOfAKilledProcessIsReplacedAndNothingElse() throws Exception {
        final java.nio.file.Path socket = folder.resolve("app.sock");
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(socket).exists();
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.unix-socket", socket))) {
            assertThat(askUnix(server.application().uri().getScheme().equals("unix") ? socket : folder, "/client", ""))
                    .startsWith("HTTP/1.1 200");
        }
        Files.writeString(socket, "words");
        assertThat(problem(settings("rest.unix-socket", socket))).contains("There is a file at " + socket);
        assertThat(socket).hasContent("words");
        assertThat(problem(settings("rest.unix-socket", folder.resolve("none/app.sock"))))
                .contains("none does not exist.");
    }

    @Test
    void severalListenersServeTheSame() throws Exception {
        final java.nio.file.Path socket = folder.resolve("app.sock");
        Clients.asked = new CountDownLatch(1);
        Clients.answer = new CountDownLatch(1);
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server("localhost").writeCertificate(folder.resolve("a.crt")).writeKey(folder.resolve("a.key"));
        try (RunningServer server = RunningServer.of(
                plugin(),
                settings(
                        "rest.listeners.inside.port",
                        0,
                        "rest.listeners.inside.host",
                        "127.0.0.1",
                        "rest.listeners.local.unix-socket",
                        socket,
                        "rest.listeners.secure.port",
                        0,
                        "rest.listeners.secure.tls.certificate",
                        folder.resolve("a.crt"),
                        "rest.listeners.secure.tls.key",
                        folder.resolve("a.key"),
                        "jzenith.idle-grace",
                        "100ms"))) {
            final Map<String, URI> endpoints = server.application().endpoints();
            assertThat(endpoints.keySet())
                    .containsExactly("rest", "rest.listeners.inside", "rest.listeners.local", "rest.listeners.secure");
            assertThat(endpoints.get("rest.listeners.secure").getScheme()).isEqualTo("https");
            try (RawClient first = RawClient.over(
                            new Socket("localhost", endpoints.get("rest").getPort()));
                    RawClient second = RawClient.over(new Socket(
                            "127.0.0.1", endpoints.get("rest.listeners.inside").getPort()))) {
                assertThat(first.send(GET.formatted("")).untilClose()).endsWith("http://shop.test/client");
                assertThat(second.send(GET.formatted("")).untilClose()).endsWith("http://shop.test/client");
            }
            final CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> {
                try {
                    return askUnix(socket, "/slow", "");
                } catch (final IOException e) {
                    return e.toString();
                }
            });
            assertThat(Clients.asked.await(20, TimeUnit.SECONDS)).isTrue();
            final CompletableFuture<Void> stopped =
                    CompletableFuture.runAsync(() -> server.application().stop());
            Await.until(
                    "the port is closed", () -> isClosed(endpoints.get("rest").getPort()));
            assertThat(stopped)
                    .as("waits for the request of the further listener")
                    .isNotDone();
            Clients.answer.countDown();
            assertThat(slow.get(20, TimeUnit.SECONDS)).endsWith("at last");
            stopped.get(20, TimeUnit.SECONDS);
            for (final String name : new String[] {"rest", "rest.listeners.inside", "rest.listeners.secure"}) {
                try (ServerSocket free = new ServerSocket(endpoints.get(name).getPort())) {
                    assertThat(free.isBound()).isTrue();
                }
            }
        }
    }

    @Test
    void theLimitOfConnectionsIsThatOfAllListenersTogether() throws Exception {
        try (RunningServer server =
                RunningServer.of(plugin(), settings("rest.listeners.inside.port", 0, "rest.max-connections", 1))) {
            final Map<String, URI> endpoints = server.application().endpoints();
            try (RawClient first =
                    RawClient.over(new Socket("localhost", endpoints.get("rest").getPort()))) {
                assertThat(first.send("GET /client HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                        .startsWith("HTTP/1.1 200");
                try (RawClient second = RawClient.over(new Socket(
                        "localhost", endpoints.get("rest.listeners.inside").getPort()))) {
                    assertThat(second.untilClose()).doesNotContain("HTTP");
                }
            }
        }
    }

    @Test
    void aListenerNeedsAPlace() {
        assertThat(problem(settings("rest.listeners.inside.host", "localhost")))
                .contains("The listener rest.listeners.inside has neither a port nor a Unix socket.")
                .contains("Set rest.listeners.inside.port or rest.listeners.inside.unix-socket.");
    }

    @Test
    void aSecondListenerThatCannotOpenClosesTheFirst() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            final int port;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            assertThat(problem(settings("rest.port", port, "rest.listeners.inside.port", taken.getLocalPort())))
                    .contains("Port " + taken.getLocalPort() + " is already in use")
                    .contains("rest.listeners.inside.port");
            try (ServerSocket free = new ServerSocket(port)) {
                assertThat(free.isBound()).isTrue();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "0.0.0.0, 127.0.0.1",
        "127.0.0.1, 0.0.0.0",
        "::, 127.0.0.1",
        "127.0.0.1, 127.0.0.1",
        "localhost, 127.0.0.1"
    })
    void twoListenersAtOnePortFailTheStart(final String host, final String other) throws Exception {
        final int port = freePort();
        assertThat(problem(settings(
                        "rest.host",
                        host,
                        "rest.port",
                        port,
                        "rest.listeners.partners.host",
                        other,
                        "rest.listeners.partners.port",
                        port)))
                .contains("1 problem.")
                .contains("Two listeners have the same port, " + port + ": rest.port with rest.host=" + host
                        + ", and rest.listeners.partners.port with rest.listeners.partners.host=" + other
                        + ". A connection could reach either listener.")
                .contains("It comes from an override of the test.")
                .contains(
                        "Set rest.port or rest.listeners.partners.port to another port, or set rest.host and rest.listeners.partners.host to different addresses");
    }

    @Test
    void onePortAtTwoAddressesIsNoMistake() throws Exception {
        final int port = freePort();
        try (RunningServer server = RunningServer.of(
                plugin(),
                settings(
                        "rest.host",
                        "127.0.0.1",
                        "rest.port",
                        port,
                        "rest.listeners.partners.host",
                        "127.0.0.2",
                        "rest.listeners.partners.port",
                        port))) {
            assertThat(server.application().endpoints()).hasSize(2);
        }
    }

    @Test
    void twoListenersAtOneUnixSocketFailTheStart() {
        final java.nio.file.Path socket = folder.resolve("app.sock");
        assertThat(problem(settings(
                        "rest.unix-socket",
                        socket,
                        "rest.listeners.local.unix-socket",
                        folder.resolve("x/../app.sock"))))
                .contains("Two listeners have the same Unix socket, " + socket
                        + ": rest.unix-socket and rest.listeners.local.unix-socket.")
                .contains("Set rest.unix-socket or rest.listeners.local.unix-socket to another path.");
    }

    @Test
    void aResourceOfANamedPluginIsOnlyAtItsListener() throws Exception {
        try (RunningServer server = RunningServer.around(JZenith.application()
                .withPlugins(RestPlugin.named("admin").withResources(Secret.class), plugin())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.admin.port", 0)
                .run())) {
            final Map<String, URI> endpoints = server.application().endpoints();
            assertThat(status(endpoints.get("rest.admin").resolve("/secret"))).isEqualTo(200);
            assertThat(status(endpoints.get("rest").resolve("/secret"))).isEqualTo(404);
        }
    }

    private static int status(final URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(java.net.http.HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    /** Other machines reach it only if a setting says so; they always reach the listener without a name. */
    @Test
    void aNamedPluginListensOnThisMachineUnlessItsHostIsSet() throws Exception {
        final JZenith recipe = JZenith.application()
                .withPlugins(RestPlugin.named("admin").withResources(Secret.class), plugin())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.admin.port", 0)
                .withOverridingConfiguration("rest.admin.listeners.inside.port", 0);
        final String further = "rest.admin.listeners.inside";
        try (RunningServer server = RunningServer.around(recipe.run())) {
            final Map<String, URI> endpoints = server.application().endpoints();
            assertThat(isReachable("127.0.0.2", endpoints.get("rest"))).isTrue();
            assertThat(isReachable("127.0.0.2", endpoints.get("rest.admin"))).isFalse();
            assertThat(isReachable("127.0.0.2", endpoints.get(further))).isFalse();
            assertThat(isReachable("127.0.0.1", endpoints.get("rest.admin"))).isTrue();
        }
        try (RunningServer server = RunningServer.around(
                recipe.withOverridingConfiguration("rest.admin.host", "0.0.0.0").run())) {
            final Map<String, URI> endpoints = server.application().endpoints();
            assertThat(isReachable("127.0.0.2", endpoints.get("rest.admin"))).isTrue();
            assertThat(isReachable("127.0.0.2", endpoints.get(further))).isFalse();
        }
    }

    private static boolean isReachable(final String address, final URI listener) throws IOException {
        try (Socket socket = new Socket(address, listener.getPort())) {
            return socket.isConnected();
        } catch (final java.net.ConnectException e) {
            return false;
        }
    }

    @Test
    void aNamedPluginLogsItsOwnKeys() throws Exception {
        try (RunningServer server = RunningServer.around(JZenith.application()
                        .withPlugins(RestPlugin.named("admin").withResources(Clients.class), plugin())
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest.admin.port", 0)
                        .withOverridingConfiguration("rest.admin.listeners.inside.port", 0)
                        .withOverridingConfiguration("rest.admin.listeners.inside.proxy-protocol", true)
                        .withOverridingConfiguration("rest.admin.trusted-proxies", "10.0.0.0/8")
                        .withOverridingConfiguration("rest.admin.max-buffered-bodies", "64K")
                        .run());
                LogLines log = LogLines.open()) {
            final Map<String, URI> endpoints = server.application().endpoints();
            send(endpoints.get("rest.admin"), new byte[] {0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0});
            send(endpoints.get("rest.admin.listeners.inside"), text("PROXY TCP4 10.1.2.3 192.0.2.1 40000 443\r\n"));
            assertThat(log.warnings()).hasSize(2);
            assertThat(log.warnings().get(0))
                    .contains("sent a TLS handshake to rest.admin, which does not use TLS")
                    .contains("or set rest.admin.tls.");
            assertThat(log.warnings().get(1))
                    .contains("is not in rest.admin.trusted-proxies.")
                    .contains("rest.admin.listeners.inside.proxy-protocol is on.");
        }
    }

    /** A named plugin without an address would collide at the default port, or open internal paths to everybody. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--check", "--rest.port=0", "--rest.listeners.inside.port=0"})
    void aNamedPluginNeedsAnAddressOfItsOwn(final String argument) {
        final String message = catchThrowableOfType(
                        StartException.class,
                        () -> JZenith.application(argument.isEmpty() ? new String[0] : new String[] {argument})
                                .withPlugins(RestPlugin.named("admin").withResources(Clients.class), plugin())
                                .run()
                                .stop())
                .getMessage();
        assertThat(message)
                .contains("1 problem.")
                .contains("The listener rest.admin has neither a port nor a Unix socket.")
                .contains(
                        "Set rest.admin.port or rest.admin.unix-socket. Only this machine can connect unless rest.admin.host is set.");
    }

    @Test
    void theAddressOfANamedPluginMayBeASocketOrServerOptions() {
        for (final JZenith recipe : java.util.List.of(
                JZenith.application("--rest.admin.unix-socket=" + folder.resolve("admin.sock"))
                        .withPlugins(RestPlugin.named("admin").withResources(Clients.class)),
                JZenith.application()
                        .withPlugins(RestPlugin.named("admin")
                                .withResources(Clients.class)
                                .withServerOptions(options -> options.setPort(0))))) {
            try (RunningApplication application = recipe.run()) {
                assertThat(application.endpoints()).containsOnlyKeys("rest.admin");
            }
        }
    }

    private static void send(final URI listener, final byte[] bytes) throws IOException {
        try (RawClient client = RawClient.over(new Socket("localhost", listener.getPort()))) {
            client.send(bytes).untilClose();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--check"})
    void twoPluginsAtOnePortFailTheStartAndTheCheck(final String argument) throws Exception {
        final int port = freePort();
        final String set = "--rest.port=" + port;
        final JZenith recipe = (argument.isEmpty() ? JZenith.application(set) : JZenith.application(set, argument))
                .withPlugins(RestPlugin.named("admin").withResources(Clients.class), plugin())
                .withOverridingConfiguration("rest.admin.port", port);
        assertThat(catchThrowableOfType(StartException.class, () -> recipe.run().stop())
                        .getMessage())
                .contains("1 problem.")
                .contains("Two listeners have the same port, " + port
                        + ": rest.port with rest.host=0.0.0.0, and rest.admin.port with rest.admin.host=localhost.")
                .contains("It comes from --rest.port (command line) and an override of the test.");
    }

    @Test
    void thePortOfTheServerOptionsCounts() throws Exception {
        final int port = freePort();
        assertThat(catchThrowableOfType(
                                StartException.class,
                                () -> RunningServer.of(
                                                plugin().withServerOptions(options -> options.setPort(port)),
                                                settings("rest.listeners.inside.port", port))
                                        .close())
                        .getMessage())
                .contains("Two listeners have the same port, " + port)
                .contains("It comes from withServerOptions(..) and an override of the test.");
    }
}
