package org.jzenith.redis.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.internal.EmbeddedServerProvider;

/**
 * Starts a Redis server for the application during development, unless another server is configured:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(RedisPlugin.create(), EmbeddedRedis.create())
 *        .run();
 * }</pre>
 *
 * <p>It does nothing when {@code redis.host}, {@code redis.port}, {@code redis.url} or {@code redis.sentinel.servers} is set. Otherwise it
 * starts a server on the loopback address, and provides its address and password. The server stops with the application, even when the JVM is
 * killed. Safe for use by many threads; each run of a builder has its own server.
 *
 * <p>One server serves all {@code RedisPlugin}s. Each {@code RedisPlugin.named(..)} gets its own database on it.
 */
@CheckReturnValue
public final class EmbeddedRedis implements PluginSource {

    private final @Nullable Path directory;

    private EmbeddedRedis(final @Nullable Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the plugin for a server whose data is deleted when the application stops.
     *
     * @return the plugin
     */
    public static EmbeddedRedis create() {
        return new EmbeddedRedis(null);
    }

    /**
     * Keeps the data of the server for the next start. One application at a time can use the directory.
     *
     * @param directory the location of the data; created at the first start
     * @return a plugin with this directory
     */
    public EmbeddedRedis inDirectory(final Path directory) {
        return new EmbeddedRedis(Objects.requireNonNull(directory, "directory"));
    }

    @Override
    public Plugin plugin() {
        return new EmbeddedServerProvider<>(
                RedisProgram.PRODUCT,
                RedisServer.class,
                directory,
                RedisServer::start,
                (server, settings) -> Map.of(
                        "host", server.host(),
                        "port", String.valueOf(server.port()),
                        "password", server.password(),
                        "database", String.valueOf(server.database(settings.qualifier()))));
    }
}
