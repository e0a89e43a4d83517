package org.jzenith.messages.log;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Flowable;
import io.reactivex.FlowableEmitter;
import io.reactivex.Single;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.FollowedMessage;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.error.PositionLostException;
import org.jzenith.messages.error.TopicLostException;

/** Reads all messages of a topic for one subscriber. All state except the demand belongs to the event loop of the engine. */
final class LogFollower implements TopicLog.LogReader {

    private static final int MOST = 200;
    private static final long MOST_BYTES = 1 << 20;

    private final TopicLog topic;
    private final FlowableEmitter<FollowedMessage> emitter;
    private final AtomicLong demand;
    private String incarnation = "";
    private long position;
    /** The last position while the log was empty. Messages after it are new, even if their positions do not rise by 1. */
    private long emptyAt = -1;

    private boolean busy = true;
    private boolean again;

    private LogFollower(final TopicLog topic, final FlowableEmitter<FollowedMessage> emitter, final AtomicLong demand) {
        this.topic = topic;
        this.emitter = emitter;
        this.demand = demand;
    }

    /** Returns the messages after a position, or those that are stored from now on if the position is null. */
    static Flowable<FollowedMessage> follow(final TopicLog topic, final @Nullable String after) {
        return Flowable.defer(() -> {
            final AtomicLong demand = new AtomicLong();
            return Flowable.<FollowedMessage>create(
                            emitter -> {
                                final LogFollower follower = new LogFollower(topic, emitter, demand);
                                emitter.setCancellable(() -> topic.remove(follower));
                                topic.add(follower);
                                follower.begin(after);
                            },
                            BackpressureStrategy.MISSING)
                    .doOnRequest(more -> {
                        demand.updateAndGet(before -> before + more < 0 ? Long.MAX_VALUE : before + more);
                        topic.wake();
                    });
        });
    }

    private void begin(final @Nullable String after) {
        topic.loop()
                .start(
                        start(after)
                                .doOnSuccess(start -> {
                                    incarnation = start.incarnation();
                                    position = start.position();
                                    busy = false;
                                    read();
                                })
                                .ignoreElement(),
                        emitter::tryOnError);
    }

    private Single<LogPosition> start(final @Nullable String after) {
        return Single.defer(() -> {
            final LogPosition start = after == null ? null : LogPosition.parse(after);
            return topic.check().map(state -> {
                seen(state);
                if (start == null) {
                    return new LogPosition(state.incarnation(), state.last());
                }
                start.require(topic.name(), state);
                return start;
            });
        });
    }

    @Override
    public void wake() {
        read();
    }

    @Override
    public void seen(final LogState state) {
        if (state.first() > state.last()) {
            emptyAt = state.last();
        }
        if (!busy && state.first() > position + 1) {
            emitter.tryOnError(gap(state));
        }
    }

    @Override
    public void lost(final TopicLostException error) {
        emitter.tryOnError(error);
    }

    @Override
    public void ended() {
        emitter.onComplete();
    }

    private PositionLostException gap(final LogState state) {
        return new PositionLostException("The subscriber of the topic '" + topic.name()
                + "' is so slow that messages after the position " + position
                + " were deleted: the oldest remaining one is at "
                + state.first() + ".");
    }

    private void read() {
        if (busy) {
            again = true;
            return;
        }
        again = false;
        final int most = (int) Math.min(demand.get(), MOST);
        if (most > 0 && !emitter.isCancelled()) {
            busy = true;
            topic.loop()
                    .start(
                            topic.store()
                                    .readAll(topic.name(), position, most, MOST_BYTES)
                                    .flatMap(this::checked)
                                    .observeOn(topic.loop().scheduler())
                                    .doOnSuccess(this::emit)
                                    .ignoreElement(),
                            emitter::tryOnError);
        }
    }

    /** Checks, after a page was read, that no messages before the page were deleted. */
    private Single<List<StoredMessage>> checked(final List<StoredMessage> page) {
        return page.isEmpty() || page.get(0).position() == position + 1 || position == emptyAt
                ? Single.just(page)
                : topic.check().map(state -> {
                    if (state.first() > position + 1) {
                        throw gap(state);
                    }
                    return page;
                });
    }

    private void emit(final List<StoredMessage> page) {
        for (final StoredMessage each : page) {
            position = each.position();
            demand.updateAndGet(before -> before == Long.MAX_VALUE ? before : before - 1);
            emitter.onNext(new FollowedMessage(each, new LogPosition(incarnation, position).toString()));
        }
        busy = false;
        if (again || !page.isEmpty()) {
            topic.loop().run(this::read);
        }
    }
}
