package org.jzenith.messages.kafka;

import com.google.inject.Injector;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.internal.configuration.TopicConfiguration;

/**
 * Checks that a request to Kafka can have the largest message of each topic. Otherwise a relay could not send a message that is already in the
 * outbox.
 */
final class RecordSizeCheck {

    /** The library's default maximum size of a request, in bytes. */
    private static final long DEFAULT_REQUEST = 1_048_576;

    private static final String SETTING = "kafka.client." + ProducerConfig.MAX_REQUEST_SIZE_CONFIG;

    private RecordSizeCheck() {}

    /** @throws StartException if a topic's messages can be larger than a request */
    static void check(final Injector injector) {
        final Topics topics = injector.getInstance(Topics.class);
        final Configuration configuration = injector.getInstance(Configuration.class);
        final Object set = injector.getInstance(KafkaConnections.class)
                .settings("producer")
                .get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        final long most = set == null ? DEFAULT_REQUEST : Long.parseLong(set.toString());
        final List<StartProblem> problems = topics.names().stream()
                .filter(topic -> topics.engine(topic).name().equals(KafkaEngine.NAME))
                .filter(topic -> needed(configuration, topic) > most)
                .map(topic -> {
                    final String key = "messages." + topic + ".max-size";
                    return StartProblem.of(
                                    key + " is " + maxSize(configuration, topic)
                                            + ", but requests to Kafka are limited to " + most + " bytes (" + SETTING
                                            + ") including headers. The topic's largest messages and dead letters could not be stored.")
                            .from(configuration.origin(key).orElse("the default of " + key))
                            .remedy("Lower the setting, or set " + SETTING + " to " + needed(configuration, topic)
                                    + ".");
                })
                .toList();
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static long needed(final Configuration configuration, final String topic) {
        return maxSize(configuration, topic).bytes() + KafkaDeadLetters.OVERHEAD;
    }

    private static DataSize maxSize(final Configuration configuration, final String topic) {
        return configuration.qualified(topic).get(TopicConfiguration.class).maxSize();
    }
}
