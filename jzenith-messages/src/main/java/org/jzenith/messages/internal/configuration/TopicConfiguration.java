package org.jzenith.messages.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.configuration.converter.WholeNumberConverter;

/** The settings of one topic; its name stands behind the prefix. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "messages")
public interface TopicConfiguration {

    /** The fate of a message that a consumer cannot handle. */
    enum OnFailure {
        /** It becomes a dead letter. */
        DEAD_LETTER,
        /** Its partition stops. */
        STOP
    }

    /** Accepts the number of partitions. */
    @SuppressWarnings("serial")
    final class Partitions extends WholeNumberConverter {

        /** Creates it; called by SmallRye Config. */
        public Partitions() {
            super(1, 256);
        }
    }

    @Description(
            "The engine that keeps the messages: memory, or the name of a plugin such as postgresql, redis or kafka. Defaults to postgresql if the application has SqlMessagesPlugin with PostgreSQL, otherwise to memory, which loses the messages when the process ends.")
    Optional<String> over();

    @WithDefault("8")
    @WithConverter(Partitions.class)
    @Description(
            "The number of partitions, which the instances share. Do not change it after the topic was created: startup would fail. With Kafka you can raise it, but add the partitions in Kafka first.")
    int partitions();

    @WithDefault("7d")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long the engine keeps messages.")
    Duration retention();

    @WithDefault("256K")
    @Description(
            "The maximum size of a message's JSON and key together. jZenith does not publish larger messages; larger messages from other publishers become dead letters.")
    DataSize maxSize();

    @Description(
            "How many attempts a consumer has to handle a message before the message becomes a dead letter, or its partition stops. Defaults to the number set in code, otherwise to 5.")
    Optional<@WithConverter(Ranges.Positive.class) Integer> attempts();

    @WithDefault("1s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The pause before the second attempt. It doubles with each further attempt, up to one minute.")
    Duration retryPause();

    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for each attempt. jZenith disposes a longer attempt, which counts as failed.")
    Duration timeout();

    @WithDefault("16")
    @WithConverter(Ranges.Threads.class)
    @Description(
            "The maximum number of messages that a consumer handles at once on an instance, each with a different key.")
    int concurrency();

    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "The maximum number of a consumer's messages that wait on an instance. The partitions share this limit; jZenith pauses a partition that reaches its share.")
    int maxWaiting();

    @WithDefault("16M")
    @Description(
            "The maximum size of a consumer's messages that wait on an instance. The partitions share this limit; jZenith pauses a partition that reaches its share.")
    DataSize maxWaitingSize();

    @WithDefault("dead-letter")
    @Description(
            "What happens to a message after the last attempt. With dead-letter, it becomes a dead letter. With stop, its partition stops, jZenith retries the message every minute, and the instance is not ready.")
    OnFailure onFailure();
}
