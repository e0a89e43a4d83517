package org.jzenith.sql.driver;

import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/**
 * The settings that all databases have. A driver's configuration extends this interface, gives it a prefix, and overrides settings to
 * change their defaults. Each setting has a description. Immutable and safe for use by many threads.
 */
public interface SqlConfiguration {

    @WithDefault("localhost")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The server's name or address.")
    String host();

    @WithConverter(Ranges.Port.class)
    @Description("The server's port.")
    int port();

    @WithConverter(Ranges.NotBlank.class)
    @Description("The name of the database.")
    String database();

    @WithConverter(Ranges.NotBlank.class)
    @Description("The database user.")
    String username();

    @Description("The user's password.")
    Optional<Secret<String>> password();

    @Description("The database as a URL. Startup fails if another setting contradicts it.")
    Optional<Secret<String>> url();

    /** Returns the encryption of the connections. */
    Tls tls();

    @WithDefault("jzenith")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The application's name in the server's list of connections.")
    String applicationName();

    /** Returns the schema migrations. */
    MigrationSettings migrations();

    @WithDefault("1")
    @WithConverter(Ranges.EventLoops.class)
    @Description("The number of connections per event loop for single statements.")
    int pipelines();

    @WithDefault("1024")
    @WithConverter(Ranges.Threads.class)
    @Description(
            "The maximum number of statements in flight on one connection. 1 turns pipelining off, which some poolers "
                    + "need.")
    int pipeliningLimit();

    /** Returns the connections for transactions, row streams and batches. */
    PoolSettings pool();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for opening a connection. Startup retries for this long before it fails.")
    Duration connectTimeout();

    @WithDefault("1s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest pause between two connection attempts; the first pauses are shorter.")
    Duration connectRetryInterval();

    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for a statement's result. When it passes, the connection is closed and replaced.")
    Duration queryTimeout();

    @Description("The time after which the server cancels a statement; 0s uses the server's setting. When not set, 90 "
            + "% of query-timeout: the server stops a slow statement before jZenith closes its connection.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> statementTimeout();

    @Description("The time after which the server cancels a single statement that waits for a lock; 0s uses the "
            + "server's setting. When not set, 2s, or 0s if statement-timeout is 0s.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> lockTimeout();

    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which a single statement is slow. Statements that wait behind it then move to another "
            + "connection, and the server cancels it if its caller has left. Later runs of a text that was slow "
            + "recently each use a connection alone.")
    Duration slowStatement();

    @WithDefault("8")
    @WithConverter(Ranges.Kept.class)
    @Description(
            "The maximum number of further connections for slow statements and those behind them, for all event "
                    + "loops together. They are closed after 10 s without use. With 0, slow statements are treated like others.")
    int furtherConnections();

    @WithDefault("300ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest time that a single statement may have to wait for its turn; if it would wait longer, it "
            + "is refused.")
    Duration maxQueueTime();

    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which a row stream fails and releases its connection if its reader requests no rows.")
    Duration streamTimeout();

    @WithDefault("1m")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("The time after which a transaction is rolled back and fails if it runs no statement and reads no "
            + "rows from a stream; 0s sets no limit. In case the process hangs, the server ends the session after "
            + "ten times this limit.")
    Duration transactionIdleTimeout();

    @WithDefault("30m")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("The maximum age of a connection; an unused one is replaced up to 10 % earlier. 0s sets no limit.")
    Duration maxLifetime();

    @WithDefault("256")
    @WithConverter(Ranges.Kept.class)
    @Description("The number of prepared statements cached per connection; 0 caches none.")
    int preparedStatements();

    /** The pooled connections for transactions, row streams and batches. */
    interface PoolSettings {

        @WithDefault("8")
        @WithConverter(Ranges.Threads.class)
        @Description(
                "The maximum number of connections for transactions, row streams and batches; opened when " + "needed.")
        int size();

        @Description("The maximum number of pooled connections for row streams; the rest stays free for transactions. "
                + "When not set, pool.size minus two, but at least one.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> maxStreams();

        @Description("The maximum number of callers, and of row streams, that wait for a pooled connection; further "
                + "ones are refused. When not set, 16 times pool.size.")
        Optional<@WithConverter(Ranges.NotNegative.class) Integer> maxWaitQueue();

        @WithDefault("5s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("How long a caller waits for a pooled connection.")
        Duration acquireTimeout();
    }

    /** The encryption of the connections. */
    interface Tls {

        @WithDefault("prefer")
        @Description(
                "When connections are encrypted and how the server is verified; use verify-full across " + "networks.")
        TlsMode mode();

        @Description("The PEM file with the trusted authorities, for verify-ca and verify-full. When not set, those "
                + "that the JVM trusts.")
        Optional<Path> trustFile();
    }

    /** The schema migrations. */
    interface MigrationSettings {

        @WithDefault("true")
        @Description("Runs schema migrations at startup, before the listeners open.")
        boolean enabled();

        @WithDefault("db/migration")
        @Description("The folders with migrations, on the class path or as filesystem: and a path. For a further "
                + "database named archive, the default is db/migration-archive.")
        List<String> locations();

        @Description("The value that replaces ${name} in the scripts; name is the last part of the key. A script keeps "
                + "${name} if a file beside it, such as V1__text.sql.conf, has placeholderReplacement=false.")
        Map<String, String> placeholders();
    }
}
