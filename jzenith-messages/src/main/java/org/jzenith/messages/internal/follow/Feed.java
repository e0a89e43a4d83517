package org.jzenith.messages.internal.follow;

import io.netty.channel.EventLoop;
import io.reactivex.Single;
import io.reactivex.disposables.SerialDisposable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Message;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.error.PositionLostException;

/**
 * Reads the log of a topic from its end for all followers on this instance. After an outage it goes on from its last position; if the log
 * no longer has that, it resets all followers.
 *
 * <p>Used on its event loop, except where a method says otherwise.
 *
 * @param <T> the class of the messages
 */
final class Feed<T> {

    /** The memory of a message besides its text. */
    private static final long OVERHEAD = 512;

    private final FollowedTopic topic;
    private final FollowHub hub;
    private final EventLoopContext context;
    private final Map<EventLoop, FollowerLoop<T>> loops = new LinkedHashMap<>();
    private final FollowerLoop<T> ownLoop;
    private final FollowWarnings warnings;
    private final FeedRing<T> ring = new FeedRing<>();
    private final PageReads<T> pages;
    private final ReconnectPauses pauses = new ReconnectPauses(PageReads.LONGEST_PAUSE);
    private final SerialDisposable reading = new SerialDisposable();
    private boolean connected;
    private boolean lost;

    /** Guarded by the hub. */
    int followers;

    Feed(
            final FollowedTopic topic,
            final FollowHub hub,
            final List<EventLoopContext> contexts,
            final int own,
            final FollowWarnings warnings) {
        this.topic = topic;
        this.hub = hub;
        this.context = contexts.get(own);
        contexts.forEach(each -> loops.put(each.eventLoop(), new FollowerLoop<>(each)));
        this.ownLoop = Objects.requireNonNull(loops.get(context.eventLoop()));
        this.warnings = warnings;
        this.pages = new PageReads<>(this, context);
    }

    /** Returns the name of the topic. On any thread. */
    String name() {
        return topic.name();
    }

    FollowedTopic topic() {
        return topic;
    }

    FollowWarnings warnings() {
        return warnings;
    }

    /** Returns the recent elements. On any thread. */
    FeedRing<T> ring() {
        return ring;
    }

    /** Returns the reads of older elements. On any thread. */
    PageReads<T> pages() {
        return pages;
    }

    /** Returns the followers of an event loop; those of the feed's if it is of another Vert.x. On any thread. */
    FollowerLoop<T> loop(final @Nullable EventLoop eventLoop) {
        return loops.getOrDefault(eventLoop, ownLoop);
    }

    /** Starts to read. On any thread. */
    void open() {
        context.runUnlessTerminated(this::connect);
    }

    /** Notes that a follower has left. On any thread. */
    void release() {
        hub.release(this);
    }

    /** Ends all reads. On any thread. */
    void close() {
        reading.dispose();
        pages.close();
    }

    /** Completes all followers. On any thread. */
    void complete() {
        loops.values().forEach(FollowerLoop::complete);
    }

    /** Asks for the end of the log, which also shows that the engine answers. */
    private void connect() {
        if (!reading.isDisposed()) {
            reading.set(topic.open()
                    .andThen(Single.defer(() -> topic.engine().end(name())))
                    .subscribe(
                            end -> context.runUnlessTerminated(() -> connected(end)),
                            error -> context.runUnlessTerminated(() -> failed(error))));
        }
    }

    private void connected(final String end) {
        connected = true;
        pauses.opened();
        if (ring.end() == null) {
            ring.start(end);
            wake();
        } else if (lost) {
            append(new FeedElement<>(end, new Followed.Reset<>(end)), OVERHEAD);
        }
        lost = false;
        if (!reading.isDisposed()) {
            reading.set(topic.engine()
                    .follow(name(), Objects.requireNonNull(ring.end()).position())
                    .subscribe(
                            message -> append(element(message), size(message)),
                            error -> context.runUnlessTerminated(() -> failed(error)),
                            () -> context.runUnlessTerminated(this::retry)));
        }
    }

    private void failed(final Throwable error) {
        if (error instanceof PositionLostException) {
            lost = true;
        } else {
            warnings.outage(name(), error);
        }
        retry();
    }

    private void retry() {
        if (connected) {
            connected = false;
            pauses.lost();
        }
        if (!reading.isDisposed()) {
            context.setTimer(pauses.next(), this::connect);
        }
    }

    /** On the thread of the engine. */
    private void append(final FeedElement<T> element, final long size) {
        ring.append(element, size);
        wake();
    }

    private void wake() {
        loops.values().forEach(FollowerLoop::wake);
    }

    /** Reads a message for all followers. On any thread. */
    @SuppressWarnings("unchecked") // the reader is that of the topic
    FeedElement<T> element(final FollowedMessage followed) {
        final String position = followed.position();
        final StoredMessage stored = followed.message();
        if (stored == null) {
            return new FeedElement<>(position, null);
        }
        try {
            final Message<T> message = (Message<T>) topic.reader().read(stored);
            return new FeedElement<>(position, message == null ? null : new Followed.Next<>(position, message));
        } catch (final RuntimeException e) {
            warnings.unreadable(name(), stored.id(), e);
            return new FeedElement<>(position, null);
        }
    }

    /** Returns the approximate memory of a message. */
    static long size(final FollowedMessage followed) {
        long size = OVERHEAD + followed.position().length();
        final StoredMessage message = followed.message();
        if (message == null) {
            return size;
        }
        size += message.body().length;
        for (final Map.Entry<String, String> header : message.headers().entrySet()) {
            size += header.getKey().length() + header.getValue().length();
        }
        return size;
    }
}
