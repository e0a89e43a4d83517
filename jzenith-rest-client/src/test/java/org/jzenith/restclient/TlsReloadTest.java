package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.internal.log.LogLines;

/** Changed files of TLS are used for new connections, and the other settings of TLS stay. */
final class TlsReloadTest {

    /** A service that tells how it was called. */
    @Path("/connection")
    public interface ConnectionApi {

        @GET
        @Produces("text/plain")
        Single<String> get();
    }

    private final TestCertificate authority = TestCertificate.authority("Test");
    private final Vertx vertx = Vertx.vertx();

    /** A permit for each connection to the server that has ended. */
    private final Semaphore ended = new Semaphore(0);

    @TempDir
    private java.nio.file.Path folder;

    @BeforeEach
    void write() {
        authority.server("localhost").writeKeystore(folder.resolve("server.p12"), "secret");
        authority.writeCertificate(folder.resolve("authority.pem"));
        TestCertificate.authority("Other").writeCertificate(folder.resolve("trusted.pem"));
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private HttpServer server(final HttpServerOptions options) throws Exception {
        return vertx.createHttpServer(options.setSsl(true)
                        .setUseAlpn(true)
                        .setKeyCertOptions(new PfxOptions()
                                .setPath(folder.resolve("server.p12").toString())
                                .setPassword("secret")))
                .connectionHandler(connection -> connection.closeHandler(none -> ended.release()))
                .requestHandler(request -> request.response()
                        .putHeader("Content-Type", "text/plain")
                        .end(request.version() + " " + request.sslSession().getProtocol()))
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private Clients clients(final HttpServer server, final Map<String, ?> settings) {
        final Map<String, Object> all = new java.util.HashMap<>(Map.of(
                "url",
                "https://localhost:" + server.actualPort(),
                "retries",
                0,
                "tls.trusted-certificates",
                folder.resolve("trusted.pem"),
                "tls.reload-interval",
                "50ms"));
        all.putAll(settings);
        return Clients.of(all, ConnectionApi.class, RetriesTest.Other.class);
    }

    private static String awaitSuccess(final ConnectionApi api) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            final String answer = api.get().onErrorReturnItem("").blockingGet();
            if (!answer.isEmpty()) {
                return answer;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return "never";
    }

    @Test
    void changedAuthoritiesAreTrustedAndTheOtherSettingsStay() throws Exception {
        final HttpServer server = server(new HttpServerOptions());
        for (final String version : List.of("TLSv1.2", "TLSv1.3")) {
            write();
            try (Clients clients = clients(server, Map.of("http2", true, "tls.protocols", version))) {
                final ConnectionApi api = clients.application().get(ConnectionApi.class);
                api.get().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteUnavailableException.class);
                authority.writeCertificate(folder.resolve("trusted.pem"));
                assertThat(awaitSuccess(api)).isEqualTo("HTTP_2 " + version);
            }
        }
    }

    @Test
    void anEncryptedKeyIsThatOfTheClient() throws Exception {
        final HttpServer server = server(new HttpServerOptions()
                .setClientAuth(ClientAuth.REQUIRED)
                .setTrustOptions(new PemTrustOptions()
                        .addCertPath(folder.resolve("authority.pem").toString())));
        authority.writeCertificate(folder.resolve("trusted.pem"));
        authority
                .client("shop")
                .writeCertificate(folder.resolve("client.pem"))
                .writeKey(folder.resolve("client.key"), "secret");
        final Map<String, Object> settings = Map.of(
                "tls.certificate", folder.resolve("client.pem"),
                "tls.key", folder.resolve("client.key"),
                "tls.key-password", "secret");
        try (Clients clients = clients(server, settings)) {
            assertThat(clients.application().get(ConnectionApi.class).get().blockingGet())
                    .isEqualTo("HTTP_1_1 TLSv1.3");
        }
        final Map<String, Object> wrong = new java.util.HashMap<>(settings);
        wrong.put("tls.key-password", "guess");
        assertThat(catchThrowableOfType(StartException.class, () -> clients(server, wrong)))
                .hasMessageContaining("The password cannot decrypt its key.");
    }

    @Test
    void filesThatCannotBeReadLeaveTheFormerOnesInUse() throws Exception {
        final HttpServer server = server(new HttpServerOptions());
        authority.writeCertificate(folder.resolve("trusted.pem"));
        try (LogLines log = LogLines.of("org.jzenith");
                Clients clients = clients(server, Map.of("keep-alive-timeout", "1s"))) {
            final ConnectionApi api = clients.application().get(ConnectionApi.class);
            assertThat(api.get().blockingGet()).isEqualTo("HTTP_1_1 TLSv1.3");
            java.nio.file.Files.writeString(folder.resolve("trusted.pem"), "no certificate");
            log.next("trusted.pem");
            assertThat(api.get().blockingGet()).isEqualTo("HTTP_1_1 TLSv1.3");
            assertThat(ended.tryAcquire(20, TimeUnit.SECONDS))
                    .as("the first connection has ended after its second of silence")
                    .isTrue();
            assertThat(api.get().blockingGet()).isEqualTo("HTTP_1_1 TLSv1.3");
        }
    }
}
