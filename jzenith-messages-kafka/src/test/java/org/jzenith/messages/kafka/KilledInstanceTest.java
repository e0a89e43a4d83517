package org.jzenith.messages.kafka;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.jzenith.core.JZenith;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.test.KilledInstanceContract;

/** An instance with topics in Kafka is killed. The broker gives its partitions to the other one after 2 s. */
@Tag("full")
final class KilledInstanceTest extends KilledInstanceContract {

    public static void main(final String... arguments) {
        new KilledInstanceTest().serve(arguments);
    }

    @Override
    protected JZenith application(final String... settings) {
        return JZenith.application(settings)
                .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                .withConfiguration("messages.entries.over", "kafka");
    }

    @Override
    protected List<String> settings() {
        TestBroker.client().shortenSessions("entries.accounts");
        return List.of("--kafka.bootstrap-servers=" + TestBroker.address());
    }
}
