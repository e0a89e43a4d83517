package org.jzenith.sql.driver;

import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/**
 * The settings that databases of every kind have. A driver's configuration extends this interface, gives it a prefix, and
 * overrides the settings whose defaults are its own. The description of each setting says what it means. Immutable and safe for use by many threads.
 */
public interface SqlConfiguration {

    @WithDefault("localhost")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The host of the server: a name or an address.")
    String host();

    @WithConverter(Ranges.Port.class)
    @Description("The port of the server.")
    int port();

    @WithConverter(Ranges.NotBlank.class)
    @Description("The name of the database.")
    String database();

    @WithConverter(Ranges.NotBlank.class)
    @Description("The name of the database user.")
    String username();

    @Description("The password of the database user, if the server asks for one.")
    Optional<Secret<String>> password();

    @Description(
            "The database in one line, as a URL. Wins over the single settings; a different single setting beside it is"
                    + " an error.")
    Optional<Secret<String>> url();

    /** The encryption of the connections. */
    Tls tls();

    @WithDefault("jzenith")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The name under which the server lists the connections of this application.")
    String applicationName();

    /** The schema migrations. */
    MigrationSettings migrations();

    @WithDefault("1")
    @WithConverter(Ranges.EventLoops.class)
    @Description("The number of connections each event loop keeps for single statements, which are pipelined.")
    int pipelines();

    @WithDefault("1024")
    @WithConverter(Ranges.Threads.class)
    @Description("The number of statements that may be in flight on one connection; 1 turns pipelining off, which some"
            + " connection poolers need.")
    int pipeliningLimit();

    /** The connections for transactions, row streams and batches. */
    PoolSettings pool();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time in which a connection must come about. At start the database is tried for so long before the"
            + " start fails.")
    Duration connectTimeout();

    @WithDefault("1s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The longest pause between two attempts to connect; the first pauses are shorter.")
    Duration connectRetryInterval();

    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time in which a statement must be answered; then its connection is closed and replaced.")
    Duration queryTimeout();

    @Description(
            "The time after which the server itself ends a statement, 0s to leave that to the server's own"
                    + " setting. When not set, nine tenths of query-timeout, so that a slow statement does not cost its connection.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> statementTimeout();

    @Description(
            "The time after which the server ends a single statement that waits for a lock, because others share its"
                    + " connection; 0s leaves that to the server's own setting. When not set, 2s, or 0s if statement-timeout is"
                    + " 0s.")
    Optional<@WithConverter(Ranges.NotNegativeDuration.class) Duration> lockTimeout();

    @WithDefault("100ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which a single statement counts as slow: those that wait behind it go to another"
            + " connection, and if nobody waits for it any more, the server is asked to stop it.")
    Duration slowStatement();

    @WithDefault("8")
    @WithConverter(Ranges.Kept.class)
    @Description(
            "The largest number of further connections for single statements, for all event loops together; they are"
                    + " opened while slow statements hold up the others, and closed when they have been idle for 10 s.")
    int furtherConnections();

    @WithDefault("300ms")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The longest time that single statements may be expected to wait for their turn; when it would be longer,"
                    + " further requests are refused at once.")
    Duration maxQueueTime();

    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time for which the reader of a row stream may ask for no rows; then the stream fails and its"
            + " connection goes back.")
    Duration streamTimeout();

    @WithDefault("30m")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description(
            "The largest age of a connection; it is replaced up to a tenth earlier, as soon as it is not in use. 0s sets"
                    + " no limit.")
    Duration maxLifetime();

    @WithDefault("256")
    @WithConverter(Ranges.Kept.class)
    @Description("The number of prepared statements each connection remembers; 0 remembers none.")
    int preparedStatements();

    /** The pooled connections for transactions, row streams and batches. */
    interface PoolSettings {

        @WithDefault("8")
        @WithConverter(Ranges.Threads.class)
        @Description("The largest number of connections for transactions, row streams and batches; they are opened when"
                + " needed.")
        int size();

        @Description(
                "The largest number of pooled connections that row streams may hold, so that slow readers leave some"
                        + " for transactions; all but two, but at least one, when not set.")
        Optional<@WithConverter(Ranges.Positive.class) Integer> maxStreams();

        @Description(
                "The number of callers that may wait for a pooled connection, and of row streams that may wait for one"
                        + " of theirs; further ones are refused at once. Sixteen times the size when not set.")
        Optional<@WithConverter(Ranges.NotNegative.class) Integer> maxWaitQueue();

        @WithDefault("5s")
        @WithConverter(Ranges.PositiveDuration.class)
        @Description("The time a caller waits for a pooled connection.")
        Duration acquireTimeout();
    }

    /** The encryption of the connections. */
    interface Tls {

        @WithDefault("prefer")
        @Description("When the connections are encrypted and how far the server is trusted; verify-full is the safe"
                + " choice across a network.")
        TlsMode mode();

        @Description("A PEM file with the authorities that may sign the server's certificate, for verify-ca and"
                + " verify-full; those that the JVM trusts when not set.")
        Optional<Path> trustFile();
    }

    /** The schema migrations. */
    interface MigrationSettings {

        @WithDefault("true")
        @Description("Whether schema migrations run at start, before the listeners open.")
        boolean enabled();

        @WithDefault("db/migration")
        @Description("Where the migrations are: folders on the class path, or filesystem: and a path.")
        List<String> locations();
    }
}
