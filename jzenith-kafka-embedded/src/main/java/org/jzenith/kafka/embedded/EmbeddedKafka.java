package org.jzenith.kafka.embedded;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;

/**
 * Starts a Kafka broker for the application during development, unless other brokers are configured:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(KafkaPlugin.create(), EmbeddedKafka.create())
 *        .run();
 * }</pre>
 */
@CheckReturnValue
public final class EmbeddedKafka implements PluginSource {

    private EmbeddedKafka() {}

    /**
     * Creates the plugin for a broker whose data is deleted when the application stops.
     *
     * @return the plugin
     */
    public static EmbeddedKafka create() {
        return new EmbeddedKafka();
    }

    @Override
    public Plugin plugin() {
        throw new UnsupportedOperationException();
    }
}
