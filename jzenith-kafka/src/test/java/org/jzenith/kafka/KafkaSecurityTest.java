package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import com.sun.net.httpserver.HttpServer;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.internal.producer.TransactionRunner;
import org.jzenith.test.identity.TestIdentityProvider;

/** TLS and SASL. */
@Tag("full")
@Timeout(60)
final class KafkaSecurityTest {

    /** The property of the JVM without which the library calls no endpoint. */
    private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    /** The characters that a login module would take for its own. */
    private static final String PASSWORD = "pass\"word\\";

    @AutoClose
    private final TestApplications applications = new TestApplications();

    @TempDir
    private Path folder;

    @BeforeAll
    static void createUsers() throws ExecutionException, InterruptedException {
        for (final ScramMechanism each : List.of(ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
            SharedBroker.client()
                    .admin()
                    .alterUserScramCredentials(List.of(
                            new UserScramCredentialUpsertion("shop", new ScramCredentialInfo(each, 4_096), PASSWORD)))
                    .all()
                    .get();
        }
    }

    private static JZenith application(final String listener) {
        return TestApplications.recipe("localhost:" + SharedBroker.port(listener))
                .withConfiguration("kafka.connect-timeout", "5s")
                .withConfiguration("kafka.request-timeout", "3s")
                .withConfiguration("kafka.tls.enabled", true)
                .withConfiguration("kafka.tls.trusted-certificates", SharedBroker.file("authority.crt"));
    }

    private static JZenith withCertificate(final JZenith application) {
        return application
                .withConfiguration("kafka.tls.certificate", SharedBroker.file("client.crt"))
                .withConfiguration("kafka.tls.key", SharedBroker.file("client.key"));
    }

    private static JZenith withUser(final String mechanism, final String password) {
        return application("SASL_SSL")
                .withConfiguration("kafka.sasl.mechanism", mechanism)
                .withConfiguration("kafka.sasl.username", "shop")
                .withConfiguration("kafka.sasl.password", password);
    }

    private static void sendsAndReads(final RunningApplication application) {
        final String topic = SharedBroker.client().newTopic(1);
        final Kafka kafka = application.get(Kafka.class);
        kafka.topic(topic, String.class).send("a", "b").ignoreElement().blockingAwait();
        kafka.transaction(tx -> tx.send(kafka.topic(topic, String.class), "a", "c"))
                .ignoreElement()
                .blockingAwait();
        final Queue<String> read = new ConcurrentLinkedQueue<>();
        kafka.topic(topic, String.class)
                .group(topic)
                .handle(record -> Completable.fromAction(() -> read.add(record.value())));
        until(() -> read.size() == 2);
        assertThat(read).containsExactly("b", "c");
    }

    @Test
    void bothSidesProveWhoTheyAre() {
        sendsAndReads(applications.run(withCertificate(application("SSL"))));
    }

    @Test
    void aBrokerOfAnotherAuthorityIsRefused() {
        assertThatThrownBy(withCertificate(application("SSL"))
                        .withConfiguration("kafka.tls.trusted-certificates", SharedBroker.file("other.crt"))::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cannot be used with TLS")
                .hasMessageContaining("kafka.tls.trusted-certificates")
                .message()
                .contains("unable to find valid certification path");
    }

    @Test
    void theBrokerRefusesAClientWithoutACertificate() {
        assertThatThrownBy(application("SSL")::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cannot be used with TLS");
    }

    @Test
    void filesThatCannotBeUsedFailTheStart() {
        assertThatThrownBy(application("SSL")
                        .withConfiguration("kafka.tls.trusted-certificates", folder.resolve("missing.pem"))
                        .withConfiguration("kafka.tls.certificate", SharedBroker.file("client.crt"))::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("missing.pem does not exist")
                .hasMessageContaining("kafka.tls.certificate is set, but kafka.tls.key is not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
    void aUserHasAPassword(final String mechanism) {
        sendsAndReads(applications.run(withUser(mechanism, PASSWORD)));
        assertThatThrownBy(withUser(mechanism, "other-secret")::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("refuses the user")
                .hasMessageContaining("kafka.sasl.password")
                .message()
                .doesNotContain("other-secret");
    }

    @Test
    void tokensComeFromTheEndpointAndTheBrokerVerifiesThem() throws IOException {
        final List<String> asked = new CopyOnWriteArrayList<>();
        final TestIdentityProvider other =
                TestIdentityProvider.create("kafka", "secret").withUser("shop");
        final AtomicReference<TestIdentityProvider> issuer = new AtomicReference<>(other);
        final HttpServer endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/token", exchange -> {
            asked.add(exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            final byte[] body = ("{\"token_type\":\"Bearer\",\"expires_in\":300,\"access_token\":\""
                            + issuer.get().token("shop") + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        endpoint.start();
        try {
            final String url = "http://localhost:" + endpoint.getAddress().getPort() + "/token";
            final JZenith application =
                    withUser("OAUTHBEARER", "secret").withConfiguration("kafka.sasl.token-endpoint", url);
            assertThatThrownBy(application::run)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("-D" + ALLOWED_URLS + "=" + url);
            System.setProperty(ALLOWED_URLS, url);
            assertThatThrownBy(application::run)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("refuses the user");
            issuer.set(SharedBroker.issuer());
            sendsAndReads(applications.run(application));
        } finally {
            other.close();
            endpoint.stop(0);
            System.clearProperty(ALLOWED_URLS);
        }
        assertThat(asked)
                .isNotEmpty()
                .allMatch(each -> each.startsWith("Basic "
                                + Base64.getEncoder().encodeToString("shop:secret".getBytes(StandardCharsets.UTF_8)))
                        && each.contains("grant_type=client_credentials"));
    }

    @Test
    void changedFilesAreUsedByNewConnections() throws IOException {
        final Path trusted = folder.resolve("changing.crt");
        Files.copy(SharedBroker.file("authority.crt"), trusted);
        final RunningApplication application = applications.run(withCertificate(application("SSL"))
                .withConfiguration("kafka.tls.trusted-certificates", trusted)
                .withConfiguration("kafka.tls.reload-interval", "20ms"));
        Files.copy(SharedBroker.file("other.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);
        until(() -> errorOfNewConnection(application).contains("SSL handshake failed"));
        Files.copy(SharedBroker.file("authority.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);
        until(() -> errorOfNewConnection(application).isEmpty());
        sendsAndReads(application);
    }

    /** Each producer of transactions has connections of its own. */
    private static String errorOfNewConnection(final RunningApplication application) {
        final TransactionRunner runner = application.get(TransactionPool.class).open("connection");
        return runner.run(tx -> Single.just(""), () -> null)
                .onErrorReturn(error -> String.valueOf(error.getMessage()))
                .flatMap(text -> runner.close().toSingleDefault(text))
                .blockingGet();
    }
}
