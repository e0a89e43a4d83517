package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.messages.Message;

/** Handles the messages of all simulated instances, and notes what must not happen. Safe for use by many threads. */
final class HandledKeys {

    private static final int MOST_MILLIS = 10;
    private static final int ONE_IN = 50;

    private final Map<String, Object> running = new ConcurrentHashMap<>();
    private final Map<String, Long> last = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    /**
     * A message.
     *
     * @param number from 1, in the order of the messages of the key
     */
    record Task(String key, long number) {}

    /** Handles a message in up to 10 ms; of the first attempts, 2 % fail. */
    Completable handle(final int instance, final Message<Task> message) {
        return Completable.create(emitter -> {
            final Task task = message.value();
            final int random = Objects.hash(task.key(), task.number(), 31 * message.attempt()) & Integer.MAX_VALUE;
            final AtomicBoolean isEnded = new AtomicBoolean();
            final Object run = new Object();
            if (running.putIfAbsent(task.key(), run) != null) {
                violations.add("The key " + task.key() + " is handled twice at once; the second time by the instance "
                        + instance + ".");
            }
            if (task.number() > last.getOrDefault(task.key(), 0L) + 1) {
                violations.add(task + " is handled before the messages between it and " + last.get(task.key()) + ".");
            }
            emitter.setCancellable(() -> {
                if (isEnded.compareAndSet(false, true)) {
                    interrupted.incrementAndGet();
                    running.remove(task.key(), run);
                }
            });
            Objects.requireNonNull(EventLoopContext.current()).setTimer(1 + random % MOST_MILLIS, () -> {
                if (!isEnded.compareAndSet(false, true)) {
                    return;
                }
                running.remove(task.key(), run);
                if (message.attempt() == 1 && random % ONE_IN == 0) {
                    emitter.onError(new IllegalStateException("Simulated."));
                    return;
                }
                last.merge(task.key(), task.number(), Math::max);
                handled.incrementAndGet();
                emitter.onComplete();
            });
        });
    }

    /** Returns the number of successful runs. */
    int handled() {
        return handled.get();
    }

    /** Returns the number of runs that were disposed. */
    int interrupted() {
        return interrupted.get();
    }

    /** Returns the number of the last message of a key that was handled; since none is left out, all before it were, too. */
    long last(final String key) {
        return last.getOrDefault(key, 0L);
    }

    /** Returns sentences. */
    Queue<String> violations() {
        return violations;
    }
}
