package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithName;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;

/** An application with a plugin for Kafka gets an empty broker, which the next application gets, too. */
final class KafkaTest {

    /** The settings that the plugin of Kafka reads. */
    @ConfigMapping(prefix = "kafka")
    public interface Settings {

        @WithName("bootstrap-servers")
        Optional<String> servers();

        @WithName("connect-timeout")
        Optional<Duration> connectTimeout();
    }

    private record TopicsPlugin() implements Plugin {

        @Override
        public String name() {
            return "kafka";
        }

        @Override
        public List<Class<?>> configurations() {
            return List.of(Settings.class);
        }
    }

    private static final Set<String> BROKERS = new HashSet<>();

    /** Uses the broker of an application, whose topics the one before has deleted. */
    private static void use(final JZenithExtension extension) throws Exception {
        final String servers = extension
                .get(Configuration.class)
                .value("kafka.bootstrap-servers")
                .orElseThrow();
        BROKERS.add(servers);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            assertThat(admin.listTopics().names().get()).isEmpty();
            assertThat(admin.listGroups().all().get()).isEmpty();
            admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1)))
                    .all()
                    .get();
            admin.alterConsumerGroupOffsets("mail", Map.of(new TopicPartition("orders", 0), new OffsetAndMetadata(0)))
                    .all()
                    .get();
        }
    }

    private static JZenithExtension application() {
        return JZenithExtension.of(() -> JZenith.application().withPlugins(new TopicsPlugin()));
    }

    static final class First {

        @RegisterExtension
        static final JZenithExtension APP = application();

        @Test
        void usesTopics() throws Exception {
            use(APP);
        }
    }

    static final class Second {

        @RegisterExtension
        static final JZenithExtension APP = application();

        @Test
        void usesTopics() throws Exception {
            use(APP);
        }
    }

    static final class BothAtOnce {

        @RegisterExtension
        static final JZenithExtension APP = application();

        @RegisterExtension
        static final JZenithExtension OTHER = application();

        @Test
        void useTopics() throws Exception {
            use(APP);
            use(OTHER);
        }
    }

    @Test
    void applicationsShareABrokerUnlessTheyRunAtOnce() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(
                        DiscoverySelectors.selectClass(First.class),
                        DiscoverySelectors.selectClass(Second.class),
                        DiscoverySelectors.selectClass(BothAtOnce.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(3).succeeded(3));
        assertThat(BROKERS).hasSize(2);
    }
}
