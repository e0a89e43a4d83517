package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.kafka.embedded.KafkaServer;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** A broker with one copy of all messages, in whose place one without messages starts. */
@Tag("full")
@Timeout(120)
final class ReplacedBrokerTest {

    private static final Topic<String> NOTES = Topic.of("notes", String.class);

    /** Starts a broker that its clients do not take for one of this machine. */
    private static KafkaServer start(final UnreliableProxy proxy) {
        proxy.shut();
        final KafkaServer server = KafkaServer.startWith(
                List.of(), Map.of("advertised.listeners", "PLAINTEXT://[::ffff:127.0.0.1]:" + proxy.port()));
        proxy.reopen(server.port());
        return server;
    }

    @Test
    void oneCopyIsAWarningAndAnEmptyBrokerAnError() {
        try (UnreliableProxy proxy = new UnreliableProxy(0)) {
            final List<String> lines;
            final RunningApplication application;
            try (KafkaServer server = start(proxy)) {
                assertThat(server.port()).isPositive();
                try (LogLines log = LogLines.of("org.jzenith.messages")) {
                    application = JZenith.application()
                            .withPlugins(
                                    MessagesPlugin.create().publishing(NOTES),
                                    KafkaPlugin.create(),
                                    KafkaMessagesPlugin.create())
                            .withConfiguration("kafka.bootstrap-servers", "127.0.0.1:" + proxy.port())
                            .withConfiguration("kafka.request-timeout", "2s")
                            .withConfiguration("kafka.client.reconnect.backoff.max.ms", 100)
                            .withConfiguration("messages.notes.over", "kafka")
                            .run();
                    lines = log.messages();
                }
                application.get(Messages.class).publish(NOTES, "a").blockingAwait();
                proxy.shut();
            }
            assertThat(lines)
                    .contains(
                            "Kafka has one copy of each message of the topic 'notes', so the loss of a broker's disk loses messages. Use a replication factor of 3.");
            try (KafkaServer empty = start(proxy);
                    application) {
                assertThat(empty.port()).isPositive();
                assertThatThrownBy(() -> application
                                .get(Messages.class)
                                .publish(NOTES, "b")
                                .retry(error -> !(error instanceof TopicLostException))
                                .blockingAwait())
                        .isInstanceOf(TopicLostException.class)
                        .hasMessageContaining("the brokers were started without their data")
                        .hasMessageContaining("Restore the data of the brokers, or restart the application");
            }
        }
    }
}
