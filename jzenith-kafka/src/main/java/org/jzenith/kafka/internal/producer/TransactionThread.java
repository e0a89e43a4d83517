package org.jzenith.kafka.internal.producer;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.connection.KafkaErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transactional producer and the thread that calls its methods, which block. A producer that the library cannot use any more is closed; the
 * next transaction creates another one with the same id. The thread ends after ten seconds without a task. Only {@link #execute}, {@link
 * #close} and {@link #closeNow} may be called on other threads.
 */
final class TransactionThread {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionThread.class);
    private static final long IDLE_SECONDS = 10;

    private final String id;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final ThreadPoolExecutor thread;
    private volatile @Nullable Producer<byte[], byte[]> producer;
    private volatile boolean unsettled;

    TransactionThread(final String id, final Supplier<Producer<byte[], byte[]>> producers) {
        this.id = id;
        this.producers = producers;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, "kafka-transaction-" + id));
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task on the thread.
     *
     * @param task may block
     * @param refused is called instead if the application stops
     */
    void execute(final Runnable task, final Consumer<? super KafkaUnavailableException> refused) {
        try {
            thread.execute(task);
        } catch (final RejectedExecutionException e) {
            refused.accept(new KafkaUnavailableException(
                    "The application is stopping, so the transaction was aborted.", null));
        }
    }

    /**
     * Returns true from a commit without a result until another producer with the id is there: the brokers may have committed, and that
     * producer waits until they have, or lets them abort. May be called on any thread.
     */
    boolean isUnsettled() {
        return unsettled;
    }

    /** Starts a transaction; before the first one, other producers with the id are fenced. */
    void begin() {
        Producer<byte[], byte[]> open = producer;
        try {
            if (open == null) {
                open = producers.get();
                producer = open;
                open.initTransactions();
                unsettled = false;
            }
            open.beginTransaction();
        } catch (final RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    void send(final PendingSend send) {
        final Producer<byte[], byte[]> open = producer;
        final RuntimeException why =
                open == null ? new KafkaUnavailableException("The transaction has failed.", null) : send.sendBy(open);
        if (why != null) {
            send.fail(why);
        }
    }

    /**
     * Commits the positions of a group and the transaction; aborts it if that fails.
     *
     * @param handled null for none
     */
    void commit(final @Nullable GroupPositions handled) {
        final Producer<byte[], byte[]> open = producer;
        if (open == null) {
            throw new KafkaUnavailableException("The transaction was aborted, because its producer has failed.", null);
        }
        try {
            if (handled != null && !handled.next().isEmpty()) {
                open.sendOffsetsToTransaction(handled.next(), handled.member());
            }
        } catch (final TimeoutException | InterruptException e) {
            end(); // the next producer with this id lets the brokers abort
            throw e;
        } catch (final RuntimeException | Error e) {
            final boolean unused = abort();
            throw e;
        }
        unsettled = true;
        try {
            open.commitTransaction();
            unsettled = false;
        } catch (final TimeoutException | InterruptException e) {
            end();
            throw e;
        } catch (final RuntimeException | Error e) {
            unsettled = !abort();
            throw e;
        }
    }

    /**
     * Aborts the transaction. If that fails, the brokers do it when the next producer with this id starts, or after the time limit.
     *
     * @return true if the brokers have aborted it
     */
    boolean abort() {
        final Producer<byte[], byte[]> open = producer;
        if (open == null) {
            return false;
        }
        try {
            open.abortTransaction();
            return true;
        } catch (final RuntimeException e) {
            LOGGER.debug("The transaction of {} cannot be aborted: {}.", id, LogText.escape(KafkaErrors.text(e)));
            end();
            return false;
        }
    }

    private void end() {
        final Producer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            open.close(Duration.ZERO);
        }
    }

    /** Closes the producer after the tasks that wait; completes when the thread takes no further task. */
    Future<Void> close() {
        final Promise<Void> closed = Promise.promise();
        execute(
                () -> {
                    end();
                    closed.complete();
                },
                refused -> closed.tryComplete());
        thread.shutdown();
        return closed.future();
    }

    /** Interrupts what the producer waits for; blocks for a moment. */
    void closeNow() {
        final Producer<byte[], byte[]> open = producer;
        if (open != null) {
            open.close(Duration.ZERO);
        }
    }
}
