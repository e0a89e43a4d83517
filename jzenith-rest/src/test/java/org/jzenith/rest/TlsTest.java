package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.processors.PublishProcessor;
import io.reactivex.schedulers.Schedulers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.log.LogLines;

/** A listener over TLS: certificates, names, clients that prove who they are, files that change. */
final class TlsTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");

    @TempDir
    private java.nio.file.Path folder;

    @Path("/")
    @Produces("text/plain")
    public static final class Connection {

        @GET
        @Path("uri")
        public String uri(@Context final UriInfo uri, @Context final SecurityContext security) {
            return uri.getRequestUri().getScheme() + " " + security.isSecure();
        }

        @GET
        @Path("client")
        public Single<String> client(@Context final SecurityContext security) {
            return Single.just(security)
                    .observeOn(Schedulers.computation())
                    .map(client -> (client.getUserPrincipal() == null
                                    ? "nobody"
                                    : client.getUserPrincipal().getName())
                            + " " + client.getAuthenticationScheme());
        }

        static volatile PublishProcessor<String> ticks = PublishProcessor.create();

        @GET
        @Path("ticks")
        public Flowable<String> ticks() {
            return ticks.onBackpressureBuffer();
        }

        @GET
        @Path("large")
        public String large() {
            return "0123456789".repeat(100_000);
        }
    }

    /** Reads the certificate of the client. */
    static final class SerialNumberFilter implements ContainerRequestFilter, ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final Object certificates = request.getProperty("jakarta.servlet.request.X509Certificate");
            if (certificates instanceof X509Certificate[] chain) {
                request.setProperty("serial", chain[0].getSerialNumber());
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("Serial", String.valueOf(request.getProperty("serial")));
        }
    }

    private static RestApi plugin() {
        return RestPlugin.withResources(Connection.class).withProviders(SerialNumberFilter.class);
    }

    private java.nio.file.Path file(final String name) {
        return folder.resolve(name);
    }

    private Map<String, Object> settings(final Object... more) {
        AUTHORITY.server("localhost").writeCertificate(file("server.crt")).writeKey(file("server.key"));
        final Map<String, Object> settings =
                new HashMap<>(Map.of("rest.tls.certificate", file("server.crt"), "rest.tls.key", file("server.key")));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return settings;
    }

    /** The warnings and errors so far, with their loggers and exceptions. */
    private static List<String> warnings(final LogLines log) {
        return log.events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(event -> event.getLoggerName() + ": " + event.getFormattedMessage()
                        + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .toList();
    }

    private static HttpResponse<String> get(
            final RunningServer server, final SSLContext tls, final HttpClient.Version version, final String path)
            throws Exception {
        return HttpClient.newBuilder()
                .sslContext(tls)
                .version(version)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(server.application().uri() + path))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(final RunningServer server, final SSLContext tls, final String path)
            throws Exception {
        return get(server, tls, HttpClient.Version.HTTP_1_1, path);
    }

    private static SSLSocket connect(final RunningServer server, final String host) throws IOException {
        final SSLSocket socket = (SSLSocket) AUTHORITY
                .sslContext()
                .getSocketFactory()
                .createSocket("localhost", server.application().port());
        socket.setSoTimeout(20_000);
        final SSLParameters parameters = socket.getSSLParameters();
        if (!host.isEmpty()) {
            parameters.setServerNames(List.of(new SNIHostName(host)));
        }
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static X509Certificate certificate(final RunningServer server, final String host) throws IOException {
        try (SSLSocket socket = connect(server, host)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void clientsChooseTheirProtocol(final HttpClient.Version version) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings())) {
            assertThat(server.application().uri().getScheme()).isEqualTo("https");
            final HttpResponse<String> answer = get(server, AUTHORITY.sslContext(), version, "/uri");
            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.body()).isEqualTo("https true");
            assertThat(get(server, AUTHORITY.sslContext(), version, "/large").body())
                    .hasSize(1_000_000);
        }
    }

    @Test
    void handshakesAreTotalsAndTheAgeOfTheCertificateIsAGauge() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings())) {
            connect(server, "localhost").close();
            Await.until(
                    "the handshake is counted",
                    () -> server.gauge("rest.tls-handshakes").used() == 1);
            assertThatThrownBy(() -> get(server, SSLContext.getDefault(), "/uri"))
                    .isInstanceOf(IOException.class);
            Await.until(
                    "the failure is counted",
                    () -> server.gauge("rest.failed-tls-handshakes").used() >= 1);
            final Gauge age = server.gauge("rest.certificate-age");
            assertThat(age.used()).isNotNegative().isLessThan(age.limit());
        }
    }

    @Test
    void withoutHttp2EverybodySpeaksHttp1() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.http2.enabled", false))) {
            final HttpResponse<String> answer = get(server, AUTHORITY.sslContext(), HttpClient.Version.HTTP_2, "/uri");
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    /** Offers the protocol of {@code curl --http1.0}. */
    @Test
    void aClientMayOfferHttp10Alone() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", server.application().port())) {
            socket.setSoTimeout(20_000);
            final SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"http/1.0"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.0");
            socket.getOutputStream()
                    .write("GET /uri HTTP/1.0\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.0 200 ")
                    .endsWith("https true");
        }
    }

    /** A client of another protocol could be made to take an answer for one of its own (RFC 7301, 3.2). */
    @Test
    void aProtocolThatIsNotKnownIsRefused() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", server.application().port())) {
            final SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"ftp"});
            socket.setSSLParameters(parameters);
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("no_application_protocol");
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.3, TLSv1.3, true", "TLSv1.2, TLSv1.2, true", "TLSv1.3, TLSv1.2, false"})
    void theVersionOfTlsIsASetting(final String server, final String client, final boolean works) throws Exception {
        try (RunningServer running = RunningServer.of(plugin(), settings("rest.tls.protocols", server));
                SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", running.application().port())) {
            socket.setEnabledProtocols(new String[] {client});
            if (works) {
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(client);
                assertThat(socket.getSession().getCipherSuite()).contains("GCM");
            } else {
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
            }
        }
    }

    @Test
    void aCipherSuiteWithoutForwardSecrecyIsRefused() throws Exception {
        try (RunningServer running = RunningServer.of(plugin(), settings());
                SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", running.application().port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void aKeystoreHoldsCertificateAndKey() throws Exception {
        AUTHORITY.server("localhost").writeKeystore(file("server.p12"), "secret");
        final Map<String, Object> settings =
                Map.of("rest.tls.keystore", file("server.p12"), "rest.tls.keystore-password", "secret");
        try (RunningServer server = RunningServer.of(plugin(), settings)) {
            assertThat(get(server, AUTHORITY.sslContext(), "/uri").body()).isEqualTo("https true");
        }
    }

    @Test
    void theNameThatAClientAsksForChoosesTheCertificate() throws Exception {
        AUTHORITY
                .server("shop.test", "www.shop.test")
                .writeCertificate(file("a.crt"))
                .writeKey(file("a.key"));
        AUTHORITY.server("*.shop.test").writeKeystore(file("b.p12"), "secret");
        final Map<String, Object> settings = settings(
                "rest.tls.sni.shop.certificate", file("a.crt"),
                "rest.tls.sni.shop.key", file("a.key"),
                "rest.tls.sni.others.keystore", file("b.p12"),
                "rest.tls.sni.others.keystore-password", "secret");
        try (RunningServer server = RunningServer.of(plugin(), settings)) {
            final Map<String, String> expected = Map.of(
                    "shop.test", "CN=shop.test",
                    "WWW.shop.test", "CN=shop.test",
                    "api.shop.test", "CN=*.shop.test",
                    "deep.api.shop.test", "CN=localhost",
                    "elsewhere.test", "CN=localhost",
                    "", "CN=localhost");
            for (final Map.Entry<String, String> name : expected.entrySet()) {
                assertThat(certificate(server, name.getKey())
                                .getSubjectX500Principal()
                                .getName())
                        .as(name.getKey())
                        .isEqualTo(name.getValue());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void theCertificateOfAClientIsItsPrincipal(final HttpClient.Version version) throws Exception {
        AUTHORITY.writeCertificate(file("clients.crt"));
        final TestCertificate ann = AUTHORITY.client("ann");
        final Map<String, Object> settings = settings(
                "rest.tls.client-certificates", "request", "rest.tls.trusted-certificates", file("clients.crt"));
        try (RunningServer server = RunningServer.of(plugin(), settings)) {
            for (int time = 0; time < 3; time++) {
                final HttpResponse<String> known = get(server, ann.sslContext(), version, "/client");
                assertThat(known.version()).isEqualTo(version);
                assertThat(known.body()).isEqualTo("CN=ann CLIENT_CERT");
                assertThat(known.headers().firstValue("Serial"))
                        .contains(ann.certificate().getSerialNumber().toString());
                final HttpResponse<String> unknown = get(server, AUTHORITY.sslContext(), version, "/client");
                assertThat(unknown.body()).isEqualTo("nobody null");
                assertThat(unknown.headers().firstValue("Serial")).contains("null");
            }
        }
    }

    @Test
    void aClientWithoutATrustedCertificateGetsNoConnection() throws Exception {
        AUTHORITY.writeCertificate(file("clients.crt"));
        final Map<String, Object> settings = settings(
                "rest.tls.client-certificates", "require", "rest.tls.trusted-certificates", file("clients.crt"));
        final SSLContext stranger =
                TestCertificate.authority("Test").client("ann").sslContext();
        try (RunningServer server = RunningServer.of(plugin(), settings);
                LogLines log = LogLines.open()) {
            assertThat(get(server, AUTHORITY.client("ann").sslContext(), "/client")
                            .body())
                    .isEqualTo("CN=ann CLIENT_CERT");
            assertThatThrownBy(() -> get(server, AUTHORITY.sslContext(), "/client"))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(server, stranger, "/client")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(server, AUTHORITY.server("localhost").sslContext(), "/client"))
                    .isInstanceOf(IOException.class);
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void aNewCertificateIsTakenWithoutDroppingAConnection() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.tls.reload-interval", "50ms"));
                LogLines log = LogLines.of("org.jzenith");
                RawClient open = RawClient.over(connect(server, ""))) {
            final String request = "GET /uri HTTP/1.1\r\nHost: localhost\r\n\r\n";
            assertThat(open.send(request).answer()).endsWith("https true");
            final BigInteger before = certificate(server, "").getSerialNumber();

            Files.writeString(file("server.crt"), "-----BEGIN NOTHING-----");
            log.next("cannot be used. The old certificate stays");
            assertThat(certificate(server, "").getSerialNumber()).isEqualTo(before);
            Files.delete(file("server.crt"));
            assertThat(log.next("cannot be used. The old certificate stays").getFormattedMessage())
                    .as("another reason")
                    .contains("server.crt");
            assertThat(certificate(server, "").getSerialNumber()).isEqualTo(before);

            final TestCertificate next = AUTHORITY.server("localhost");
            next.writeKey(file("server.key")).writeCertificate(file("server.crt"));
            log.next("New connections get the new certificate of rest.tls");
            assertThat(certificate(server, "").getSerialNumber())
                    .isEqualTo(next.certificate().getSerialNumber());
            assertThat(open.send(request).answer()).endsWith("https true");
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aStreamGoesOnWhileTheCertificateChanges(final HttpClient.Version version) throws Exception {
        final PublishProcessor<String> ticks = PublishProcessor.create();
        Connection.ticks = ticks;
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.tls.reload-interval", "50ms"));
                LogLines log = LogLines.of("org.jzenith")) {
            final FutureTask<String> answer = new FutureTask<>(
                    () -> get(server, AUTHORITY.sslContext(), version, "/ticks").body());
            new Thread(answer, "reader of ticks").start();
            Await.until("the reader is there", ticks::hasSubscribers);
            ticks.onNext("before ");
            final TestCertificate next = AUTHORITY.server("localhost");
            next.writeKey(file("server.key")).writeCertificate(file("server.crt"));
            log.next("New connections get the new certificate of rest.tls");
            assertThat(certificate(server, "").getSerialNumber())
                    .isEqualTo(next.certificate().getSerialNumber());
            ticks.onNext("after");
            ticks.onComplete();
            assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("before after");
        }
    }

    /** Such as an embedded database, which is started in vain otherwise. */
    @Test
    void aMissingFileIsReportedBeforeAnythingStarts() {
        final AtomicBoolean started = new AtomicBoolean();
        final class DatabasePlugin implements Plugin, ConfigurationProvider {
            @Override
            public String name() {
                return "database";
            }

            @Override
            public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
                started.set(true);
                return Single.just(Map.of());
            }
        }
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(new DatabasePlugin(), plugin())
                        .withConfiguration("rest.port", 0)
                        .withConfiguration("rest.tls.certificate", file("server.crt"))
                        .withConfiguration("rest.tls.key", file("missing.key"))
                        .run())
                .hasMessageContaining("missing.key does not exist.");
        assertThat(started).isFalse();
    }

    @Test
    void aBrokenFileIsReportedOnce() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(plugin(), settings("rest.tls.reload-interval", "20ms"))) {
            Files.delete(file("server.key"));
            assertThat(log.next("cannot be used").getFormattedMessage())
                    .contains("server.key does not exist. It comes from")
                    .contains("Set rest.tls.key to a file that this process can read.");
            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(log.warnings()).isEmpty();
            assertThat(get(server, AUTHORITY.sslContext(), "/uri").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aCertificateThatExpiresWithinTwoWeeksIsAWarning() throws Exception {
        final Map<String, Object> settings = settings("rest.tls.reload-interval", "20ms");
        final TestCertificate next = AUTHORITY.validFor(Duration.ofDays(13)).server("localhost", "shop.test");
        next.writeCertificate(file("server.crt")).writeKey(file("server.key"));
        final Instant end = next.certificate().getNotAfter().toInstant();
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(plugin(), settings)) {
            assertThat(warnings(log))
                    .containsExactly(
                            "org.jzenith.http.internal.tls.ServerTls: The certificate of rest.tls for localhost,"
                                    + " shop.test expires at " + end
                                    + ". Renew it; jZenith reloads the files without a restart.");
            assertThat(certificate(server, "").getNotAfter().toInstant()).isEqualTo(end);
        }
    }

    /** A slow handshake or slow first headers close the connection without a response. */
    @ParameterizedTest
    @ValueSource(strings = {"nothing", "garbage", "half a handshake", "handshake", "http2"})
    void aClientThatDoesNotFinishIsClosed(final String sent) throws Exception {
        final boolean encrypted = sent.equals("handshake") || sent.equals("http2");
        // A handshake that is to succeed has more time.
        final String limit = encrypted ? "3s" : "300ms";
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.header-timeout", limit));
                LogLines log = LogLines.open()) {
            final Socket plain = new Socket("localhost", server.application().port());
            plain.setSoTimeout(20_000);
            try (Socket socket = encrypted ? connect(server, "") : plain) {
                if (sent.equals("garbage")) {
                    socket.getOutputStream().write("\u0001 / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                } else if (sent.equals("half a handshake")) {
                    socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1, 0});
                } else if (sent.equals("http2")) {
                    socket.getOutputStream().write("PRI * HTTP/2".getBytes(StandardCharsets.US_ASCII));
                }
                final long begin = System.nanoTime();
                RawClient.over(socket).untilClose();
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
            } finally {
                plain.close();
            }
            assertThat(log.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /uri HTTP/1.1\r\nHost: localhost\r\n\r\n", "P", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"})
    void plainHttpIsAnsweredWithAHintAndLoggedOnce(final String sent) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                LogLines log = LogLines.open()) {
            for (int time = 0; time < 3; time++) {
                try (RawClient client = RawClient.over(
                        new Socket("localhost", server.application().port()))) {
                    assertThat(client.send(sent).answer())
                            .startsWith("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain;charset=UTF-8\r\n")
                            .endsWith("\r\n\r\nThis port speaks HTTPS, and the request came in plain HTTP. Use"
                                    + " https://.\n");
                }
            }
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .contains("sent plain HTTP to rest, which uses TLS, and got a 400. Use https:// in the address")
                    .endsWith("there is at most one such line in 3600 s.");
            assertThat(get(server, AUTHORITY.sslContext(), "/uri").body()).isEqualTo("https true");
        }
    }

    /** The client reads the response although the server has not read all of the request. */
    @Test
    void aLargePlainRequestIsAnsweredWithAHint() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                RawClient client = RawClient.over(
                        new Socket("localhost", server.application().port()))) {
            client.send("POST /uri HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n")
                    .send(new byte[4_000_000]);
            assertThat(client.answer()).startsWith("HTTP/1.1 400 Bad Request");
            assertThat(client.untilClose()).doesNotContain("reset");
        }
    }

    @Test
    void tlsWhereThereIsNoneIsClosedAndLoggedOnce() throws Exception {
        try (RunningServer server = RunningServer.of(plugin());
                LogLines log = LogLines.open()) {
            for (int time = 0; time < 3; time++) {
                try (SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", server.application().port())) {
                    socket.setSoTimeout(20_000);
                    assertThatThrownBy(socket::startHandshake)
                            .isInstanceOf(IOException.class)
                            .hasMessageNotContaining("Unsupported or unrecognized SSL message"); // an answer of HTTP
                }
            }
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .contains("A client sent a TLS handshake to rest, which does not use TLS, and was disconnected."
                            + " Use http:// in the address, or set rest.tls.")
                    .endsWith("there is at most one such line in 3600 s.");
            assertThat(server.get("/uri").body()).isEqualTo("http false");
        }
    }

    @Test
    void aSecondHandshakeOnAConnectionEndsIt() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                SSLSocket socket = (SSLSocket) AUTHORITY
                        .sslContext()
                        .getSocketFactory()
                        .createSocket("localhost", server.application().port())) {
            socket.setSoTimeout(20_000);
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            final RawClient client = RawClient.over(socket);
            assertThat(client.send("GET /uri HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .answer())
                    .endsWith("https true");
            socket.startHandshake();
            try {
                assertThat(client.untilClose()).doesNotContain("HTTP");
            } catch (final SSLException e) {
                assertThat(e).hasMessageContaining("close_notify");
            }
        }
    }

    /** RFC 8996. A client of the JVM refuses them itself, so this sends the first message by hand. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void clientsOfOldVersionsAreToldSo(final int minor) throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings());
                LogLines log = LogLines.open();
                Socket socket = new Socket("localhost", server.application().port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(clientHello(minor));
            final byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(answer).as("an alert").startsWith((byte) 21, (byte) 3);
            assertThat(new byte[] {answer[5], answer[6]})
                    .as("fatal, protocol_version")
                    .containsExactly((byte) 2, (byte) 70);
            assertThat(log.warnings()).isEmpty();
        }
    }

    private static byte[] clientHello(final int minor) {
        final ByteBuffer hello = ByteBuffer.allocate(52);
        hello.put(new byte[] {22, 3, 1, 0, 47}); // a record
        hello.put(new byte[] {1, 0, 0, 43}); // its message
        hello.put(new byte[] {3, (byte) minor}).put(new byte[32]).put((byte) 0);
        hello.putShort((short) 4).putShort((short) 0xc009).putShort((short) 0xc013);
        return hello.put(new byte[] {1, 0}).array();
    }

    @Test
    void handshakesThatDoNotEndCountAsConnectionsAndEnd() throws Exception {
        try (RunningServer server = RunningServer.of(
                plugin(), settings("rest.max-connections", 3, "rest.header-timeout", "3s", "rest.instances", 1))) {
            final List<Socket> half = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    half.add(new Socket("localhost", server.application().port()));
                    half.get(i).getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1, 0});
                }
                try (RawClient fourth = RawClient.over(
                        new Socket("localhost", server.application().port()))) {
                    assertThat(fourth.untilClose()).isIn("", "\n<reset>");
                }
                for (final Socket each : half) {
                    RawClient.over(each).untilClose();
                }
            } finally {
                for (final Socket each : half) {
                    each.close();
                }
            }
            assertThat(get(server, AUTHORITY.sslContext(), "/uri").body()).isEqualTo("https true");
        }
    }

    @Test
    void handshakesThatAreBrokenOffLeaveNothingBehind() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.max-connections", 20));
                LogLines log = LogLines.open()) {
            for (int i = 0; i < 1000; i++) {
                try (Socket socket =
                        new Socket("localhost", server.application().port())) {
                    final byte[] hello = clientHello(3);
                    socket.getOutputStream().write(hello, 0, i % 2 == 0 ? hello.length : i % hello.length);
                    if (i % 4 == 0) {
                        socket.setSoLinger(true, 0);
                    }
                }
            }
            final List<SSLSocket> open = new ArrayList<>();
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (open.size() < 20) { // the server may not have seen all of them end
                try {
                    open.add(connect(server, ""));
                } catch (final IOException e) {
                    assertThat(System.nanoTime()).isLessThan(end);
                }
            }
            for (final SSLSocket each : open) {
                each.close();
            }
            assertThat(log.warnings())
                    .as("the limit may be reached")
                    .allMatch(line -> line.contains("max-connections"));
        }
    }

    @Test
    void aPairThatCannotBeUsedLeavesTheOldOne() throws Exception {
        try (RunningServer server = RunningServer.of(plugin(), settings("rest.tls.reload-interval", "50ms"));
                LogLines log = LogLines.of("org.jzenith")) {
            final BigInteger before = certificate(server, "").getSerialNumber();
            AUTHORITY
                    .validFor(Duration.ofHours(-1))
                    .server("localhost")
                    .writeKey(file("server.key"))
                    .writeCertificate(file("server.crt"));
            // A look between the two writes finds a key without its certificate.
            assertThat(log.next("expired at ").getFormattedMessage())
                    .contains("The changed files of rest.tls cannot be used. The old certificate stays in use;"
                            + " it expires at ")
                    .contains("Renew the certificate.");
            assertThat(certificate(server, "").getSerialNumber()).isEqualTo(before);

            AUTHORITY.server("localhost").writeKey(file("server.key"));
            AUTHORITY.server("localhost").writeCertificate(file("server.crt"));
            assertThat(log.next("cannot be used").getFormattedMessage())
                    .contains(
                            "(rest.tls.key) does not match the certificate in ", "Set rest.tls.key to the private key");
            assertThat(certificate(server, "").getSerialNumber()).isEqualTo(before);
            assertThat(get(server, AUTHORITY.sslContext(), "/uri").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.key", "server.p12"})
    void aKeyThatEverybodyMayReadIsAWarning(final String name) throws Exception {
        final Map<String, Object> settings = name.equals("server.key")
                ? settings("rest.tls.reload-interval", "20ms")
                : Map.of(
                        "rest.tls.keystore",
                        file("server.p12"),
                        "rest.tls.keystore-password",
                        "secret",
                        "rest.tls.reload-interval",
                        "20ms");
        AUTHORITY.server("localhost").writeKeystore(file("server.p12"), "secret");
        try (LogLines log = LogLines.of("org.jzenith")) {
            RunningServer.of(plugin(), settings).close();
            assertThat(log.warnings()).isEmpty();
            Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString("rw-r--r--"));
            try (RunningServer server = RunningServer.of(plugin(), settings)) {
                assertThat(warnings(log))
                        .containsExactly("org.jzenith.http.internal.tls.ServerTls: Every user of this machine can read "
                                + file(name)
                                + ", which holds a private key of rest.tls. Remove read access for other users, for"
                                + " example with chmod o= or, in a Kubernetes secret, with defaultMode: 0440.");
                assertThat(certificate(server, "").getIssuerX500Principal().getName())
                        .isEqualTo("CN=Test");
            }
        }
    }

    /** A session of the old certificate is not resumed under the new one; its client authenticates again. */
    @Test
    void sessionsAreResumedUntilTheCertificateChanges() throws Exception {
        try (RunningServer server = RunningServer.of(
                        plugin(), settings("rest.tls.reload-interval", "50ms", "rest.tls.protocols", "TLSv1.2"));
                LogLines log = LogLines.of("org.jzenith")) {
            final SSLContext client = AUTHORITY.sslContext();
            final byte[] first = session(server, client);
            assertThat(session(server, client)).as("the second connection").isEqualTo(first);
            AUTHORITY.server("localhost").writeKey(file("server.key")).writeCertificate(file("server.crt"));
            log.next("New connections get the new certificate of rest.tls");
            assertThat(session(server, client)).as("after the change").isNotEqualTo(first);
        }
    }

    private static byte[] session(final RunningServer server, final SSLContext client) throws IOException {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory()
                .createSocket("localhost", server.application().port())) {
            socket.startHandshake();
            return socket.getSession().getId();
        }
    }

    private static String problems(final Map<String, Object> settings) {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> RunningServer.of(plugin(), settings).close());
        assertThat(failure).as("the start fails").isNotNull();
        return failure.getMessage();
    }

    @Test
    void allMistakesInFilesAreReportedBeforeTheListenerOpens() throws Exception {
        final TestCertificate other = AUTHORITY.server("localhost");
        other.writeKey(file("other.key")).writeCertificate(file("other.crt"));
        AUTHORITY
                .validFor(Duration.ofDays(-2))
                .server("localhost")
                .writeCertificate(file("old.crt"))
                .writeKey(file("old.key"));
        AUTHORITY.server("localhost").writeKeystore(file("server.p12"), "secret");
        Files.writeString(file("empty.pem"), "nothing");
        Files.write(file("java.jks"), new byte[] {(byte) 0xfe, (byte) 0xed, (byte) 0xfe, (byte) 0xed, 0, 0, 0, 2});
        assertThat(problems(settings("rest.tls.certificate", file("missing.crt"))))
                .contains(
                        "missing.crt does not exist.",
                        "Set rest.tls.certificate to a file that this process can read.");
        assertThat(problems(settings("rest.tls.certificate", file("empty.pem"), "rest.tls.key", file("empty.pem"))))
                .contains(
                        "is not a PEM file with certificates. It has no BEGIN CERTIFICATE block.", "BEGIN PRIVATE KEY");
        assertThat(problems(settings("rest.tls.key", file("other.key"))))
                .contains(
                        "other.key (rest.tls.key) does not match the certificate in ",
                        "CN=localhost",
                        "Set rest.tls.key to the private key of this certificate");
        assertThat(problems(settings("rest.tls.certificate", file("old.crt"), "rest.tls.key", file("old.key"))))
                .contains("expired at ", "Renew the certificate.");
        assertThat(problems(Map.of("rest.tls.certificate", file("other.crt"))))
                .contains("rest.tls.certificate is set, but rest.tls.key is not.");
        assertThat(problems(Map.of("rest.tls.keystore", file("server.p12"), "rest.tls.keystore-password", "guess")))
                .contains("cannot be opened with its password", "Set rest.tls.keystore-password")
                .doesNotContain("guess");
        assertThat(problems(Map.of("rest.tls.keystore", file("java.jks"))))
                .contains("old JKS format", "keytool -importkeystore");
        assertThat(problems(settings("rest.tls.keystore", file("server.p12"))))
                .contains("Both rest.tls.keystore and PEM files are set.");
        assertThat(problems(settings("rest.tls.client-certificates", "require")))
                .contains("rest.tls.client-certificates is require, but rest.tls.trusted-certificates is not set");
        assertThat(problems(settings("rest.tls.trusted-certificates", file("server.crt"))))
                .contains("clients are not asked for certificates");
        assertThat(problems(Map.of("rest.tls.client-certificates", "require")))
                .contains("the listener has no certificate, so it does not use TLS");
        assertThat(problems(settings("rest.tls.cipher-suites", "TLS_NULL")))
                .contains("The JVM does not support the cipher suite 'TLS_NULL'.");
        assertThat(problems(settings("rest.tls.sni.shop.certificate", file("other.crt"))))
                .contains("rest.tls.sni.shop.certificate is set, but rest.tls.sni.shop.key is not.");
        assertThat(problems(settings("rest.tls.protocols", "TLSv1.1"))).contains("rest.tls.protocols");
    }

    @Test
    void aChainInTheWrongOrderIsExplained() throws Exception {
        final Map<String, Object> settings = settings();
        final String chain = Files.readString(file("server.crt"));
        final int second = chain.indexOf("-----BEGIN", 1);
        Files.writeString(file("server.crt"), chain.substring(second) + chain.substring(0, second));
        assertThat(problems(settings))
                .contains("The first certificate in ", "does not match the private key, but a later one does.")
                .contains("Put the certificate of the key first");
    }

    @Test
    void theSettingsOfANamedPluginHaveItsName() throws Exception {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application("--rest.admin.port=0", "--rest.admin.tls.key=none.key")
                        .withPlugins(RestPlugin.named("admin").withResources(Connection.class))
                        .run()
                        .stop());
        assertThat(failure.getMessage())
                .contains("rest.admin.tls.key is set, but rest.admin.tls.certificate is not.")
                .contains("--rest.admin.tls.key (command line)");
    }
}
