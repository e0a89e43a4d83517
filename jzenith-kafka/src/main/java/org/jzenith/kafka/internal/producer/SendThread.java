package org.jzenith.kafka.internal.producer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that gives records to the producer. The producer blocks for a few milliseconds at most: the records of a topic that it does not
 * know yet wait here, and do not hold up others. A producer that the library cannot use any more is replaced. Safe for use by many threads.
 */
final class SendThread implements SendTarget {

    private static final Logger LOGGER = LoggerFactory.getLogger(SendThread.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** How long records that nobody waits for have at the stop. */
    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final String servers;
    private final Duration requestTimeout;
    private final Thread thread = new Thread(this::run, "kafka-sender");
    private final Queue<PendingSend> submitted = new ConcurrentLinkedQueue<>();
    private final Map<String, WaitingTopic> waiting = new HashMap<>();
    private final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
    private final AtomicBoolean parked = new AtomicBoolean();
    private final Promise<Void> opened = Promise.promise();
    private final Promise<Void> ended = Promise.promise();
    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable RuntimeException refusal;
    private long nextProducer = System.nanoTime();
    private volatile boolean broken;
    private volatile boolean closing;
    private volatile boolean closed;

    /**
     * Prepares the thread without starting it.
     *
     * @param producers creates a producer, which may fail
     * @param requestTimeout how long a record may wait
     */
    SendThread(
            final Supplier<Producer<byte[], byte[]>> producers, final String servers, final Duration requestTimeout) {
        this.producers = producers;
        this.servers = servers;
        this.requestTimeout = requestTimeout;
    }

    /** Starts the thread; completes when the producer is there, or could not be created. */
    Future<Void> open() {
        thread.start();
        return opened.future();
    }

    @Override
    public void submit(final PendingSend send) {
        submitted.add(send);
        if (closed) {
            failSubmitted();
        } else {
            wake();
        }
    }

    private void wake() {
        if (parked.get() && parked.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void failed(final Exception error) {
        if (KafkaErrors.endsProducer(error)) {
            broken = true;
            wake();
        }
    }

    private void run() {
        while (!closing) {
            try {
                replaceBroken();
                create();
                takeSubmitted();
                retryWaiting();
            } catch (final Throwable e) {
                LOGGER.error("A record could not be sent to Kafka because of a bug in jZenith.", LogText.escape(e));
            }
            park();
        }
        end();
    }

    private void replaceBroken() {
        final Producer<byte[], byte[]> open = producer;
        if (broken && open != null) {
            LOGGER.warn("The producer for Kafka at {} cannot be used any more. jZenith replaces it.", servers);
            producer = null;
            pauses.lost();
            nextProducer = System.nanoTime() + pauses.next() * 1_000_000;
            open.close(Duration.ZERO);
        }
        broken = false;
    }

    private void create() {
        if (producer == null && System.nanoTime() - nextProducer >= 0) {
            try {
                producer = producers.get();
                refusal = null;
                pauses.opened();
                opened.tryComplete();
            } catch (final Throwable e) {
                refusal = KafkaErrors.unchecked(e);
                nextProducer = System.nanoTime() + pauses.next() * 1_000_000;
                LOGGER.debug(
                        "The Kafka producer cannot be created: {}. jZenith tries again.",
                        LogText.escape(KafkaErrors.text(e)));
                opened.tryFail(e);
            }
        }
    }

    private void takeSubmitted() {
        PendingSend next = submitted.poll();
        while (next != null) {
            accept(next);
            next = submitted.poll();
        }
    }

    private void accept(final PendingSend send) {
        final WaitingTopic before = waiting.get(send.topic());
        if (before != null) {
            before.add(send);
            return;
        }
        if (send.isDisposed()) {
            send.drop();
            return;
        }
        final Producer<byte[], byte[]> open = producer;
        final RuntimeException why = open == null ? refusal() : send.sendBy(open);
        if (why != null && (open == null || why instanceof TimeoutException)) {
            final WaitingTopic topic = new WaitingTopic(servers, requestTimeout);
            topic.add(send);
            topic.refused(why, System.nanoTime());
            waiting.put(send.topic(), topic);
        } else if (why != null) {
            send.fail(why);
        }
    }

    private RuntimeException refusal() {
        final RuntimeException why = refusal;
        return why == null ? new TimeoutException("The producer is being replaced.") : why;
    }

    private void retryWaiting() {
        final long now = System.nanoTime();
        waiting.values().forEach(each -> {
            each.expire(now);
            each.retry(producer, now);
        });
        waiting.values().removeIf(WaitingTopic::isEmpty);
    }

    private void park() {
        long nanos = Long.MAX_VALUE;
        final long now = System.nanoTime();
        for (final WaitingTopic each : waiting.values()) {
            nanos = Math.min(nanos, each.next(now) - now);
        }
        if (producer == null) {
            nanos = Math.min(nanos, nextProducer - now);
        }
        parked.set(true);
        if (nanos > 0 && submitted.isEmpty() && !broken && !closing) {
            LockSupport.parkNanos(this, nanos);
        }
        parked.set(false);
    }

    /** Ends the thread; completes when the thread of the library has ended, too. */
    Future<Void> close() {
        closing = true;
        if (thread.getState() == Thread.State.NEW) {
            return Future.succeededFuture();
        }
        wake();
        return ended.future();
    }

    private void end() {
        try {
            takeSubmitted();
            waiting.values().forEach(each -> each.failAll(stops()));
            final Producer<byte[], byte[]> open = producer;
            if (open != null) {
                open.close(requestTimeout.compareTo(FLUSH_LIMIT) < 0 ? requestTimeout : FLUSH_LIMIT);
            }
        } finally {
            closed = true;
            failSubmitted();
            opened.tryFail(stops());
            ended.tryComplete();
        }
    }

    private void failSubmitted() {
        PendingSend next = submitted.poll();
        while (next != null) {
            next.fail(stops());
            next = submitted.poll();
        }
    }

    private static KafkaUnavailableException stops() {
        return new KafkaUnavailableException("The application is stopping, so the record was not sent.", null);
    }
}
