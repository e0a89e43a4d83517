package org.jzenith.messages.log;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.LogStore.LogState;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;

/** An open topic. It remembers the log's incarnation, and tells readers when there are new messages. */
final class TopicLog {

    private final LogStore store;
    private final EngineLoop loop;
    private final TopicDefinition definition;
    private final Set<LogReader> readers = new CopyOnWriteArraySet<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private volatile @Nullable TopicLostException lost;
    private volatile @Nullable LogState known;
    private @Nullable LogState polled;

    /** A reader of the log, called on the event loop of the engine. */
    interface LogReader {

        /** Called when there may be new messages. */
        void wake();

        /** Called when the state of the log was read. */
        default void seen(final LogState state) {}

        /** Called when the log is lost. */
        void lost(TopicLostException error);

        /** Called by any thread when the engine closes. */
        default void ended() {}
    }

    TopicLog(final LogStore store, final EngineLoop loop, final TopicDefinition definition) {
        this.store = store;
        this.loop = loop;
        this.definition = definition;
    }

    TopicDefinition definition() {
        return definition;
    }

    String name() {
        return definition.name();
    }

    LogStore store() {
        return store;
    }

    EngineLoop loop() {
        return loop;
    }

    Completable open() {
        return store.open(definition).andThen(check()).ignoreElement();
    }

    void add(final LogReader reader) {
        readers.add(reader);
    }

    void remove(final LogReader reader) {
        readers.remove(reader);
    }

    boolean hasReaders() {
        return !readers.isEmpty();
    }

    /** Returns the error of the loss that was noticed last; null if the log exists. */
    @Nullable
    TopicLostException loss() {
        return lost;
    }

    /** Wakes the readers. Calls before they wake up have no further effect. Called by any thread. */
    void wake() {
        if (woken.compareAndSet(false, true)) {
            loop.run(() -> {
                woken.set(false);
                readers.forEach(LogReader::wake);
            });
        }
    }

    /**
     * Reads the state, and checks that this is the log that was opened.
     *
     * @return the state, on the event loop; fails with a {@link TopicLostException} if it is a different log
     */
    Single<LogState> check() {
        return Single.defer(() -> {
                    final LogState before = known;
                    return store.state(name()).observeOn(loop.scheduler()).doOnSuccess(state -> accept(state, before));
                })
                .doOnError(this::loseIfMissing);
    }

    /** Reads the positions of a consumer. The result arrives on the event loop; errors are the same as for {@link #check}. */
    Single<Map<Integer, Long>> committed(final String consumer) {
        return store.committed(name(), consumer).observeOn(loop.scheduler()).doOnError(this::loseIfMissing);
    }

    private void loseIfMissing(final Throwable error) {
        if (error instanceof final TopicLostException missing) {
            lose(missing);
        }
    }

    /** Reads the state, and wakes the readers if it has changed since the last time. */
    Completable poll() {
        return check().doOnSuccess(state -> {
                    readers.forEach(reader -> reader.seen(state));
                    if (!state.equals(polled)) {
                        polled = state;
                        wake();
                    }
                })
                .ignoreElement();
    }

    /**
     * Accepts the state of a log.
     *
     * @param before the known state when this one was requested: replies can arrive in any order
     */
    private void accept(final LogState state, final @Nullable LogState before) {
        if (before != null && (!before.incarnation().equals(state.incarnation()) || state.last() < before.last())) {
            throw new TopicLostException("The engine '" + store.name() + "' no longer has the log of the topic '"
                    + name() + "' that this instance uses: the log was created again, or restored from an older state."
                    + " Restore the old log, or restart this instance to use the current log.");
        }
        final LogState latest = known;
        if (latest == null || !latest.incarnation().equals(state.incarnation()) || latest.last() <= state.last()) {
            known = state;
        }
        lost = null;
    }

    /** Reports that the log is not the one that was opened. */
    void lose(final TopicLostException error) {
        lost = error;
        readers.forEach(reader -> reader.lost(error));
    }

    void close() {
        readers.forEach(LogReader::ended);
    }

    /** Throws if a consumer has committed a position that the log never issued. */
    void require(final String consumer, final long committed, final LogState state) {
        if (committed > state.last()) {
            final TopicLostException error = new TopicLostException("The consumer '" + consumer + "' of the topic '"
                    + name() + "' has committed the position " + committed + ", but the log in the engine '"
                    + store.name() + "' ends at " + state.last()
                    + ", so the log has lost messages. Restore the log. If that is not possible, reset the consumer's"
                    + " position, so that it starts with the oldest remaining message: "
                    + store.resetCommand(name(), consumer));
            lose(error);
            throw error;
        }
    }
}
