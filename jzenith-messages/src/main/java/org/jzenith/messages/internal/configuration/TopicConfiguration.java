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
            "The engine that keeps the messages: memory, or the name of a plugin such as postgresql, redis or kafka. Defaults to postgresql if the application has it for messages, otherwise to memory, where messages end with the process.")
    Optional<String> over();

    @WithDefault("8")
    @WithConverter(Partitions.class)
    @Description(
            "The number of partitions, which the instances share. It is fixed when the topic is created, so changing it fails startup. Over Kafka, raise it in Kafka first.")
    int partitions();

    @WithDefault("7d")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long the engine keeps messages.")
    Duration retention();

    @WithDefault("256K")
    @Description(
            "The maximum size of the JSON of a message and its key. Larger ones are not published; those of other publishers become dead letters.")
    DataSize maxSize();

    @Description(
            "How often a consumer gets a message before it becomes a dead letter, or its partition stops. Defaults to the number set in code, otherwise to 5.")
    Optional<@WithConverter(Ranges.Positive.class) Integer> attempts();

    @WithDefault("1s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The pause before the second attempt. It doubles with each further attempt, up to one minute.")
    Duration retryPause();

    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for each attempt; a longer one is disposed and counts as failed.")
    Duration timeout();

    @WithDefault("16")
    @WithConverter(Ranges.Threads.class)
    @Description("The maximum number of messages that a consumer handles at once on an instance, each of another key.")
    int concurrency();

    @WithDefault("1000")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "The maximum number of messages of a consumer that wait on an instance. The partitions share it; one that has its share pauses.")
    int maxWaiting();

    @WithDefault("16M")
    @Description(
            "The maximum size of the messages of a consumer that wait on an instance. The partitions share it; one that has its share pauses.")
    DataSize maxWaitingSize();

    @WithDefault("dead-letter")
    @Description(
            "What happens to a message after the last attempt: dead-letter stores it aside; stop stops its partition, tries again every minute, and makes the instance not ready.")
    OnFailure onFailure();
}
