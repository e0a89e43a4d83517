package org.jzenith.messages.live;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.jzenith.core.JZenith;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.kafka.KafkaMessagesPlugin;

/** Clients of two instances whose topic is in Kafka. */
@Tag("full")
final class KafkaLiveTest extends LiveContract {

    private static KafkaServer server;

    @BeforeAll
    static void start() {
        server = KafkaServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    JZenith with(final JZenith application) {
        return application
                .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                .withConfiguration("messages.numbers.over", "kafka")
                .withConfiguration("kafka.bootstrap-servers", server.bootstrapServers())
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50);
    }

    /** Each partition has its own. */
    @Override
    boolean isOrdered() {
        return false;
    }
}
