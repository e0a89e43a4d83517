package org.jzenith.messages.internal.follow;

import io.netty.channel.EventLoop;
import io.reactivex.Flowable;
import io.reactivex.internal.subscriptions.EmptySubscription;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.reactivestreams.Subscriber;

/**
 * Follows topics for any number of subscribers, with one subscription to the engine for each topic that has some. Safe for use by many
 * threads.
 */
public final class FollowHub {

    private final List<EventLoopContext> contexts;
    private final Function<Topic<?>, FollowedTopic> topics;
    private final FollowWarnings warnings = new FollowWarnings();
    private final Map<String, Feed<?>> feeds = new HashMap<>();
    private int opened;
    private boolean stopped;

    /**
     * Creates a hub that follows nothing.
     *
     * @param topics throws an {@link IllegalArgumentException} for a topic that the application does not know
     */
    public FollowHub(final Vertx vertx, final Function<Topic<?>, FollowedTopic> topics) {
        this.contexts = EventLoopContext.onEach(vertx);
        this.topics = topics;
    }

    /** Follows a topic, as {@link Messages#follow} says. */
    public <T> Flowable<Followed<T>> follow(final Topic<T> topic, final @Nullable String after) {
        return elements(topic, after)
                .filter(element -> element.followed() != null)
                .map(FeedElement::followed);
    }

    /**
     * Follows a topic. Without a position to start after, the first element has no message: it says where the subscriber starts.
     *
     * @param after as in {@link Messages#follow}
     * @throws IllegalArgumentException if the application does not know the topic
     */
    public <T> Flowable<FeedElement<T>> elements(final Topic<T> topic, final @Nullable String after) {
        final FollowedTopic followed = topics.apply(topic);
        return new Flowable<>() {
            @Override
            protected void subscribeActual(final Subscriber<? super FeedElement<T>> subscriber) {
                final Feed<T> feed = FollowHub.this.join(followed);
                if (feed == null) {
                    EmptySubscription.complete(subscriber);
                    return;
                }
                final Follower<T> follower = new Follower<>(feed, feed.loop(callersLoop()), after, subscriber);
                subscriber.onSubscribe(follower);
                follower.start();
            }
        };
    }

    private static @Nullable EventLoop callersLoop() {
        final EventLoopContext current = EventLoopContext.current();
        return current == null ? null : current.eventLoop();
    }

    /** Returns the feed of a topic, with one more follower; null when the application stops. */
    @SuppressWarnings("unchecked") // a topic has one class of messages in an application
    private synchronized <T> @Nullable Feed<T> join(final FollowedTopic topic) {
        if (stopped) {
            return null;
        }
        Feed<T> feed = (Feed<T>) feeds.get(topic.name());
        if (feed == null) {
            feed = new Feed<>(topic, this, contexts, opened++ % contexts.size(), warnings);
            feeds.put(topic.name(), feed);
            feed.open();
        }
        feed.followers++;
        return feed;
    }

    /** Closes a feed after its last follower. */
    synchronized void release(final Feed<?> feed) {
        feed.followers--;
        if (feed.followers == 0) {
            feeds.remove(feed.name(), feed);
            feed.close();
        }
    }

    /** Completes all followers, and all later ones at once. */
    public synchronized void stop() {
        stopped = true;
        feeds.values().forEach(Feed::complete);
    }
}
