package org.jzenith.messages.kafka;

import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.TopicDefinition;

/** An engine without the rest of messages, in an application of its own. */
final class TestEngine implements AutoCloseable {

    private final RunningApplication application;
    final KafkaEngine engine;

    /** @param servers a broker's address */
    TestEngine(final String servers, final Map<String, String> settings) {
        final JZenith recipe = JZenith.application()
                .withPlugins(KafkaPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", servers)
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50);
        settings.forEach(recipe::withConfiguration);
        application = recipe.run();
        engine = new KafkaEngine(
                application.get(KafkaConnections.class),
                application.get(RecordSender.class),
                application.get(TransactionPool.class),
                any -> new TopicLimits(256 * 1024, Duration.ofSeconds(30)),
                application.get(Vertx.class));
        engine.begin().blockingAwait();
    }

    TestEngine open(final String topic, final int partitions) {
        engine.open(new TopicDefinition(topic, partitions, Duration.ofHours(1))).blockingAwait();
        return this;
    }

    static NewMessage message(final int number, final int partition) {
        return new NewMessage(
                "id-" + number, partition, "key", Map.of(), "{}".getBytes(StandardCharsets.UTF_8), Instant.now());
    }

    void append(final String topic, final int number, final int partition) {
        engine.append(topic, List.of(message(number, partition)), null).blockingAwait();
    }

    @Override
    public void close() {
        engine.close().blockingAwait();
        engine.shutDown().blockingAwait();
        application.close();
    }
}
