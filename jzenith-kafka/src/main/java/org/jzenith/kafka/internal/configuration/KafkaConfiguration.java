package org.jzenith.kafka.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.internal.tls.ClientTlsConfiguration;

/** The settings of Kafka; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "kafka")
public interface KafkaConfiguration {

    @WithDefault("localhost:9092")
    @Description("The brokers to connect to first, each host:port; they name the other brokers of the cluster.")
    List<String> bootstrapServers();

    @WithDefault("true")
    @Description(
            "False if the application works without the brokers: then startup does not fail while they are unreachable, and the health check is degraded instead of down.")
    boolean required();

    @WithDefault("jzenith")
    @WithConverter(Ranges.NotBlank.class)
    @Description(
            "The application's name in the brokers' logs and metrics; client ids, and the transactional ids of Kafka.transaction, start with it.")
    String clientId();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long startup waits for a broker before it fails or, without kafka.required, continues.")
    Duration connectTimeout();

    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit for a request to the brokers with its retries: for the metadata of a topic, and then for the delivery of a record.")
    Duration requestTimeout();

    @WithDefault("32768")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of records being sent; further ones are refused, and requests get a 503.")
    int maxSends();

    @WithDefault("32M")
    @Description("The maximum size of all records being sent; further ones are refused, and requests get a 503.")
    DataSize maxSendSize();

    /** Returns the encryption of the connections. */
    Tls tls();

    /** Returns the authentication of this application. */
    Sasl sasl();

    /** Returns the producers of transactions. */
    Transaction transaction();

    @Description(
            "Any further setting of Kafka's producers, consumers and admin client by its own name, such as kafka.client.linger.ms.")
    Map<String, String> client();

    @Description(
            "The settings of serializers and deserializers that topics name, such as kafka.serializer.schema.registry.url.")
    Map<String, String> serializer();

    /** The encryption of the connections. */
    interface Tls extends ClientTlsConfiguration {

        @WithDefault("false")
        @Description("Encrypts the connections, and verifies the brokers' certificates and names.")
        boolean enabled();
    }

    /** The authentication of this application. */
    interface Sasl {

        @Description(
                "The mechanism: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER. No authentication when not set.")
        Optional<@WithConverter(SaslMechanism.class) String> mechanism();

        @Description("The user; for OAUTHBEARER the client id at the token endpoint.")
        Optional<String> username();

        @Description("The user's password; for OAUTHBEARER the client secret.")
        Optional<Secret<String>> password();

        @Description("For OAUTHBEARER, the URL that issues tokens for the client credentials (RFC 6749, section 4.4).")
        Optional<URI> tokenEndpoint();
    }

    /** The producers of transactions. */
    interface Transaction {

        @WithDefault("8")
        @WithConverter(Ranges.Threads.class)
        @Description(
                "The maximum number of transactions at the same time; each has a producer with two threads, opened when needed.")
        int poolSize();

        @WithDefault("5s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("How long a transaction waits for a producer.")
        Duration acquireTimeout();

        @WithDefault("40s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description(
                "The time limit for a transaction, longer than that of handlers in transactions; then it is aborted. Brokers allow up to transaction.max.timeout.ms (15 min).")
        Duration timeout();
    }
}
