package org.jzenith.messages.internal.topic;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.internal.follow.FollowHub;

/** Publishes messages. Safe for use by many threads. */
public final class Publisher implements Messages {

    private final KnownTopics topics;
    private final FollowHub hub;

    public Publisher(final KnownTopics topics, final FollowHub hub) {
        this.topics = topics;
        this.hub = hub;
    }

    @Override
    public <T> Completable publish(final Topic<T> topic, final T value) {
        return publish(topic, value, Map.of());
    }

    @Override
    public <T> Completable publish(final Topic<T> topic, final T value, final Map<String, String> headers) {
        final KnownTopic known = topics.topic(topic);
        KnownTopics.checkNames(headers);
        final Map<String, String> copy = Map.copyOf(headers);
        return Completable.defer(() -> topics.send(known.name(), List.of(topics.message(topic, value, copy)), null));
    }

    @Override
    public <T> Flowable<Followed<T>> follow(final Topic<T> topic, final @Nullable String after) {
        return hub.follow(topic, after);
    }
}
