package org.jzenith.messages.internal.follow;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.messages.Followed;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription of one follower: its place in the ring, and its demand. A follower whose place is not in the ring reads pages of the
 * engine's log until it is. One without demand keeps nothing but its position.
 *
 * <p>Used on its event loop, except where a method says otherwise.
 *
 * @param <T> the class of the messages
 */
final class Follower<T> implements Subscription {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.messages");
    private static final Pattern POSITION = Pattern.compile("[A-Za-z0-9.-]{1,4000}");

    /** The number of elements after which other followers have their turn. */
    private static final int MOST_PER_TURN = 64;

    private static final long NOT_IN_RING = -1;

    private final Feed<T> feed;
    private final FollowerLoop<T> loop;
    private final Subscriber<? super FeedElement<T>> subscriber;
    private final @Nullable ContextSnapshot context = ContextSnapshot.capture();
    private volatile boolean cancelled;

    /** The position after the last element; null for the end of the log. */
    private @Nullable String position;

    private long index = NOT_IN_RING;
    private @Nullable List<FeedElement<T>> page;
    private int nextOfPage;
    private boolean reading;
    private boolean lost;
    private long demand;
    private boolean draining;
    private boolean begun;
    private boolean left;

    Follower(
            final Feed<T> feed,
            final FollowerLoop<T> loop,
            final @Nullable String after,
            final Subscriber<? super FeedElement<T>> subscriber) {
        this.feed = feed;
        this.loop = loop;
        this.position = after;
        this.lost = after != null && !POSITION.matcher(after).matches();
        this.subscriber = subscriber;
    }

    FollowerLoop<T> loop() {
        return loop;
    }

    /** Starts, after the subscriber has got this subscription. On any thread. */
    void start() {
        loop.run(this::begin);
    }

    /** Asks for more elements. On any thread. */
    @Override
    public void request(final long count) {
        loop.run(() -> {
            if (count <= 0) {
                fail(new IllegalArgumentException("The demand must be positive, but is " + count + "."));
            } else {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                drain();
            }
        });
    }

    /** Leaves. On any thread. */
    @Override
    public void cancel() {
        cancelled = true;
        loop.run(this::leave);
    }

    private void leave() {
        cancelled = true;
        if (!left) {
            left = true;
            page = null;
            if (reading) {
                feed.pages().leave(this);
            }
            loop.remove(this);
            feed.release();
        }
    }

    private void begin() {
        begun = true;
        if (!cancelled) {
            loop.add(this);
            drain();
        }
    }

    /** Ends the subscription when the application stops. */
    void complete() {
        if (!cancelled) {
            leave();
            ContextSnapshot.runIn(context, subscriber::onComplete);
        }
    }

    private void fail(final RuntimeException error) {
        if (!cancelled) {
            leave();
            ContextSnapshot.runIn(context, () -> subscriber.onError(error));
        }
    }

    /** Receives the page that follows its position. */
    void pageRead(final List<FeedElement<T>> elements) {
        reading = false;
        page = elements;
        nextOfPage = 0;
        drain();
    }

    /** Learns that the log does not have its position. */
    void positionLost() {
        reading = false;
        lost = true;
        drain();
    }

    /** Emits what there is, as far as it is requested. */
    void drain() {
        if (!begun || draining || cancelled) {
            return;
        }
        draining = true;
        try {
            ContextSnapshot.runIn(context, this::emit);
        } catch (final Throwable e) {
            // RxJava has thrown a fatal error out of its operators, which may pass nothing on any more.
            leave();
            LOGGER.error("A subscriber to the topic '{}' failed.", feed.name(), LogText.escape(e));
        }
        draining = false;
    }

    private void emit() {
        for (int left = MOST_PER_TURN; !cancelled; left--) {
            if (demand == 0) {
                page = null;
                return;
            }
            if (left == 0) {
                loop.later(this);
                return;
            }
            final FeedElement<T> element = next();
            if (element == null) {
                return;
            }
            if (position == null || element.followed() != null) {
                demand = demand == Long.MAX_VALUE ? demand : demand - 1;
                position = element.position();
                subscriber.onNext(element);
            } else {
                position = element.position();
            }
        }
    }

    /** Returns the next element; null if it waits for one. */
    private @Nullable FeedElement<T> next() {
        final FeedRing.End end = feed.ring().end();
        if (end == null) {
            loop.await(this);
            return null;
        }
        if (lost || position == null) {
            final boolean reset = lost;
            lost = false;
            page = null;
            index = end.index();
            return new FeedElement<>(end.position(), reset ? new Followed.Reset<>(end.position()) : null);
        }
        if (index != NOT_IN_RING) {
            if (index == end.index()) {
                loop.await(this);
                return null;
            }
            final FeedElement<T> element = feed.ring().get(index);
            if (element != null) {
                index++;
                return element;
            }
            index = NOT_IN_RING;
        }
        return nextOfLog(position);
    }

    private @Nullable FeedElement<T> nextOfLog(final String after) {
        if (page != null && nextOfPage < page.size()) {
            return page.get(nextOfPage++);
        }
        page = null;
        final Long found = feed.ring().indexAfter(after);
        if (found != null) {
            index = found;
            return next();
        }
        if (!reading) {
            reading = true;
            feed.pages().read(after, this);
        }
        return null;
    }
}
