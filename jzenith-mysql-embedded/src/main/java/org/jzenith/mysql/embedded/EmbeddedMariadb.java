package org.jzenith.mysql.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.internal.DatabaseProvision;
import org.jzenith.embedded.internal.EmbeddedServerProvider;

/**
 * Starts a MariaDB server for the application during development, unless another server is configured:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(MysqlPlugin.create(), EmbeddedMariadb.create())
 *        .run();
 * }</pre>
 *
 * <p>It does nothing when {@code mysql.host}, {@code mysql.port} or {@code mysql.url} is set. Otherwise it starts a server on the loopback
 * address, creates the database {@code mysql.database} (default {@code test}), and provides the settings to connect to it. If {@code
 * mysql.username} is set, it also creates this user, with all rights on the database. The server stops with the application, even when the
 * JVM is killed. Safe for use by many threads; each run of a builder has its own server.
 *
 * <p>One server serves all {@code MysqlPlugin}s: for {@code MysqlPlugin.named("archive")} it reads and provides {@code mysql.archive.host}
 * and so on in the same way, with the default database {@code archive}.
 */
@CheckReturnValue
public final class EmbeddedMariadb implements PluginSource {

    private final @Nullable Path directory;

    private EmbeddedMariadb(final @Nullable Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the plugin for a server whose data is deleted when the application stops. Its writes are fast and not durable.
     *
     * @return the plugin
     */
    public static EmbeddedMariadb create() {
        return new EmbeddedMariadb(null);
    }

    /**
     * Keeps the server's data for the next start. Its writes are as durable as those of any other server. One application at a time can use
     * the directory.
     *
     * @param directory the location of the data; created at the first start
     * @return a plugin with this directory
     */
    public EmbeddedMariadb inDirectory(final Path directory) {
        return new EmbeddedMariadb(Objects.requireNonNull(directory, "directory"));
    }

    @Override
    public Plugin plugin() {
        return new EmbeddedServerProvider<>(
                Mariadbd.PRODUCT,
                MariadbServer.class,
                directory,
                MariadbServer::start,
                new DatabaseProvision<>(Mariadbd.PRODUCT, "test"));
    }
}
