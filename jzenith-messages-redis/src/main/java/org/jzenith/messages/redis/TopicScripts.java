package org.jzenith.messages.redis;

import io.reactivex.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.RedisScript;
import org.jzenith.redis.error.CommandRefusedException;

/** Runs scripts on the topics that this instance has opened. Safe for use by many threads. */
final class TopicScripts {

    private final RedisClient redis;
    private final Map<String, RedisTopic> topics = new ConcurrentHashMap<>();

    TopicScripts(final RedisClient redis) {
        this.redis = redis;
    }

    RedisClient redis() {
        return redis;
    }

    List<RedisTopic> opened() {
        return List.copyOf(topics.values());
    }

    void opened(final RedisTopic topic) {
        topics.put(topic.name(), topic);
    }

    /** @throws TopicLostException if the topic is not open */
    RedisTopic topic(final String name) {
        final RedisTopic topic = topics.get(name);
        if (topic == null) {
            throw lost(name);
        }
        return topic;
    }

    Single<RedisReply> run(
            final String topic,
            final RedisScript script,
            final Function<RedisTopic, List<String>> keys,
            final Supplier<List<Object>> arguments) {
        return run(topic, script, keys, arguments, null);
    }

    /**
     * Runs a script.
     *
     * @param keys called at each subscription
     * @param arguments called at each subscription; returns the arguments after the incarnation
     * @param term the term that the script checks; null if it checks none
     */
    Single<RedisReply> run(
            final String topic,
            final RedisScript script,
            final Function<RedisTopic, List<String>> keys,
            final Supplier<List<Object>> arguments,
            final @Nullable Term term) {
        return Single.defer(() -> {
                    final RedisTopic open = topic(topic);
                    final List<Object> all = new ArrayList<>();
                    all.add(open.incarnation());
                    all.addAll(arguments.get());
                    return redis.run(script, keys.apply(open), all.toArray());
                })
                .onErrorResumeNext(error -> Single.error(typed(topic, term, error)));
    }

    private static Throwable typed(final String topic, final @Nullable Term term, final Throwable error) {
        if (error instanceof final CommandRefusedException refused) {
            if (refused.code().equals(LogScripts.TERM_ENDED) && term != null) {
                return new TermEndedException(term);
            }
            if (refused.code().equals(LogScripts.NO_TOPIC)) {
                return lost(topic);
            }
            if (refused.code().equals(LogScripts.OTHER_TOPIC)) {
                return new TopicLostException(
                        "The topic '" + topic
                                + "' in Redis was created again after this instance started, and older messages are lost. Restart this instance to use the new topic.");
            }
        }
        return error;
    }

    static TopicLostException lost(final String topic) {
        return new TopicLostException(
                "Redis no longer has the topic '" + topic
                        + "': the server was restarted without its data, or another client has deleted the key "
                        + RedisTopic.keyOf(topic)
                        + ". Its messages are lost. Restore the data of the server, or restart the application, which creates the topic again.");
    }
}
