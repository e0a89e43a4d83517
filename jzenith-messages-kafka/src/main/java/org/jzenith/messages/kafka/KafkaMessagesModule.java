package org.jzenith.messages.kafka;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.configuration.TopicConfiguration;

/** The engine. */
final class KafkaMessagesModule extends AbstractModule {

    @Provides
    @Singleton
    KafkaEngine kafka(
            final KafkaConnections connections,
            final RecordSender sender,
            final TransactionPool transactions,
            final Configuration configuration,
            final Vertx vertx) {
        return new KafkaEngine(connections, sender, transactions, topic -> limits(configuration, topic), vertx);
    }

    private static TopicLimits limits(final Configuration configuration, final String topic) {
        final TopicConfiguration settings = configuration.qualified(topic).get(TopicConfiguration.class);
        return new TopicLimits(settings.maxSize().bytes(), settings.timeout());
    }

    @ProvidesIntoSet
    @Singleton
    MessageEngine engine(final KafkaEngine engine) {
        return engine;
    }
}
