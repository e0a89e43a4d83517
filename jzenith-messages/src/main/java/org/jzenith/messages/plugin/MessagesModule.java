package org.jzenith.messages.plugin;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.internal.consumer.ConsumerRuntime;
import org.jzenith.messages.internal.consumer.ConsumerTable;
import org.jzenith.messages.internal.consumer.StoredDeadLetters;
import org.jzenith.messages.internal.follow.FollowHub;
import org.jzenith.messages.internal.memory.MemoryLogStore;
import org.jzenith.messages.internal.operator.DeadLetterTable;
import org.jzenith.messages.internal.operator.MessageTotals;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.Engines;
import org.jzenith.messages.internal.topic.KnownTopics;
import org.jzenith.messages.internal.topic.MessageReading;
import org.jzenith.messages.internal.topic.Publisher;
import org.jzenith.messages.internal.topic.TopicUse;
import org.jzenith.messages.log.LogEngine;

/** All bindings. */
final class MessagesModule extends AbstractModule {

    private final List<TopicUse> topics;
    private final List<ConsumerDefinition> consumers;
    private final int attempts;

    MessagesModule(final List<TopicUse> topics, final List<ConsumerDefinition> consumers, final int attempts) {
        this.topics = topics;
        this.consumers = consumers;
        this.attempts = attempts;
    }

    @Override
    protected void configure() {
        final Provider<Vertx> vertx = getProvider(Vertx.class);
        MessageEngine.binder(binder())
                .addBinding()
                .toProvider(() -> LogEngine.of(new MemoryLogStore(Engines.MEMORY), vertx.get()))
                .in(Singleton.class);
        for (final ConsumerDefinition consumer : consumers) {
            // Guice reports a type that is not bound, with the line that added the consumer.
            binder().withSource(consumer.line()).getProvider(consumer.type());
        }
        bind(Topics.class).to(KnownTopics.class);
        GaugeSource.binder(binder()).addBinding().to(ConsumerRuntime.class);
        GaugeSource.binder(binder()).addBinding().to(MessageTotals.class);
        Observers.binder(binder()).addBinding().to(MessageTotals.class);
        OperatorTable.binder(binder()).addBinding().to(ConsumerTable.class);
        OperatorTable.binder(binder()).addBinding().to(DeadLetterTable.class);
        Multibinder.newSetBinder(binder(), HealthCheck.class).addBinding().to(ConsumerRuntime.class);
    }

    @Provides
    @Singleton
    KnownTopics topics(final Injector injector, final Set<MessageEngine> engines) {
        return new KnownTopics(topics, injector, engines);
    }

    @Provides
    @Singleton
    ConsumerRuntime runtime(final Injector injector, final KnownTopics known) {
        return new ConsumerRuntime(injector, known, consumers, attempts);
    }

    @Provides
    @Singleton
    MessageTotals totals() {
        return new MessageTotals(topics.stream().map(use -> use.topic().name()).toList(), consumers);
    }

    @Provides
    @Singleton
    DeadLetters deadLetters(final KnownTopics known) {
        return new StoredDeadLetters(known, consumers);
    }

    @Provides
    @Singleton
    FollowHub hub(final Vertx vertx, final KnownTopics known) {
        return new FollowHub(vertx, topic -> MessageReading.followed(known.topic(topic)));
    }

    @Provides
    @Singleton
    Messages messages(final KnownTopics known, final FollowHub hub) {
        return new Publisher(known, hub);
    }
}
