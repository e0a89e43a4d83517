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
    @Description(
            "The brokers to connect to first, each as host:port. From them jZenith learns the other brokers of the cluster.")
    List<String> bootstrapServers();

    @WithDefault("true")
    @Description(
            "False if the application also works without the brokers. While the brokers are unreachable, startup then succeeds, and the health check is degraded instead of down.")
    boolean required();

    @WithDefault("jzenith")
    @WithConverter(Ranges.NotBlank.class)
    @Description(
            "The application's name in the brokers' logs and metrics. Client ids, and the transactional ids of Kafka.transaction(..), start with this name.")
    String clientId();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long startup waits for a broker. Then it fails, or continues if kafka.required is false.")
    Duration connectTimeout();

    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit for a request to the brokers, including retries. Sending a record can take twice as long: the limit applies to the topic's metadata, and again to the delivery.")
    Duration requestTimeout();

    @WithDefault("32768")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "The maximum number of records being sent. Further records are refused, and requests that send them get a 503.")
    int maxSends();

    @WithDefault("32M")
    @Description(
            "The maximum total size of records being sent. Further records are refused, and requests that send them get a 503.")
    DataSize maxSendSize();

    /** Returns the encryption of the connections. */
    Tls tls();

    /** Returns the authentication of this application. */
    Sasl sasl();

    /** Returns the producers of transactions. */
    Transaction transaction();

    @Description(
            "Other settings of Kafka's producers, consumers and admin client under their own names, such as kafka.client.linger.ms.")
    Map<String, String> client();

    @Description(
            "The settings for the topics' serializers and deserializers, such as kafka.serializer.schema.registry.url.")
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

        @Description("The name of the user. For OAUTHBEARER, the client id at the token endpoint.")
        Optional<String> username();

        @Description("The user's password. For OAUTHBEARER, the client secret.")
        Optional<Secret<String>> password();

        @Description("For OAUTHBEARER, the URL that issues tokens for the client credentials (RFC 6749, section 4.4).")
        Optional<URI> tokenEndpoint();
    }

    /** The producers of transactions. */
    interface Transaction {

        @WithDefault("8")
        @WithConverter(Ranges.Threads.class)
        @Description(
                "The maximum number of transactions at the same time. Each needs a producer with two threads, which jZenith opens when needed.")
        int poolSize();

        @WithDefault("5s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("How long a transaction waits for a producer.")
        Duration acquireTimeout();

        @WithDefault("40s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description(
                "The time after which a transaction is aborted. It has to be longer than the time limit of handlers in transactions. Brokers allow up to transaction.max.timeout.ms (15 min by default).")
        Duration timeout();
    }
}
