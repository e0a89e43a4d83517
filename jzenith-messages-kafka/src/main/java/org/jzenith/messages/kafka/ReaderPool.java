package org.jzenith.messages.kafka;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaErrors;

/**
 * A pool of the library's consumers without a group, and of threads on which they read. Each task has its own consumer and thread. Idle
 * consumers are kept, because reading a page takes less time than opening a connection. Safe for use by many threads.
 */
final class ReaderPool {

    /** The maximum number of idle consumers. */
    private static final int MOST_IDLE = 16;

    private static final int MOST_READS = 4;
    private static final long IDLE_SECONDS = 10;

    /** The maximum size of a page; a larger first record is returned nevertheless. */
    private static final int PAGE_BYTES = 1 << 20;

    private static final int PAGE_RECORDS = 200;

    private final KafkaConnections connections;
    private final Deque<Consumer<byte[], byte[]>> idle = new ArrayDeque<>();
    private final Set<Consumer<byte[], byte[]>> busy = new HashSet<>();
    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor reads;
    private boolean closed;

    ReaderPool(final KafkaConnections connections) {
        this.connections = connections;
        final AtomicInteger number = new AtomicInteger();
        final ThreadFactory factory = task -> new Thread(task, "kafka-reader-" + number.incrementAndGet());
        this.threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
        this.reads = new ThreadPoolExecutor(
                MOST_READS, MOST_READS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        reads.allowCoreThreadTimeOut(true);
    }

    private Consumer<byte[], byte[]> create() {
        final Map<String, Object> settings = connections.settings("consumer");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, PAGE_BYTES);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PAGE_BYTES);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, PAGE_RECORDS);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Starts a task on its own thread. */
    void run(final Runnable task) {
        threads.execute(task);
    }

    /**
     * Reads at each subscription, on a thread of this pool. Up to 4 reads are in progress at a time; others wait.
     *
     * @param action the start of error texts, such as "Reading the topic failed"
     * @return the result, on the subscriber's event loop
     */
    <T> Single<T> read(final String action, final Function<Consumer<byte[], byte[]>, T> read) {
        return Single.defer(() -> readHere(action, read).observeOn(Schedulers.from(EventLoopContext.caller())));
    }

    private <T> Single<T> readHere(final String action, final Function<Consumer<byte[], byte[]>, T> read) {
        return Single.create(emitter -> {
            try {
                reads.execute(() -> {
                    try {
                        if (isClosed()) {
                            throw stopped(action);
                        }
                        final Consumer<byte[], byte[]> consumer = take();
                        final T result;
                        try {
                            result = read.apply(consumer);
                        } finally {
                            release(consumer);
                        }
                        emitter.onSuccess(result);
                    } catch (final Throwable e) {
                        emitter.tryOnError(KafkaErrors.typed(action, e));
                    }
                });
            } catch (final RejectedExecutionException e) {
                emitter.tryOnError(stopped(action));
            }
        });
    }

    private static KafkaUnavailableException stopped(final String action) {
        return new KafkaUnavailableException(action + ": the application stops", null);
    }

    /** Returns a consumer for this thread, without assigned partitions. */
    Consumer<byte[], byte[]> take() {
        synchronized (this) {
            final Consumer<byte[], byte[]> known = idle.poll();
            if (known != null) {
                busy.add(known);
                return known;
            }
        }
        final Consumer<byte[], byte[]> created = create();
        synchronized (this) {
            busy.add(created);
            if (closed) {
                created.wakeup();
            }
        }
        return created;
    }

    /** Returns a consumer to the pool, on the thread that has used it. */
    void release(final Consumer<byte[], byte[]> consumer) {
        boolean isKept = unassign(consumer);
        synchronized (this) {
            busy.remove(consumer);
            isKept &= !closed && idle.size() < MOST_IDLE;
            if (isKept) {
                idle.push(consumer);
            }
        }
        if (!isKept) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    /** Removes the consumer's partitions. Returns false if the consumer cannot be used again. */
    private static boolean unassign(final Consumer<byte[], byte[]> consumer) {
        try {
            consumer.unsubscribe();
            return true;
        } catch (final RuntimeException e) {
            return false;
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all reads. Blocks. */
    void close(final Duration limit) throws InterruptedException {
        final List<Consumer<byte[], byte[]>> unused;
        synchronized (this) {
            closed = true;
            unused = List.copyOf(idle);
            idle.clear();
            busy.forEach(Consumer::wakeup);
        }
        unused.forEach(each -> each.close(CloseOptions.timeout(Duration.ZERO)));
        for (final ThreadPoolExecutor each : List.of(threads, reads)) {
            each.shutdown();
            if (!each.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                each.shutdownNow();
            }
        }
    }
}
