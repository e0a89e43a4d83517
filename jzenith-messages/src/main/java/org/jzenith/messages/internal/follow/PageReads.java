package org.jzenith.messages.internal.follow;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.error.PositionLostException;

/**
 * Reads pages of the log for followers whose position is older than the ring. Followers with the same position share a read, so that
 * thousands of clients that reconnect after a restart cost a few. Used on the event loop of the feed, except where a method says otherwise.
 *
 * @param <T> the class of the messages
 */
final class PageReads<T> {

    /** The longest pause after an outage. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private static final int MOST_AT_ONCE = 16;
    private static final int MOST_ELEMENTS = 64;
    private static final long MOST_BYTES = 256 * 1024;

    /** The time after which a page is delivered that is not full. */
    private static final long MOST_MILLIS = 20;

    private final Feed<T> feed;
    private final EventLoopContext context;
    private final Map<String, PageRead> reads = new HashMap<>();
    private final Queue<PageRead> queue = new ArrayDeque<>();
    private int active;
    private boolean closed;

    PageReads(final Feed<T> feed, final EventLoopContext context) {
        this.feed = feed;
        this.context = context;
    }

    /** Reads the page after a position. On any thread. */
    void read(final String after, final Follower<T> follower) {
        context.runUnlessTerminated(() -> {
            if (closed) {
                return;
            }
            PageRead read = reads.get(after);
            if (read == null) {
                read = new PageRead(after);
                reads.put(after, read);
                queue.add(read);
            }
            read.followers.add(follower);
            startNext();
        });
    }

    /** Forgets a follower. On any thread. */
    void leave(final Follower<T> follower) {
        context.runUnlessTerminated(() -> List.copyOf(reads.values()).stream()
                .filter(read -> read.followers.remove(follower) && read.followers.isEmpty())
                .forEach(this::end));
    }

    /** Ends all reads. On any thread. */
    void close() {
        context.runUnlessTerminated(() -> {
            closed = true;
            List.copyOf(reads.values()).forEach(this::end);
        });
    }

    private void startNext() {
        while (!closed && active < MOST_AT_ONCE && !queue.isEmpty()) {
            final PageRead next = queue.remove();
            next.isActive = true;
            active++;
            next.start();
        }
    }

    private void end(final PageRead read) {
        reads.remove(read.after, read);
        read.reading.dispose();
        if (read.isActive) {
            read.isActive = false;
            active--;
        } else {
            queue.remove(read);
        }
        startNext();
    }

    private final class PageRead {

        private final String after;
        private final Set<Follower<T>> followers = new LinkedHashSet<>();
        private final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
        private Disposable reading = Disposables.disposed();
        private boolean isActive;

        PageRead(final String after) {
            this.after = after;
        }

        void start() {
            reading = page().subscribe(
                            page -> context.runUnlessTerminated(() -> end(follower -> follower.pageRead(page))),
                            error -> context.runUnlessTerminated(() -> failed(error)));
        }

        /** Ends where the ring goes on. */
        private Single<List<FeedElement<T>>> page() {
            return Single.defer(() -> {
                final long[] bytes = {0};
                return feed.topic()
                        .engine()
                        .follow(feed.name(), after)
                        .limit(MOST_ELEMENTS)
                        .doOnNext(message -> bytes[0] += Feed.size(message))
                        .takeUntil(
                                message -> bytes[0] >= MOST_BYTES || feed.ring().indexAfter(message.position()) != null)
                        .map(feed::element)
                        .buffer(MOST_MILLIS, TimeUnit.MILLISECONDS, MOST_ELEMENTS)
                        .filter(page -> !page.isEmpty())
                        .firstOrError();
            });
        }

        private void failed(final Throwable error) {
            if (!isActive) {
                return;
            }
            if (error instanceof PositionLostException) {
                end(Follower::positionLost);
                return;
            }
            if (!(error instanceof NoSuchElementException)) {
                feed.warnings().outage(feed.name(), error);
            }
            context.setTimer(pauses.next(), () -> {
                if (isActive) {
                    start();
                }
            });
        }

        private void end(final Consumer<Follower<T>> result) {
            if (isActive) {
                PageReads.this.end(this);
                followers.forEach(follower -> follower.loop().run(() -> result.accept(follower)));
            }
        }
    }
}
