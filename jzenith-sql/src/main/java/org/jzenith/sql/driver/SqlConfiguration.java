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
 * The settings that databases of every kind have. A driver's configuration extends this interface, gives it a prefix, and
 * overrides the settings whose defaults are its own. The description of each setting says what it means. Immutable and safe for use
 * by many threads.
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

    @Description("The database as a URL. A contradicting single setting is an error.")
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
            "The number of statements in flight on one connection; 1 turns pipelining off, as some poolers " + "need.")
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
    @Description("The time limit for a statement's result; then its connection is closed and replaced.")
    Duration queryTimeout();

    @Description("The time after which the server cancels a statement; 0s uses the server's setting. 90 % of "
            + "query-timeout when not set, so that slow statements keep their connection.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> statementTimeout();

    @Description("The time after which the server cancels a single statement that waits for a lock; 0s uses the "
            + "server's setting. When not set, 2s, or 0s if statement-timeout is 0s.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> lockTimeout();

    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which a single statement is slow: waiting statements move to another connection, "
            + "statements whose text is often slow use a connection alone, and the server cancels it if its caller has "
            + "left.")
    Duration slowStatement();

    @WithDefault("8")
    @WithConverter(Ranges.Kept.class)
    @Description("The maximum number of further connections, in total, that are opened while slow statements block "
            + "others or need a connection alone; closed after 10 s idle. With 0, none needs one alone.")
    int furtherConnections();

    @WithDefault("300ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest expected wait of a single statement; beyond it, statements are refused.")
    Duration maxQueueTime();

    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long the reader of a row stream may request no rows before the stream fails and releases its "
            + "connection.")
    Duration streamTimeout();

    @WithDefault("1m")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How long a transaction may run no statement, while it reads no rows from a stream, before it is "
            + "rolled back and fails; 0s sets no limit. The server ends its session after ten times as long, for a "
            + "process that hangs.")
    Duration transactionIdleTimeout();

    @WithDefault("30m")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description(
            "The maximum age of a connection; it is replaced up to 10 % earlier, when unused. 0s sets no " + "limit.")
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

        @Description("The maximum number of pooled connections for row streams; the rest is for transactions. When "
                + "not set, the size minus two, at least one.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> maxStreams();

        @Description("The callers, and the row streams, that may wait for a pooled connection; further ones are "
                + "refused. Sixteen times the size when not set.")
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

        @Description("The PEM file with the trusted authorities, for verify-ca and verify-full; the JVM's when not "
                + "set.")
        Optional<Path> trustFile();
    }

    /** The schema migrations. */
    interface MigrationSettings {

        @WithDefault("true")
        @Description("Runs schema migrations at start, before the listeners open.")
        boolean enabled();

        @WithDefault("db/migration")
        @Description("The migration folders: class path folders, or filesystem: and a path. A further database named "
                + "archive has db/migration-archive when not set.")
        List<String> locations();

        @Description("The value of ${name} in the scripts, for the name at the end of the key. A script with "
                + "placeholderReplacement=false in a file such as V1__text.sql.conf beside it keeps ${name}.")
        Map<String, String> placeholders();
    }
}
