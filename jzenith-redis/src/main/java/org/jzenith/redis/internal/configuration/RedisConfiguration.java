package org.jzenith.redis.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.internal.tls.ClientTlsConfiguration;

/** The settings of Redis; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "redis")
public interface RedisConfiguration {

    @WithDefault("localhost")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The server's name or address.")
    String host();

    @WithDefault("6379")
    @WithConverter(Ranges.Port.class)
    @Description("The server's port.")
    int port();

    @Description("The user of the server's access control list; the default user when not set.")
    Optional<String> username();

    @Description("The user's password.")
    Optional<Secret<String>> password();

    @WithDefault("0")
    @WithConverter(Ranges.NotNegative.class)
    @Description("The number of the database.")
    int database();

    @Description(
            "The server as a URL: redis://user:password@host:port/database, or rediss:// for TLS. A setting such as redis.host that contradicts the URL is an error.")
    Optional<Secret<String>> url();

    @WithDefault("true")
    @Description(
            "False if the application also works without the server. While the server is unreachable, startup then succeeds, and the health check is degraded instead of down.")
    boolean required();

    /** Returns the encryption of the connections. */
    Tls tls();

    /** Returns the servers that know the master. */
    Sentinel sentinel();

    @WithDefault("jzenith")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The application's name in the server's list of clients.")
    String clientName();

    @WithDefault("1s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for a command's reply. After it, jZenith closes the connection and opens a new one.")
    Duration commandTimeout();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit for opening a connection. Startup retries for this long. Then it fails, or continues if redis.required is false.")
    Duration connectTimeout();

    @WithDefault("500ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest pause between two connection attempts; the first pauses are shorter.")
    Duration connectRetryInterval();

    @WithDefault("4096")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of commands in flight per event loop. Further commands fail immediately.")
    int maxCommands();

    @WithDefault("16M")
    @Description(
            "The maximum size of one key or value. All values of commands in flight on an event loop can have four times this size in total.")
    DataSize maxValueSize();

    /** Returns the connections for transactions and blocking commands. */
    Pool pool();

    /** The connections for transactions and blocking commands. */
    interface Pool {

        @WithDefault("8")
        @WithConverter(Ranges.Threads.class)
        @Description(
                "The maximum number of connections for transactions and blocking commands. They are opened when needed.")
        int size();

        @WithDefault("1s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("How long a transaction or blocking command waits for a connection.")
        Duration acquireTimeout();
    }

    /** The encryption of the connections. */
    interface Tls extends ClientTlsConfiguration {

        @WithDefault("false")
        @Description("Encrypts the connections, and verifies the server's certificate and name.")
        boolean enabled();
    }

    /** The servers that know the master. */
    interface Sentinel {

        @Description(
                "The Sentinels that know the master, each as host:port. If they are set, redis.host and redis.port are not used.")
        Optional<List<String>> servers();

        @WithDefault("mymaster")
        @WithConverter(Ranges.NotBlank.class)
        @Description("The name under which the Sentinels know the master.")
        String master();

        @Description("The password of the Sentinels.")
        Optional<Secret<String>> password();
    }
}
