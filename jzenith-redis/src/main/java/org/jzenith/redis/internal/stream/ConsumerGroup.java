package org.jzenith.redis.internal.stream;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.redis.stream.StreamEntry;
import org.jzenith.redis.stream.StreamGroup;

/** A group of a stream. */
record ConsumerGroup(StreamHub hub, String stream, String name, GroupOptions options) implements StreamGroup {

    @Override
    public StreamGroup withConcurrency(final int entries) {
        return with((int) Positive.check("withConcurrency", entries), options.timeout(), options.attempts());
    }

    @Override
    public StreamGroup withTimeout(final Duration limit) {
        return with(options.concurrency(), Positive.check("withTimeout", limit), options.attempts());
    }

    @Override
    public StreamGroup withAttempts(final int deliveries) {
        return with(options.concurrency(), options.timeout(), (int) Positive.check("withAttempts", deliveries));
    }

    private StreamGroup with(final int concurrency, final Duration timeout, final int attempts) {
        return with(new GroupOptions(
                concurrency,
                timeout,
                attempts,
                options.retryPause(),
                options.takeoverAfter(),
                options.deadStream(),
                options.maxLength()));
    }

    private StreamGroup with(final GroupOptions changed) {
        return new ConsumerGroup(hub, stream, name, changed);
    }

    @Override
    public StreamGroup withRetryPause(final Duration pause) {
        return with(Positive.check("withRetryPause", pause), options.takeoverAfter(), options.deadStream());
    }

    @Override
    public StreamGroup withTakeoverAfter(final Duration time) {
        return with(options.retryPause(), Positive.check("withTakeoverAfter", time), options.deadStream());
    }

    @Override
    public StreamGroup withDeadStream(final String key) {
        if (key.equals(stream)) {
            throw new IllegalArgumentException(
                    "withDeadStream(\"" + key
                            + "\") is the stream itself, so failed entries would be handled again and again. Use another stream.");
        }
        return with(options.retryPause(), options.takeoverAfter(), Objects.requireNonNull(key, "key"));
    }

    private StreamGroup with(
            final Duration retryPause, final Duration takeoverAfter, final @Nullable String deadStream) {
        return with(new GroupOptions(
                options.concurrency(),
                options.timeout(),
                options.attempts(),
                retryPause,
                takeoverAfter,
                deadStream,
                options.maxLength()));
    }

    @Override
    public <T> void handle(final Class<T> type, final Function<? super StreamEntry<T>, Completable> handler) {
        if (options.timeout().compareTo(options.takeoverAfter()) >= 0) {
            throw new IllegalArgumentException(
                    "withTimeout(" + options.timeout() + ") of the group '" + name
                            + "' of the stream '" + stream + "' is not shorter than withTakeoverAfter("
                            + options.takeoverAfter()
                            + "), so other consumers would take over entries that are still being handled. Shorten the time limit, or raise withTakeoverAfter(..).");
        }
        hub.handle(this, Objects.requireNonNull(type, "type"), Objects.requireNonNull(handler, "handler"));
    }

    @Override
    public <T> Flowable<StreamEntry<T>> entries(final Class<T> type) {
        return hub.entries(this, Objects.requireNonNull(type, "type"));
    }
}
