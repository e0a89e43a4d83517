package org.jzenith.benchmark.redis;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.error.CommandRefusedException;

/** Sends a command each millisecond, alternately {@code SET} and {@code GET}, on each event loop in turn, and counts the results. */
final class CommandLoad implements AutoCloseable {

    private static final String VALUE = "x".repeat(100);
    private static final int KEYS = 1_000;

    private final RedisClient redis;
    private final List<EventLoopContext> contexts;
    private final long hungNanos;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger hung = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong latest = new AtomicLong();
    private final Map<String, AtomicInteger> errors = new ConcurrentSkipListMap<>();
    private final Disposable sending;
    private volatile long awaitedSince;
    private final AtomicLong firstWrite = new AtomicLong();

    /**
     * Starts to send.
     *
     * @param hungMillis the time after which an answer counts as late
     */
    CommandLoad(final RunningApplication application, final long hungMillis) {
        redis = application.get(RedisClient.class);
        contexts = EventLoopContext.onEach(application.get(Vertx.class));
        hungNanos = TimeUnit.MILLISECONDS.toNanos(hungMillis);
        sending = Flowable.interval(1, TimeUnit.MILLISECONDS)
                .onBackpressureBuffer()
                .subscribe(tick -> send(sent.incrementAndGet()));
    }

    private void send(final int number) {
        final long due = System.nanoTime();
        contexts.get(number % contexts.size()).runLater(() -> {
            final long begin = System.nanoTime();
            latest.accumulateAndGet(begin - due, Math::max);
            final boolean writes = number / 2 % 2 == 0;
            final String key = "key:" + number % KEYS;
            final Completable command =
                    writes ? redis.set(key, VALUE) : redis.get(key).ignoreElement();
            // The load ends with the results of all commands.
            final Disposable running =
                    command.subscribe(() -> ended(begin, writes, null), error -> ended(begin, writes, kind(error)));
            running.isDisposed();
        });
    }

    private static String kind(final Throwable error) {
        return error instanceof final CommandRefusedException refused
                ? refused.code()
                : error.getClass().getSimpleName().replace("Exception", "");
    }

    private void ended(final long begin, final boolean writes, final @Nullable String error) {
        final long now = System.nanoTime();
        longest.accumulateAndGet(now - begin, Math::max);
        if (now - begin > hungNanos) {
            hung.incrementAndGet();
        }
        if (error != null) {
            errors.computeIfAbsent(error, kind -> new AtomicInteger()).incrementAndGet();
        } else if (writes && awaitedSince != 0 && begin - awaitedSince > 0) {
            firstWrite.compareAndSet(0, now);
        }
        ended.incrementAndGet();
    }

    /** Begins to wait for the first write that succeeds. */
    void awaitWrite() {
        awaitedSince = System.nanoTime();
    }

    boolean hasWritten() {
        return firstWrite.get() != 0;
    }

    /** Returns the time until the write that was awaited. */
    long millisUntilWrite() {
        return TimeUnit.NANOSECONDS.toMillis(firstWrite.get() - awaitedSince);
    }

    int sent() {
        return sent.get();
    }

    /** Returns the number of commands that got a result too late, or none. */
    int hung() {
        return hung.get() + sent.get() - ended.get();
    }

    boolean isComplete() {
        return sent.get() == ended.get();
    }

    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longest.get());
    }

    /** Returns the longest time that an event loop let a command wait. */
    long lateMillis() {
        return TimeUnit.NANOSECONDS.toMillis(latest.get());
    }

    /** Returns the errors by kind. */
    String errors() {
        return errors.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Sends no more. */
    @Override
    public void close() {
        sending.dispose();
    }
}
