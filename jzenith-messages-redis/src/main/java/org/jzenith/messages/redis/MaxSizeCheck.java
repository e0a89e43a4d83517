package org.jzenith.messages.redis;

import com.google.inject.Injector;
import java.util.List;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.internal.configuration.TopicConfiguration;
import org.jzenith.redis.internal.configuration.RedisConfiguration;

/** Checks that Redis accepts the largest message of each topic. Otherwise a relay could not send a message that is already in the outbox. */
final class MaxSizeCheck {

    private MaxSizeCheck() {}

    /** @throws StartException if a topic's limit is higher than that of Redis */
    static void check(final Injector injector) {
        final Topics topics = injector.getInstance(Topics.class);
        final Configuration configuration = injector.getInstance(Configuration.class);
        final DataSize most = configuration.get(RedisConfiguration.class).maxValueSize();
        final List<StartProblem> problems = topics.names().stream()
                .filter(topic -> topics.engine(topic).name().equals(RedisMessagesModule.ENGINE))
                .filter(topic -> maxSize(configuration, topic).bytes() > most.bytes())
                .map(topic -> {
                    final String key = "messages." + topic + ".max-size";
                    return StartProblem.of(key + " is " + maxSize(configuration, topic)
                                    + ", but redis.max-value-size is " + most
                                    + ", so Redis could not store the largest messages of the topic.")
                            .from(configuration.origin(key).orElse("the default of " + key))
                            .remedy("Lower the setting, or raise redis.max-value-size.");
                })
                .toList();
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static DataSize maxSize(final Configuration configuration, final String topic) {
        return configuration.qualified(topic).get(TopicConfiguration.class).maxSize();
    }
}
