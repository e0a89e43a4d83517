package org.jzenith.kafka.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.embedded.EmbeddedServer;
import org.jzenith.embedded.internal.DataDirectory;
import org.jzenith.embedded.internal.ServerInstance;
import org.jzenith.embedded.internal.TimeLimit;
import org.jzenith.embedded.internal.Workspace;

/**
 * Starts a Kafka broker without an application, for test kits and tools.
 *
 * <pre>{@code
 * try (KafkaServer server = KafkaServer.start()) {
 *     ... server.bootstrapServers()
 * }
 * }</pre>
 *
 * <p>The broker is alone in its cluster and runs in its own JVM, which ends with the JVM that started it. It listens only on the loopback
 * address, and accepts every client; {@link BrokerListener} adds listeners with TLS and SASL. It does not create topics automatically. A killed
 * consumer loses its partitions after 6 seconds. Safe for use by many threads. Each method can block; a start takes a few seconds.
 */
public final class KafkaServer implements EmbeddedServer {

    /** The name of the listener that every broker has. */
    static final String PLAINTEXT = "PLAINTEXT";

    private static final Duration LIMIT = Duration.ofSeconds(55);

    private final ServerInstance instance;
    private final Map<String, Integer> ports;
    private final String version;

    private KafkaServer(final ServerInstance instance, final Map<String, Integer> ports, final String version) {
        this.instance = instance;
        this.ports = ports;
        this.version = version;
    }

    /**
     * Starts a broker whose data is deleted when it stops.
     *
     * @return the running broker
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static KafkaServer start() {
        return start(null, LIMIT);
    }

    /**
     * Starts a broker that keeps its data.
     *
     * @param directory the location of the data, created at the first start; used by one broker at a time
     * @return the running broker
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static KafkaServer startIn(final Path directory) {
        return start(directory, LIMIT);
    }

    /**
     * Starts a broker with additional listeners and settings. Its data is deleted when it stops.
     *
     * @param listeners the listeners in addition to the one without TLS and SASL
     * @param settings the broker's settings, such as {@code ssl.keystore.location}; they override the defaults
     * @return the running broker
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static KafkaServer startWith(final List<BrokerListener> listeners, final Map<String, String> settings) {
        return start(null, new BrokerSettings(List.copyOf(listeners), Map.copyOf(settings)), LIMIT);
    }

    /**
     * Starts a broker that keeps its data, with additional listeners and settings.
     *
     * @param directory the same as for {@link #startIn(Path)}
     * @param listeners the same as for {@link #startWith}
     * @param settings the same as for {@link #startWith}
     * @return the running broker
     * @throws StartException if it does not start within 55 seconds, with the end of its log
     */
    public static KafkaServer startIn(
            final Path directory, final List<BrokerListener> listeners, final Map<String, String> settings) {
        return start(directory, new BrokerSettings(List.copyOf(listeners), Map.copyOf(settings)), LIMIT);
    }

    static KafkaServer start(final @Nullable Path directory, final Duration limit) {
        return start(directory, new BrokerSettings(List.of(), Map.of()), limit);
    }

    private static KafkaServer start(
            final @Nullable Path directory, final BrokerSettings settings, final Duration limit) {
        final Workspace workspace = Workspace.open(BrokerLauncher.PRODUCT);
        workspace.cleanUp();
        return start(workspace, directory, settings, limit);
    }

    static KafkaServer start(
            final Workspace workspace,
            final @Nullable Path directory,
            final BrokerSettings settings,
            final Duration limit) {
        final TimeLimit deadline = TimeLimit.in(limit);
        final BrokerProgram program = BrokerProgram.unpacked(workspace, deadline);
        final DataDirectory data = DataDirectory.open(workspace, directory);
        final BrokerLauncher launcher = new BrokerLauncher(data, program, settings);
        final ServerInstance instance = ServerInstance.start(data, launcher, deadline);
        return new KafkaServer(instance, launcher.ports(), program.version());
    }

    /**
     * Returns the address for {@code kafka.bootstrap-servers}.
     *
     * @return host and port
     */
    public String bootstrapServers() {
        return host() + ":" + port();
    }

    @Override
    public int port() {
        return instance.port();
    }

    /**
     * Returns the port of a listener.
     *
     * @param listener the name of a {@link BrokerListener} with which the broker was started
     * @return the port on which it listens
     * @throws IllegalArgumentException if the broker has no listener of this name
     */
    public int port(final String listener) {
        final Integer port = ports.get(listener);
        if (port == null) {
            throw new IllegalArgumentException(
                    "The broker has no listener " + listener + ". It has " + ports.keySet() + ".");
        }
        return port;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public void close() {
        instance.close();
    }
}
