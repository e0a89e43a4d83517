package org.jzenith.docs.cookbook.prices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.docs.cookbook.Await;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.embedded.EmbeddedKafka;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/kafka-topic.md. */
final class PricesTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(PricesTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(KafkaPlugin.create(), EmbeddedKafka.create())
                .withModules(binder -> {
                    binder.bind(PriceList.class);
                    binder.bind(PriceReader.class);
                });
        // endregion
    }

    // region topics
    @BeforeAll
    static void createTopics() throws Exception {
        final String servers = APP.get(Configuration.class)
                .value("kafka.bootstrap-servers")
                .orElseThrow();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(
                            new NewTopic(
                                    "prices", Optional.of(4), Optional.empty()),
                            new NewTopic(
                                    "prices.dead",
                                    Optional.of(1),
                                    Optional.empty())))
                    .all()
                    .get();
        }
    }
    // endregion

    @Test
    void aPriceIsSetAndRemoved() {
        final Kafka kafka = APP.get(Kafka.class);
        final PriceList prices = APP.get(PriceList.class);
        kafka.topic("prices", Price.class)
                .send("tea", new Price("tea", 350))
                .ignoreElement()
                .blockingAwait();
        Await.until(() -> prices.cents("tea") != null);
        assertThat(prices.cents("tea")).isEqualTo(350);
        kafka.topic("prices", Price.class).send("tea", null).ignoreElement().blockingAwait();
        Await.until(() -> prices.cents("tea") == null);
    }

    @Test
    void aValueThatIsNotAPriceIsSetAside() {
        final Kafka kafka = APP.get(Kafka.class);
        kafka.topic("prices", StringSerializer.class, StringDeserializer.class)
                .send("milk", "not a price")
                .ignoreElement()
                .blockingAwait();
        kafka.topic("prices", Price.class)
                .send("milk", new Price("milk", 120))
                .ignoreElement()
                .blockingAwait();
        final PriceList prices = APP.get(PriceList.class);
        Await.until(() -> prices.cents("milk") != null);
        assertThat(prices.cents("milk")).isEqualTo(120);
    }
}
