package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.kafka.embedded.BrokerListener;
import org.jzenith.kafka.embedded.KafkaServer;

/** A Kafka broker that keeps its data. It tells the clients of each way to use that way, by a listener of its own. */
final class DurableKafka implements EngineServer.Program {

    private static final String LISTENER = "WAY_";

    private final Cleanup cleanup;
    private final List<BrokerListener> listeners = new ArrayList<>();
    private Path folder;
    private @Nullable KafkaServer server;

    DurableKafka(final Cleanup cleanup) {
        this.cleanup = cleanup;
        this.folder = cleanup.temporaryFolder();
    }

    @Override
    public void open(final List<Integer> ways) {
        for (final int port : ways) {
            listeners.add(BrokerListener.behindProxy(LISTENER + listeners.size(), port));
        }
        restart();
    }

    private KafkaServer server() {
        if (server == null) {
            throw new BenchmarkException("Kafka was not started.");
        }
        return server;
    }

    /** Returns the address of the broker itself. */
    String servers() {
        return server().bootstrapServers();
    }

    @Override
    public int port(final int way) {
        return listeners.isEmpty() ? server().port() : server().port(LISTENER + way);
    }

    @Override
    public void kill() {
        try {
            final long pid =
                    Long.parseLong(Files.readString(folder.resolve("server").resolve("kafka.pid"))
                            .strip());
            final ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();
        } catch (final IOException e) {
            throw new BenchmarkException("Kafka cannot be killed.", e);
        }
        server().close();
    }

    @Override
    public void restart() {
        final KafkaServer started = KafkaServer.startIn(folder.resolve("server"), listeners, Map.of());
        cleanup.add("kafka", started::close);
        server = started;
    }

    @Override
    public void restartEmpty() {
        folder = cleanup.temporaryFolder();
        restart();
    }

    @Override
    public void raisePartitions(final String topic, final int count) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers()))) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(count)))
                    .all()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }
}
