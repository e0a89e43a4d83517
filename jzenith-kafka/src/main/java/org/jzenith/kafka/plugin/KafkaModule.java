package org.jzenith.kafka.plugin;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.json.Json;
import org.jzenith.kafka.Kafka;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.consumer.GroupHub;
import org.jzenith.kafka.internal.producer.RecordSender;
import org.jzenith.kafka.internal.producer.TransactionPool;
import org.jzenith.kafka.internal.topic.KafkaTopics;

/** All bindings. */
final class KafkaModule extends AbstractModule {

    @Override
    protected void configure() {
        final Multibinder<GaugeSource> gauges = GaugeSource.binder(binder());
        gauges.addBinding().to(RecordSender.class);
        gauges.addBinding().to(TransactionPool.class);
        gauges.addBinding().to(GroupHub.class);
        bind(Kafka.class).to(KafkaTopics.class);
    }

    @Provides
    @Singleton
    KafkaConnections connections(final Vertx vertx, final Configuration configuration) {
        return new KafkaConnections(vertx, configuration);
    }

    @Provides
    @Singleton
    RecordSender sender(
            final KafkaConnections connections, final Configuration configuration, final Injector injector) {
        return new RecordSender(connections, configuration.get(KafkaConfiguration.class), injector);
    }

    @Provides
    @Singleton
    TransactionPool transactions(
            final KafkaConnections connections, final Configuration configuration, final RecordSender sender) {
        return new TransactionPool(connections, configuration.get(KafkaConfiguration.class), sender);
    }

    @Provides
    @Singleton
    GroupHub groups(
            final KafkaConnections connections,
            final RecordSender sender,
            final TransactionPool transactions,
            final Configuration configuration,
            final Injector injector) {
        return new GroupHub(
                connections,
                sender,
                transactions::open,
                configuration.get(KafkaConfiguration.class).transaction().timeout(),
                injector);
    }

    @Provides
    @Singleton
    KafkaTopics topics(
            final RecordSender sender,
            final TransactionPool transactions,
            final GroupHub groups,
            final Configuration configuration,
            final Injector injector) {
        return new KafkaTopics(
                sender,
                transactions,
                groups,
                Json.mapper(injector),
                configuration.get(KafkaConfiguration.class).serializer());
    }

    @ProvidesIntoSet
    @Singleton
    HealthCheck health(
            final KafkaConnections connections,
            final GroupHub groups,
            final Configuration configuration,
            final HealthConfiguration health) {
        return new KafkaHealth(
                connections, groups, configuration.get(KafkaConfiguration.class).required(), health);
    }
}
