package org.jzenith.messages.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;

/**
 * Keeps the messages of topics in Kafka. {@code messages.TOPIC.over=kafka} chooses it:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(
 *                MessagesPlugin.create().consuming(ORDERS, "mail", MailService.class, MailService::orderPlaced),
 *                KafkaPlugin.create(),
 *                KafkaMessagesPlugin.create())
 *        .withConfiguration("messages.orders.over", "kafka")
 *        .run();
 * }</pre>
 *
 * <p>All applications with the same brokers share its topics. Each topic is a Kafka topic with the same name, which startup creates if it is
 * missing. A consumer is the consumer group {@code TOPIC.CONSUMER}, and dead letters are in the topic {@code TOPIC.dead-letters}. Other Kafka
 * clients can read and write these topics.
 *
 * <p>Publishing completes when all in-sync replicas have the message. A warning at startup names settings of a topic with which Kafka can lose
 * messages.
 *
 * <p>If topics disappear from the brokers, or were deleted and created again, the running instance reports them as lost and stores nothing. The
 * next startup creates missing topics again.
 */
@CheckReturnValue
public final class KafkaMessagesPlugin implements Plugin {

    private KafkaMessagesPlugin() {}

    /**
     * Creates the plugin; it needs {@code MessagesPlugin} and {@code KafkaPlugin}.
     *
     * @return a new plugin
     */
    public static KafkaMessagesPlugin create() {
        return new KafkaMessagesPlugin();
    }

    @Override
    public String name() {
        return "messages-kafka";
    }

    @Override
    public Set<String> requires() {
        return Set.of("messages", "kafka");
    }

    @Override
    public List<Module> modules() {
        return List.of(new KafkaMessagesModule());
    }

    /** Fails if a topic's messages can be larger than a request to Kafka. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> RecordSizeCheck.check(injector));
    }

    /** Closes the clients of the engine. */
    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(KafkaEngine.class).shutDown();
    }
}
