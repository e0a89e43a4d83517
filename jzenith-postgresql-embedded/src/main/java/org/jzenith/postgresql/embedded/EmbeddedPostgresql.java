package org.jzenith.postgresql.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.internal.DatabaseProvision;
import org.jzenith.embedded.internal.EmbeddedServerProvider;

/**
 * Starts a PostgreSQL server for the application during development, unless another server is configured:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(PostgresqlPlugin.create(), EmbeddedPostgresql.create())
 *        .run();
 * }</pre>
 *
 * <p>It does nothing when {@code postgresql.host}, {@code postgresql.port}, {@code postgresql.hosts} or {@code postgresql.url} is set.
 * Otherwise it starts a server on the loopback address, creates the database {@code postgresql.database} (default {@code postgres}), and
 * provides the settings to connect to it. If {@code postgresql.username} is set, it also creates this user, who owns the database. The
 * server stops with the application, even when the JVM is killed. Safe for use by many threads; each run of a builder has its own server.
 *
 * <p>One server serves all {@code PostgresqlPlugin}s: for {@code PostgresqlPlugin.named("archive")} it reads and provides {@code
 * postgresql.archive.host} and so on in the same way, with the default database {@code archive}.
 */
@CheckReturnValue
public final class EmbeddedPostgresql implements PluginSource {

    private final @Nullable Path directory;

    private EmbeddedPostgresql(final @Nullable Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the plugin for a server whose data is deleted when the application stops. Its writes are fast and not durable ({@code fsync} is
     * off).
     *
     * @return the plugin
     */
    public static EmbeddedPostgresql create() {
        return new EmbeddedPostgresql(null);
    }

    /**
     * Keeps the server's data for the next start. Its writes are as durable as those of any other server. One application at a time can use
     * the directory.
     *
     * @param directory the location of the data; created at the first start
     * @return a plugin with this directory
     */
    public EmbeddedPostgresql inDirectory(final Path directory) {
        return new EmbeddedPostgresql(Objects.requireNonNull(directory, "directory"));
    }

    @Override
    public Plugin plugin() {
        return new EmbeddedServerProvider<>(
                Cluster.PRODUCT,
                PostgresqlServer.class,
                directory,
                PostgresqlServer::start,
                new DatabaseProvision<>(Cluster.PRODUCT, "postgres"));
    }
}
