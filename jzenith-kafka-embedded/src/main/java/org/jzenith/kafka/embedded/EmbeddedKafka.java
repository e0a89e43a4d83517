package org.jzenith.kafka.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.internal.EmbeddedServerProvider;

/**
 * Starts a Kafka broker for the application during development, unless other brokers are configured:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(KafkaPlugin.create(), EmbeddedKafka.create())
 *        .run();
 * }</pre>
 *
 * <p>It does nothing when {@code kafka.bootstrap-servers} is set. Otherwise it starts a broker on the loopback address, and provides its
 * address. The broker stops with the application, even when the JVM is killed. In development mode, it survives restarts of the application.
 * Safe for use by many threads; each run of a builder has its own broker.
 */
@CheckReturnValue
public final class EmbeddedKafka implements PluginSource {

    private final @Nullable Path directory;

    private EmbeddedKafka(final @Nullable Path directory) {
        this.directory = directory;
    }

    /**
     * Creates the plugin for a broker whose data is deleted when the application stops.
     *
     * @return the plugin
     */
    public static EmbeddedKafka create() {
        return new EmbeddedKafka(null);
    }

    /**
     * Keeps the data of the broker for the next start. One application at a time can use the directory.
     *
     * @param directory the location of the data; created at the first start
     * @return a plugin with this directory
     */
    public EmbeddedKafka inDirectory(final Path directory) {
        return new EmbeddedKafka(Objects.requireNonNull(directory, "directory"));
    }

    @Override
    public Plugin plugin() {
        return new EmbeddedServerProvider<>(
                BrokerLauncher.PRODUCT,
                KafkaServer.class,
                directory,
                KafkaServer::start,
                (server, settings) -> Map.of("bootstrap-servers", server.bootstrapServers()));
    }
}
