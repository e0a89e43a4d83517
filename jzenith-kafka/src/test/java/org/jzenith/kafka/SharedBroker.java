package org.jzenith.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.test.internal.database.BrokerClient;
import org.jzenith.test.internal.fault.UnreliableProxy;

/**
 * One broker for all tests of this JVM, with which it ends. Besides its plain listener it has {@code SSL}, which asks for a certificate,
 * {@code SASL_SSL}, and one behind a proxy.
 */
final class SharedBroker {

    private static final String SECURITY = "org.apache.kafka.common.security.";
    private static final Path FOLDER = folder();
    private static final TestIdentityProvider ISSUER =
            TestIdentityProvider.create("kafka", "secret").withUser("shop");
    private static final UnreliableProxy PROXY = new UnreliableProxy(0);
    private static final KafkaServer SERVER = start();
    private static final BrokerClient CLIENT = new BrokerClient(SERVER.bootstrapServers());

    private SharedBroker() {}

    private static Path folder() {
        try {
            return Files.createTempDirectory("jzenith-kafka-certificates");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KafkaServer start() {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.writeCertificate(FOLDER.resolve("authority.crt"));
        TestCertificate.authority("Other").writeCertificate(FOLDER.resolve("other.crt"));
        authority.server("127.0.0.1", "localhost").writeKeystore(FOLDER.resolve("server.p12"), "secret");
        authority.client("shop").writeCertificate(FOLDER.resolve("client.crt")).writeKey(FOLDER.resolve("client.key"));
        final KafkaServer server = KafkaServer.startWith(
                List.of(
                        BrokerListener.of("SSL"),
                        BrokerListener.of("SASL_SSL"),
                        BrokerListener.behindProxy("PROXY", PROXY.port())),
                Map.ofEntries(
                        Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                        Map.entry("allow.everyone.if.no.acl.found", "true"),
                        Map.entry("ssl.keystore.type", "PKCS12"),
                        Map.entry("ssl.keystore.location", file("server.p12").toString()),
                        Map.entry("ssl.keystore.password", "secret"),
                        Map.entry("ssl.truststore.type", "PEM"),
                        Map.entry(
                                "ssl.truststore.location", file("authority.crt").toString()),
                        Map.entry("listener.name.ssl.ssl.client.auth", "required"),
                        Map.entry("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER"),
                        Map.entry(
                                "listener.name.sasl_ssl.plain.sasl.jaas.config",
                                SECURITY + "plain.PlainLoginModule required user_shop=\"pass\\\"word\\\\\";"),
                        Map.entry(
                                "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config",
                                SECURITY + "scram.ScramLoginModule required;"),
                        Map.entry(
                                "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config",
                                SECURITY + "scram.ScramLoginModule required;"),
                        Map.entry(
                                "listener.name.sasl_ssl.oauthbearer.sasl.jaas.config",
                                SECURITY
                                        + "oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\"broker\";"),
                        Map.entry(
                                "listener.name.sasl_ssl.oauthbearer.sasl.server.callback.handler.class",
                                SECURITY + "oauthbearer.OAuthBearerValidatorCallbackHandler"),
                        Map.entry(
                                "sasl.oauthbearer.jwks.endpoint.url",
                                ISSUER.jwksUri().toString()),
                        Map.entry("sasl.oauthbearer.expected.issuer", ISSUER.issuer()),
                        Map.entry("sasl.oauthbearer.expected.audience", "kafka")));
        PROXY.redirect(server.port("PROXY"));
        return server;
    }

    /** Returns the issuer of the tokens that {@code SASL_SSL} accepts. */
    static TestIdentityProvider issuer() {
        return ISSUER;
    }

    /** Returns the proxy, through which all connections of its clients go. */
    static UnreliableProxy proxy() {
        return PROXY;
    }

    static void reopenProxy() {
        PROXY.reopen(SERVER.port("PROXY"));
    }

    /** Returns clients that see what is in the broker. */
    static BrokerClient client() {
        return CLIENT;
    }

    /** Returns the values of records from a number to another one, without the last. */
    static String[] numbers(final int first, final int end) {
        return IntStream.range(first, end).mapToObj(Integer::toString).toArray(String[]::new);
    }

    static int port(final String listener) {
        return SERVER.port(listener);
    }

    static Path file(final String name) {
        return FOLDER.resolve(name);
    }
}
