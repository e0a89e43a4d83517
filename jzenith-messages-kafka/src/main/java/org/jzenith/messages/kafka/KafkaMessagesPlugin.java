package org.jzenith.messages.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
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
}
