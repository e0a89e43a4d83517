package org.jzenith.kafka.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;

/**
 * Brings the brokers of a Kafka cluster into an application:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(RestPlugin.withResources(PriceResource.class), KafkaPlugin.create())
 *        .withConfiguration("kafka.bootstrap-servers", "kafka-1.example:9092,kafka-2.example:9092")
 *        .run();
 * }</pre>
 *
 * <p>At startup it waits for the brokers up to {@code kafka.connect-timeout}. Services inject {@link org.jzenith.kafka.Kafka}.
 */
@CheckReturnValue
public final class KafkaPlugin implements Plugin {

    private KafkaPlugin() {}

    /**
     * Creates the plugin; everything else is configuration.
     *
     * @return a new plugin
     */
    public static KafkaPlugin create() {
        return new KafkaPlugin();
    }

    @Override
    public String name() {
        return "kafka";
    }
}
