package org.jzenith.messages.kafka;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.test.MessageEngineContract;

/** The contract of engines over Kafka. */
@Tag("full")
final class KafkaEngineContractTest extends MessageEngineContract {

    private static final int MEBIBYTE = 1 << 20;

    private static RunningApplication one;
    private static RunningApplication other;

    private final Queue<KafkaEngine> created = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() {
        one = application();
        other = application();
    }

    private static RunningApplication application() {
        return JZenith.application()
                .withPlugins(KafkaPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", TestBroker.address())
                .withConfiguration("kafka.client.max.request.size", 2 * MEBIBYTE)
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50)
                .run();
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    @AfterEach
    void shutDown() {
        created.forEach(each -> each.shutDown().blockingAwait());
    }

    private KafkaEngine create(final RunningApplication application) {
        final KafkaEngine engine = new KafkaEngine(
                application.get(KafkaConnections.class),
                application.get(RecordSender.class),
                application.get(TransactionPool.class),
                topic -> new TopicLimits(MEBIBYTE + 1_000, Duration.ofSeconds(30)),
                application.get(Vertx.class));
        created.add(engine);
        return engine;
    }

    @Override
    protected MessageEngine createOne() {
        return create(one);
    }

    @Override
    protected MessageEngine createOther() {
        return create(other);
    }

    @Override
    protected void deleteMessages(final TopicDefinition of) {
        IntStream.range(0, of.partitions()).forEach(each -> TestBroker.client().deleteRecords(of.name(), each, -1));
    }

    @Override
    protected List<String> forged(final String end) {
        final String topic = end.substring(0, end.indexOf('-') + 1);
        return List.of(
                end.substring(0, end.lastIndexOf('.') + 1) + "zzz",
                end + ".0",
                topic + "zzzzzzzzzzzzz",
                topic + "-1",
                topic,
                "another-0.0");
    }
}
