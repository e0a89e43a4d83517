package org.jzenith.kafka.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.embedded.internal.ServerInstance;

/**
 * The settings of a broker that is alone in its cluster.
 *
 * @param listeners the additional listeners
 * @param further other settings of the broker, which override those of this class
 */
record BrokerSettings(List<BrokerListener> listeners, Map<String, String> further) {

    /** The listener of the controller, which no client uses. */
    private static final String CONTROLLER = "CONTROLLER";

    /** Settings for one replica, few partitions and threads, no waiting for more group members, and little memory for logs. */
    private static final Map<String, String> ALONE = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.listener.names", CONTROLLER),
            Map.entry("inter.broker.listener.name", KafkaServer.PLAINTEXT),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("default.replication.factor", "1"),
            Map.entry("min.insync.replicas", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "4"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.consumer.min.session.timeout.ms", "1000"),
            Map.entry("group.consumer.session.timeout.ms", "6000"),
            Map.entry("group.consumer.min.heartbeat.interval.ms", "100"),
            Map.entry("group.consumer.heartbeat.interval.ms", "300"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("background.threads", "2"));

    /**
     * Chooses the ports of the additional listeners.
     *
     * @param port the port of the first listener
     * @return the ports by listener name
     */
    Map<String, Integer> ports(final int port) {
        final Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put(KafkaServer.PLAINTEXT, port);
        listeners.forEach(each -> ports.put(each.name(), ServerInstance.freePort()));
        return ports;
    }

    /** Writes the broker's settings to a file. */
    void write(final Path file, final Path data, final Map<String, Integer> ports) throws IOException {
        final int controller = ServerInstance.freePort();
        final Properties settings = new Properties();
        settings.putAll(ALONE);
        settings.setProperty("log.dirs", data.toString());
        settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controller);
        settings.setProperty(
                "listeners",
                Stream.concat(
                                ports.entrySet().stream().map(each -> address(each.getKey(), each.getValue())),
                                Stream.of(address(CONTROLLER, controller)))
                        .collect(Collectors.joining(",")));
        settings.setProperty(
                "advertised.listeners",
                ports.entrySet().stream()
                        .map(each -> address(each.getKey(), advertised(each.getKey(), each.getValue())))
                        .collect(Collectors.joining(",")));
        settings.setProperty(
                "listener.security.protocol.map",
                Stream.concat(
                                Stream.of(CONTROLLER + ":PLAINTEXT", KafkaServer.PLAINTEXT + ":PLAINTEXT"),
                                listeners.stream().map(each -> each.name() + ":" + each.protocol()))
                        .collect(Collectors.joining(",")));
        settings.putAll(further);
        try (OutputStream output = Files.newOutputStream(file)) {
            settings.store(output, null);
        }
    }

    private int advertised(final String name, final int port) {
        return listeners.stream()
                .filter(each -> each.name().equals(name) && each.advertisedPort() > 0)
                .mapToInt(BrokerListener::advertisedPort)
                .findFirst()
                .orElse(port);
    }

    private static String address(final String name, final int port) {
        return name + "://127.0.0.1:" + port;
    }
}
